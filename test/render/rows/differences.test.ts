import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import { componentLines } from '../../../src/render/text/component-lines.ts';
import { differences } from '../../../src/render/rows/differences.ts';
import { lineText, type ValueRow } from '../../../src/render/rows/value-row.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { readable } from '../../../src/render/rows/readable.ts';

const START = 'The summer sale has begun, and everything that keeps you dry is on the front table: ';
const LONG = START.repeat(4);
const IMAGE = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUg'.repeat(60)}`;

function difference(was: JsonValue, value: JsonValue): ValueRow {
  const html = (text: JsonValue) => ({ content: { email: { html_content: text } } });
  const [one, ...more] = differences(html(was), html(value));
  if (!one || more.length > 0) throw new Error('not one difference');
  return one;
}

function terminal(was: JsonValue, value: JsonValue, columns: number): string[] {
  const values = [{ ...difference(was, value), context: [] }];
  return componentLines(
    { name: 'campaign_content', cause: '', causeInFull: '', values, rest: [] },
    { paint: PLAIN, columns },
  ).slice(1);
}

describe('a difference far inside a long value is seen', () => {
  it.each<readonly [what: string, was: JsonValue, now: JsonValue]>([
    ['of a text', `${LONG}Boots.`, `${LONG}Tents.`],
    ['of one line among others', `<p>\n${LONG}Boots.\n</p>`, `<p>\n${LONG}Tents.\n</p>`],
    ['of two lines among others', `a\n${LONG}Boots.\n${LONG}1\nb`, `a\n${LONG}Tents.\n${LONG}2\nb`],
    ['of a list of maps', [{ name: 'a', to: `${LONG}Boots` }], [{ name: 'a', to: `${LONG}Tents` }]],
  ])('%s', (_, was, now) => {
    const { was: old = '', now: recent = '', lines } = difference(was, now);
    const printed = lines ? lines.map(lineText).join('\n') : `- ${old}\n+ ${recent}`;
    expect(printed).toContain('Boots');
    expect(printed).toContain('Tents');
    const shown = terminal(was, now, 80);
    expect(shown.join('\n')).toContain('Boots');
    expect(shown.join('\n')).toContain('Tents');
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('unreadable data is summarized', () => {
  it.each<readonly [what: string, value: string, shown: RegExp]>([
    [
      'an image in a text',
      `<img src="${IMAGE}">`,
      /^<img src="\[data:image\/png;base64, 1,342 characters, #[0-9a-f]{8}\]">$/,
    ],
    ['base64 alone', 'QUJD'.repeat(50), /^\[base64, 200 characters, #[0-9a-f]{8}\]$/],
    ['what is no text', 'PK\u0003\u0004\u0000'.repeat(50), /^\[binary, 250 characters, #[0-9a-f]{8}\]$/],
  ])('%s', (_, value, shown) => {
    expect(readable(value).text).toMatch(shown);
  });

  it.each<readonly [what: string, value: string]>([
    ['a text', LONG],
    ['a title with one character that nobody sees', 'Sale\u0007 tonight'],
    ['an address with a token', `https://example.com/${'a'.repeat(120)}?utm=1`],
    ['a template expression', '{{ user.first_name | default: "you" }}\tand\r\n'],
  ])('%s is not', (_, value) => {
    expect(readable(value).text).toBe(value);
  });

  it('and another one of the same length looks different', () => {
    const { was, now } = difference(IMAGE, IMAGE.replace('iVBOR', 'iVBOS'));
    expect(was).toContain('1,342 characters');
    expect(now).toContain('1,342 characters');
    expect(was).not.toBe(now);
  });
});
