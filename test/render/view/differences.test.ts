import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import { componentLines } from '../../../src/render/text/component-lines.ts';
import { differences } from '../../../src/render/view/differences.ts';
import type { FieldDifference } from '../../../src/render/view/three-way.ts';
import { excerptLines, excerpts } from '../../../src/render/view/excerpt.ts';
import { lineText, type MarkedLine } from '../../../src/render/view/marked-line.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { readable } from '../../../src/render/view/readable.ts';

const START = 'The summer sale has begun, and everything that keeps you dry is on the front table: ';
const LONG = START.repeat(4);
const IMAGE = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUg'.repeat(60)}`;

function difference(was: JsonValue, value: JsonValue): FieldDifference {
  const html = (text: JsonValue) => ({ content: { email: { html_content: text } } });
  const [one, ...more] = differences(html(was), html(value));
  if (!one || more.length > 0) throw new Error('not one difference');
  return one;
}

function terminal(was: JsonValue, value: JsonValue, columns: number): string[] {
  const printed = { context: [], differences: [difference(was, value)] };
  return componentLines(
    { name: 'campaign_content', cause: '', causeInFull: '', places: [printed], rest: [] },
    { paint: PLAIN, columns },
  ).slice(1);
}

describe('a difference far inside a long value is seen', () => {
  it.each<readonly [what: string, was: JsonValue, now: JsonValue]>([
    ['of a text', `${LONG}Boots.`, `${LONG}Tents.`],
    ['of one line among others', `<p>\n${LONG}Boots.\n</p>`, `<p>\n${LONG}Tents.\n</p>`],
    ['of two lines among others', `a\n${LONG}Boots.\n${LONG}1\nb`, `a\n${LONG}Tents.\n${LONG}2\nb`],
    ['of a list of maps', [{ text: LONG, to: 'Boots' }], [{ text: LONG, to: 'Tents' }]],
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

  it('at any width', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.integer({ min: 24, max: 90 }),
        (head, a, b, room) => {
          fc.pre(a !== b);
          const [was, now] = excerpts(head + a, head + b, { width: room, wholes: [] });
          expect(was.text).not.toBe(now.text);
          expect(Math.max(was.text.length, now.text.length)).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});

describe('lines of a diff', () => {
  const cut = (lines: readonly string[], width: number) =>
    excerptLines(
      lines.map((line) => ({ mark: line.charAt(0) as MarkedLine['mark'], text: line.slice(2) })),
      { width, wholes: [] },
    ).map(lineText);

  it('stay unchanged if they fit', () => {
    expect(cut(['  a', '- b', '+ c', '+ d', '  …'], 80)).toEqual(['  a', '- b', '+ c', '+ d', '  …']);
  });

  it('are cut at the end if they have no counterpart', () => {
    expect(cut([`- ${LONG}`, `+ ${LONG}`, '+ x'], 30)).toEqual([
      '- The summer sale has begun, …',
      '+ The summer sale has begun, …',
      '+ x',
    ]);
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
