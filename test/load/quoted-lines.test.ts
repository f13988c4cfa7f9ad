import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { layOut } from '../../src/app/writing/format-text.ts';
import { inQuotedLines } from '../../src/load/yaml/quoted-lines.ts';
import { withValue } from '../../src/load/yaml/with-value.ts';

const BODY = '<p>one</p>\r\n  <p>two</p>\n\t<p>three</p>\r<p>"four" \\</p>  \r\n\r\n';

const WRITTEN = `email:
  html_content: "<p>one</p>\\r\\n\\
    \\  <p>two</p>\\n\\
    \\t<p>three</p>\\r\\
    <p>\\"four\\" \\\\</p>  \\r\\n\\
    \\r\\n"
`;

it('each line of a text with mixed line endings has a line of its own', async () => {
  const value = { email: { html_content: BODY } };
  const plain = stringify(value, { lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
  expect(inQuotedLines(plain)).toBe(WRITTEN);
  expect(parse(WRITTEN)).toEqual(value);
  expect(await layOut(WRITTEN)).toBe(WRITTEN);
});

it('an edit of one line changes only that line, and a comment after it stays', () => {
  const before = WRITTEN.replace(/\n$/, ' # from an export\n');
  const after = withValue(before, { email: { html_content: BODY.replace('two', 'zwei') } });
  expect(after).toBe(before.replace('two', 'zwei'));
});

it('a reference is replaced by such a text, and a comment above it stays', () => {
  const before = '# mail\nemail:\n  html_content: { $file: ./a.html } # the body\n  subject: x\n';
  const value = { email: { html_content: BODY, subject: 'x' } };
  const after = withValue(before, value) ?? '';
  expect(parse(after)).toEqual(value);
  expect(after).toContain('# the body');
});

it.each([
  ['a short text', 'a: "one\\r\\ntwo\\n"\n'],
  ['a text in brackets', 'a: ["1\\r\\n2\\n3\\r4\\n5"]\n'],
  ['a block that looks like one', 'a: |-\n  b: "1\\r\\n2\\n3\\r4\\n5"\n'],
])('%s stays as it is', (_, text) => {
  expect(inQuotedLines(text)).toBe(text);
});

it('no text changes', () => {
  const piece = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    ' ',
    '\t',
    '\\',
    '"',
    'n',
    '#',
    '\u2028',
    '\ufeff',
    'é',
    '- ',
  );
  const text = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const value = { a: [one, { b: other, c: [{ d: one }] }], e: other };
      const plain = stringify(value, { lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
      expect(parse(inQuotedLines(plain))).toEqual(parse(plain));
    }),
  );
});
