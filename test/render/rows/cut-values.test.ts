import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import type { JsonValue } from '../../../src/model/json.ts';
import { restWords } from '../../../src/render/rows/fold.ts';
import { differences } from '../../../src/render/rows/differences.ts';
import { lineText } from '../../../src/render/rows/value-row.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const html = (text: JsonValue | undefined): Components => ({
  campaign_content: { content: { email: text === undefined ? {} : { html_content: text } } },
});

/** How a new text, or an edit of a text, is shown. */
function shown(before: JsonValue | undefined, after: JsonValue): readonly string[] {
  const [one] = differences(html(before).campaign_content, html(after).campaign_content);
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
    expect(lines.at(-1)).toBe(`  … ${left.length} more lines`);
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
});

describe('a value that is cut says how much is missing', () => {
  const long = 'word '.repeat(100).trim();

  it('as a new text, an edited one, and one line of several', () => {
    expect(shown(undefined, long).join()).toMatch(/… \(\d+ characters left out\)$/);
    for (const line of shown(long, `${long}!${long}`)) expect(line).toMatch(/\(\d+ characters left out\)$/);
    expect(shown(undefined, `a\n${long}`)[1]).toMatch(/^\+ word .*… \(\d+ characters left out\)$/);
  });

  it('and the count is correct for a line that is cut at both ends', () => {
    const [line = ''] = shown(`a\n${long} b ${long}`, `a\n${long} c ${long}`).filter((one) => one[0] === '-');
    const [text = '', count = ''] = line.slice(2).split(/… \((\d+) characters left out\)/);
    expect(text).toMatch(/^…/);
    expect(text.length - 1 + Number(count)).toBe(`${long} b ${long}`.length);
  });
});

it('says in which file the rest is, if something is cut', () => {
  const restOf = (text: string) => {
    const draft = live({ components: html('') });
    const plan = planFor({
      desired: [desired({ components: html(text) })],
      live: [draft],
      state: stateOf([bindingOf(draft)]),
    });
    return planRows(plan).flatMap(({ values }) => values.map(({ rest }) => restWords(rest)));
  };
  expect(restOf('a\n'.repeat(30))).toEqual(['The rest is in campaigns/a.yaml.']);
  expect(restOf('a\nb')).toEqual(['']);
});
