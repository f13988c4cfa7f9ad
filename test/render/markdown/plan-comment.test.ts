import { say } from '../../../src/messages/phrase.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { fenced } from '../../../src/render/markdown/escape-markdown.ts';
import { COMMENT_LIMIT, type TextLimit } from '../../../src/render/markdown/fit-blocks.ts';
import {
  planBlocks,
  planComments,
  planFooter,
  planSummary,
  reviewFootnote,
  type SummaryOptions,
} from '../../../src/render/markdown/plan-comment.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';
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
    limit: { units: 'characters', atMost },
    wholeAt: WHOLE_AT,
    ...more,
  };
}

/** The parts of a comment, found in order, and the text between them and the footer. */
function read(comment: string, plan: Plan, given: SummaryOptions) {
  const footer = planFooter(plan, given);
  expect(comment.endsWith(footer)).toBe(true);
  let rest = comment.slice(0, comment.length - footer.length);
  const blocks = planBlocks(plan, given);
  const dropped = blocks.filter(({ text }) => {
    if (!rest.startsWith(text)) return true;
    rest = rest.slice(text.length);
    return false;
  });
  return { rest, dropped, kept: blocks.filter((one) => !dropped.includes(one)) };
}

/** The laws of a comment for one plan and one limit. */
function expectFit(plan: Plan, given: SummaryOptions): void {
  const comment = planSummary(plan, given);
  expect(trouble(comment)).toEqual([]);
  const { rest, dropped, kept } = read(comment, plan, given);
  const frames = kept.every(({ kind }) => kind === 'frame');
  expect(comment.length <= given.limit.atMost || frames).toBe(true);
  expect(dropped.filter(({ kind }) => kind === 'frame')).toEqual([]);
  expect(rest !== '').toBe(dropped.length > 0);
  if (dropped.length > 0) expect(rest).toMatch(/^\nLeft out to save space: .*\n/);
  for (const kind of new Set(kept.map((one) => one.kind)))
    expect(kind === 'frame' || kept.some((one) => one.kind === kind && one.keys.length > 0)).toBe(true);
}

const isLong = (plan: Plan) => planSummary(plan, options(60_000)).startsWith('###');
const PLANS = caseNames().map((name) => planCase(readCase(name)).plan);

describe('a comment', () => {
  it('is complete if the limit is large enough', () => {
    for (const plan of PLANS.filter(isLong)) {
      const given = options(1_000_000);
      expect(planSummary(plan, given)).toBe(planMarkdown(plan, given));
    }
  });

  it('fits into any limit with whole parts only, for every golden case', () => {
    for (const plan of PLANS.filter(isLong)) {
      const whole = planSummary(plan, options(1_000_000)).length;
      for (const share of [0, 0.2, 0.5, 0.8, 0.99]) expectFit(plan, options(Math.floor(whole * share)));
    }
  });

  it('fits into any limit, for any plan', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 0, max: 6_000 }), (world, atMost) => {
        const plan = planFor(worldOf(world), inputsOf(world));
        if (isLong(plan)) expectFit(plan, options(atMost));
      }),
      draws(60),
    );
  });

  it('fits into any limit, whatever campaigns contain', () => {
    const texts = fc.array(fc.constantFrom(...Object.values(HOSTILE_TEXTS)), { maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 8_000 }), (all, atMost) => {
        expectFit(planSaying(all.join('')), options(atMost));
      }),
      draws(30),
    );
  });

  it.each<readonly [what: string, text: string]>([
    ['a subject of a megabyte', 'x'.repeat(1_000_000)],
    ['many words', 'word @octocat '.repeat(10_000)],
    ['many lines', '```\n'.repeat(10_000)],
    ['many marks that turn text round', '\u202e'.repeat(30_000)],
  ])('stays within its limit with %s', (_, text) => {
    expectFit(planSaying(text), options(COMMENT_LIMIT.atMost));
  });

  it('leaves out the least important parts first, and of those the last ones', () => {
    const plan = planOfMany({ edited: 30, held: 12 });
    const whole = planSummary(plan, options(1_000_000)).length;
    const kinds = (atMost: number) =>
      new Set(
        read(planSummary(plan, options(atMost)), plan, options(atMost)).dropped.map(({ kind }) => kind),
      );
    expect([...kinds(whole - 1)]).toEqual(['change-details']);
    expect([...kinds(whole - 5_200)]).toEqual(['attention-details', 'change-details']);
    const { kept } = read(planSummary(plan, options(3_200)), plan, options(3_110));
    const edits = kept.filter(({ kind, keys }) => kind === 'change' && keys.length > 0);
    expect(edits.length).toBeGreaterThan(10);
    expect(kept.filter(({ kind }) => kind !== 'frame').map(({ keys }) => keys[0])).toEqual([
      undefined,
      // All that are blocked for this reason.
      'held/mail-0000',
      undefined,
      ...edits.map((_, at) => `edited/mail-${String(at).padStart(4, '0')}`),
    ]);
  });

  it('is followed by others if not every change fits into it', () => {
    const plan = planOfMany({ edited: 12, held: 12 });
    const room: TextLimit = { units: 'characters', atMost: 3_000 };
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
    const before = keys.map((key) => live({ key }));
    const plan = planFor({
      desired: keys.map((key) => desired({ key, components: { conversion_goal_details: { goals } } })),
      live: before,
      state: stateOf(before.map((one) => bindingOf(one))),
    });
    const parts = planComments(plan, options(60_000), () => COMMENT_LIMIT);
    expect(parts.length).toBeGreaterThan(1);
    const whole = parts.map(({ text }) => text).join('');
    for (const { goal_type: type } of goals) expect(whole).toContain(`+ ${type}\n`);
    for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT.atMost);
  });

  it('shows the notices of the caller right below its first sentence, escaped', () => {
    const notice = say`The base @main could not be fetched, so all campaigns were planned.`;
    const lines = planSummary(planSaying('x'), options(60_000, { notices: [notice] })).split('\n');
    expect(lines[3]).toBe('The base @&#8203;main could not be fetched, so all campaigns were planned.');
  });
});

it('is a code block even with the maximum number of lines', () => {
  const lines = Array.from({ length: 300_000 }, () => '```');
  expect(fenced('diff', lines)).toMatch(/^````diff\n```\n/);
});

describe('a plan with nothing to report', () => {
  const synced = planCase(readCase('003-in-sync')).plan;

  it('is one line', () => {
    expect(
      planSummary(synced, options(60_000, { footnotes: ['[run](x)'], notices: [say`No key here.`] })),
    ).toBe(`**Campaigns · production**: everything is in sync. No key here. <sub>3f2a91c · [run](x)</sub>\n`);
  });
});

describe('a job summary', () => {
  it('is measured in bytes', () => {
    const plan = planSaying('日本語のキャンペーン');
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    for (const atMost of [1_200, 2_500, 4_000]) {
      const room: TextLimit = { units: 'bytes', atMost };
      const summary = planSummary(plan, { ...options(0), limit: room });
      expect(bytes(summary)).toBeLessThanOrEqual(atMost);
      expect(summary.length).toBeLessThan(bytes(summary));
      expect(trouble(summary)).toEqual([]);
    }
  });
});

describe('the footnote on the review', () => {
  it.each([
    ['001-readme', 'merging applies exactly the changes listed here'],
    ['003-in-sync', undefined],
    ['050-offline', undefined],
  ])('of %s', (name, words) => {
    expect(reviewFootnote(planCase(readCase(name)).plan)).toBe(words);
  });
});
