import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import { diffLines, restLines } from '../../../src/render/view/diff-lines.ts';
import { differences } from '../../../src/render/view/differences.ts';
import { lineText } from '../../../src/render/view/marked-line.ts';
import { describePlan } from '../../../src/render/view/plan-view.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';

const html = (text: JsonValue | undefined) => ({
  content: { email: text === undefined ? {} : { html_content: text } },
});

/** How a new text, or an edit of a text, is shown. */
function shown(before: JsonValue | undefined, after: JsonValue): readonly string[] {
  const [one] = differences(html(before), html(after));
  return one?.lines?.map(lineText) ?? [`- ${one?.was ?? ''}`, `+ ${one?.now ?? ''}`];
}

describe('an email in one line', () => {
  const tags = Array.from(
    { length: 5 },
    (_, at) => `<p>Paragraph ${at} of a mail that has several of them</p>`,
  );

  it('is split at its tags if it is new', () => {
    expect(shown(undefined, tags.join(''))).toEqual(tags.map((tag) => `+ ${tag}`));
  });

  it('is cut between two tags, and says how much is missing', () => {
    const many = Array.from({ length: 40 }, (_, at) => `<p>${at} ${'.'.repeat(at)}</p>`);
    const lines = shown(undefined, many.join(''));
    const kept = lines.length - 1;
    const left = many.slice(kept);
    expect(lines.slice(0, -1)).toEqual(many.slice(0, kept).map((tag) => `+ ${tag}`));
    expect(lines.at(-1)).toBe(`  … ${left.length} more lines (${left.join('\n').length} characters)`);
  });
});

describe('a text of which nearly everything changed', () => {
  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, at) => `<p>${word} ${at * 7919}</p>`).join('\n');

  it('is described by its size, and not compared line by line for minutes', () => {
    expect(shown(lines(18_000, 'old'), lines(60_000, 'new'))).toEqual([
      '- 18000 lines',
      '+ 60000 lines, most of them new',
    ]);
  });

  it('is compared if few of many lines changed', () => {
    const text = lines(18_000, 'old');
    expect(shown(text, text.replace('old 7919<', 'new<'))).toContain('+ <p>new</p>');
  });
});

describe('a value that is cut says how much is missing', () => {
  const long = 'word '.repeat(100).trim();

  it('as a new text, an edited one, and one line of several', () => {
    expect(shown(undefined, long).join()).toMatch(/… \(\d+ characters left out\)$/);
    for (const line of shown(long, `${long}!${long}`)) expect(line).toMatch(/\(\d+ characters left out\)$/);
    expect(shown(undefined, `a\n${long}`)[1]).toMatch(/^\+ word .*… \(\d+ characters left out\)$/);
  });

  it('and the count is correct', () => {
    const [, now = ''] = shown(undefined, long);
    const [text = '', count = ''] = now.slice(2).split(/… \((\d+) characters left out\)/);
    expect(text.length + Number(count)).toBe(long.length);
  });

  it('and the count is correct for a line that is cut at both ends', () => {
    const [line = ''] = shown(`a\n${long} b ${long}`, `a\n${long} c ${long}`).filter((one) => one[0] === '-');
    const [text = '', count = ''] = line.slice(2).split(/… \((\d+) characters left out\)/);
    expect(text).toMatch(/^…/);
    expect(text.length - 1 + Number(count)).toBe(`${long} b ${long}`.length);
  });

  it('and a summary of unreadable data is never cut', () => {
    const image = (end: string) => `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUg'.repeat(60)}${end}`;
    for (const start of ['', ' '.repeat(40), 'x '.repeat(60), 'x '.repeat(70)])
      for (const [was, now] of [
        [start + image('a'), start + image('b')],
        [`\n${start}${image('a')}`, `\n${start}${image('b')}`],
      ])
        for (const line of shown(was, now ?? ''))
          expect(line.replace(/\[data:image\/png;base64, 1,343 characters, #[0-9a-f]{8}\]/, '')).not.toMatch(
            /data|characters,|#/,
          );
  });

  it('and one that fits says nothing', () => {
    expect(shown(undefined, 'Hello')).toEqual(['- ', '+ Hello']);
  });
});

it('says in which files, and at which line, the rest is', () => {
  const { plan } = planCase(readCase('070-long-mail-small-edit'));
  const [book] = describePlan(plan).changes;
  expect(book?.components.flatMap(restLines).map(lineText)).toEqual([
    '  The rest is in campaigns/promo/route-book.yaml:10 and campaigns/promo/route-book.html.',
  ]);
  const { changes } = describePlan(planCase(readCase('001-readme')).plan);
  expect(
    changes
      .flatMap(({ components }) => components)
      .flatMap(diffLines)
      .map(lineText)
      .join('\n'),
  ).toContain('<ol>');
  expect(changes.flatMap(({ components }) => components).flatMap(restLines)).toEqual([]);
});
