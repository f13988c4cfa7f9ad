import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { fenced } from '../../../src/render/markdown/escape-markdown.ts';
import { COMMENT_LIMIT, SUMMARY_LIMIT, textOf } from '../../../src/render/markdown/blocks.ts';
import {
  planBlocks,
  planComments,
  planFooter,
  planSummary,
  type SummaryOptions,
} from '../../../src/render/markdown/plan-comment.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { desired, live, managing, planFor } from '../../support/builders.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { caseNames, readCase } from '../../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { planSaying } from '../../support/talking-plan.ts';
import { drawn, inputsOf, worldOf } from '../../support/worlds.ts';
import { planOfMany } from '../../support/report/many-campaigns.ts';
import { trouble } from '../../support/report/page-trouble.ts';
import { draws } from '../../support/draws.ts';

const WHOLE_AT = '../blob/main/summary';

function options(atMost: number, more: Partial<SummaryOptions> = {}): SummaryOptions {
  return {
    subject: 'Merging this',
    addressOf: ({ file }) => `../blob/main/${file}`,
    footnotes: [],
    notices: [],
    limit: { ...COMMENT_LIMIT, atMost },
    wholeAt: WHOLE_AT,
    ...more,
  };
}

/** The laws of a comment for one plan and one limit: whole parts in their order, and what is always kept. */
function expectFit(plan: Plan, given: SummaryOptions): void {
  const comment = planSummary(plan, given);
  expect(trouble(comment)).toEqual([]);
  expect(comment.endsWith(planFooter(plan, given))).toBe(true);
  let at = 0;
  let isWhole = true;
  const blocks = planBlocks(plan, given);
  for (const { text, keys } of blocks) {
    const found = comment.indexOf(text, at);
    if (found >= 0) at = found + text.length;
    else isWhole = false;
    if (keys.length === 0) expect(found).toBeGreaterThanOrEqual(0);
  }
  expect(comment.includes('Left out to save space')).toBe(!isWhole);
  const frames = blocks.filter(({ keys }) => keys.length === 0);
  expect(comment.length <= given.limit.atMost || textOf(frames).length > given.limit.atMost - 400).toBe(true);
}

const PLANS = caseNames().map((name) => planCase(readCase(name)).plan);

describe('a comment', () => {
  it('fits into any limit with whole parts only, for every golden case', () => {
    for (const plan of PLANS) {
      const whole = planSummary(plan, options(1_000_000)).length;
      for (const share of [0, 0.2, 0.5, 0.8, 0.99]) expectFit(plan, options(Math.floor(whole * share)));
    }
  });

  it('fits into any limit, for any plan', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 0, max: 6_000 }), (world, atMost) => {
        const plan = planFor(worldOf(world), inputsOf(world));
        expectFit(plan, options(atMost));
      }),
      draws(60),
    );
  });

  it.each<readonly [what: string, text: string]>([
    ['a subject of a megabyte', 'x'.repeat(1_000_000)],
    ['many lines', '```\n'.repeat(10_000)],
    ['many marks that turn text round', '\u202e'.repeat(30_000)],
  ])('stays within its limit with %s', (_, text) => {
    expectFit(planSaying(text), options(COMMENT_LIMIT.atMost));
  });

  it('leaves out the last parts first', () => {
    const plan = planOfMany({ edited: 30, held: 12 });
    const whole = planSummary(plan, options(1_000_000));
    const short = planSummary(plan, options(whole.length - 1));
    expect(short.split('<details>').length).toBeLessThan(whole.split('<details>').length);
    expect(short.match(/^\| /gm)).toEqual(whole.match(/^\| /gm));
  });

  it('is followed by others if not every change fits into it', () => {
    const plan = planOfMany({ edited: 12, held: 12 });
    const room = { ...COMMENT_LIMIT, atMost: 3_000 };
    const parts = planComments(plan, { ...options(0), limit: room }, () => room);
    expect(parts.length).toBeGreaterThan(1);
    const all = parts.flatMap(({ campaigns }) => campaigns.map(({ key }) => key));
    expect(all.toSorted()).toEqual(plan.campaigns.map(({ key }) => key));
    for (const [at, { campaigns, text }] of parts.entries()) {
      expect(text.length).toBeLessThanOrEqual(room.atMost);
      expect(text).toContain(`This is part ${at + 1} of ${parts.length}`);
      for (const { key, file, steps } of campaigns) if (steps.length > 0) expect(text).toContain(file ?? key);
    }
    expect(planComments(plan, options(60_000), () => COMMENT_LIMIT)).toHaveLength(1);
  });

  it('continues in full where one campaign fills it, and drops nothing that is sent', () => {
    const goals = Array.from({ length: 1_500 }, (_, at) => ({ name: `goal ${at}`, goal_type: `type ${at}` }));
    const keys = ['a', 'large', 'z'];
    const files = keys.map((key) => desired({ key, components: { conversion_goal_details: { goals } } }));
    const shown = keys.map((key) => live({ key }));
    const plan = planFor(managing(files, shown));
    const parts = planComments(plan, options(60_000), () => COMMENT_LIMIT);
    expect(parts.length).toBeGreaterThan(1);
    const whole = parts.map(({ text }) => text).join('');
    for (const { goal_type: type } of goals) expect(whole).toContain(`+ ${type}\n`);
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT.atMost);
  });
});

it('a code block has at most the maximum number of lines', () => {
  const lines = Array.from({ length: 300_000 }, () => '```');
  expect(fenced('diff', lines)).toMatch(/^````diff\n```\n/);
});

it('a job summary is measured in bytes', () => {
  const plan = planSaying('日本語のキャンペーン');
  for (const atMost of [1_200, 2_500, 4_000]) {
    const summary = planSummary(plan, { ...options(0), limit: { ...SUMMARY_LIMIT, atMost } });
    expect(new TextEncoder().encode(summary).length).toBeLessThanOrEqual(atMost);
    expect(trouble(summary)).toEqual([]);
  }
});

describe('the text of campaigns', () => {
  const MARKS = '@ # ` | \\ < > & [ ] ( ) * _ ~ $ : ! - / . a 1'.split(' ').concat('\n', '\r', '\t', ' ');
  const markdown = (text: string) => planMarkdown(planSaying(text), options(0));

  it.each(Object.entries(HOSTILE_TEXTS))('has no effect on the page: %s', (_, text) => {
    expect(trouble(markdown(text))).toEqual([]);
  });

  it('has no effect on the page, whatever it is', () => {
    const pieces = fc.constantFrom(...Object.values(HOSTILE_TEXTS), ...MARKS);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (texts) => {
        expect(trouble(markdown(texts.join('')))).toEqual([]);
      }),
      draws(150),
    );
  });

  it.each([
    ...[
      '@octocat',
      'acme/shop#1',
      '<b>',
      '<!-- x -->',
      'https://evil.example',
      '[x](y)',
      '| x | y |',
      '```diff',
    ],
  ])('would be found: %s', (text) => {
    expect(trouble(`${markdown('plain')}\n${text}\n`)).not.toEqual([]);
  });
});
