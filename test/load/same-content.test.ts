import { describe, expect, it } from 'vitest';
import { losses } from '../../src/load/same-content.ts';
import { isSource, parseSource } from '../../src/load/yaml/source.ts';

const BEFORE = `# About.
key: a # for good
channel: PUSH

# Twice.
advanced:
  # Twice.
  text: |
    # no comment
  quoted: "# none"
`;

describe('what a rewrite loses', () => {
  it.each<readonly [what: string, after: string]>([
    ['the same text', BEFORE],
    ['another order', `advanced:${BEFORE.split('advanced:')[1] ?? ''}${BEFORE.split('advanced:')[0] ?? ''}`],
    ['other quotes', BEFORE.replace('"# none"', "'# none'")],
    ['other line ends', BEFORE.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${BEFORE}`],
    ['comments elsewhere', `${BEFORE.replace('# About.\n', '')}# About.  \n`],
    ['one comment more', `${BEFORE}# More.\n`],
  ])('is nothing with %s', (_, after) => {
    expect(found(after)).toEqual([]);
  });

  it.each<readonly [what: string, after: string, expected: readonly string[]]>([
    ['a comment', BEFORE.replace('# About.\n', ''), ['1:1 # About.']],
    ['a comment behind a value', BEFORE.replace(' # for good', ''), ['2:8 # for good']],
    ['one of two that are the same', BEFORE.replace('# Twice.\n', ''), ['7:3 # Twice.']],
    ['every comment', BEFORE.replaceAll(/^ *# [AT].*\n| # for good/gm, ''), ['1:1', '2:8', '5:1', '7:3']],
    ['a comment that became a text', BEFORE.replace('# About.', 'x: "# About."'), ['2:1 what the file']],
    ['a value', BEFORE.replace('PUSH', 'EMAIL'), ['3:1 what channel']],
    ['a value below', BEFORE.replace('# none', '# some'), ['6:1 what advanced']],
    ['an entry', BEFORE.replace('channel: PUSH\n', ''), ['3:1 what channel']],
    ['all', '', ['2:1 what the file']],
    ['its grammar', 'key: [', ['2:1 what the file']],
  ])('is reported for %s', (_, after, expected) => {
    const lines = found(after);
    expect(lines).toHaveLength(expected.length);
    expected.forEach((part, index) => {
      const [at = '', ...words] = part.split(' ');
      expect(lines[index]).toMatch(new RegExp(`^${at} E_FORMAT .*${words.join(' ')}`));
    });
  });
});

function found(after: string): string[] {
  const before = parseSource('campaigns/a.yaml', BEFORE);
  if (!isSource(before)) throw new Error('not YAML');
  return losses(before, BEFORE, after).map(
    ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
  );
}
