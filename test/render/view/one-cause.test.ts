import { describe, expect, it } from 'vitest';
import { describeHeld } from '../../../src/messages/held-messages.ts';
import { plainText, plainTextOnGitHub, type Phrase } from '../../../src/messages/phrase.ts';
import { held, type Held, type HeldCause, type HeldReason } from '../../../src/model/held.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { COMMENT_LIMIT } from '../../../src/render/markdown/fit-blocks.ts';
import { planMarkdown } from '../../../src/render/markdown/plan-markdown.ts';
import { resultComment } from '../../../src/render/markdown/result-comment.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { resultText } from '../../../src/render/text/result-text.ts';
import { desired, key, planFor } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/held-examples.ts';
import { report } from '../../support/report/results.ts';
import { NO_ANSWER } from '../../support/answer-problems.ts';

// A cause that many campaigns share is reported once, with all their keys, in every medium.

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth'];
const GUARD = { touched: 6, live: 13, share: 0.3 };
const SHARED: readonly (readonly [HeldReason, HeldCause])[] = [
  ['ambiguous', HELD_EXAMPLES['no-record']],
  ['unreadable', HELD_EXAMPLES.unreadable],
  ['unreadable', HELD_EXAMPLES['not-asked']],
  ['unreadable', HELD_EXAMPLES['name-not-searched']],
  ['unreadable', HELD_EXAMPLES['nothing-recorded']],
  ['needs-publish', HELD_EXAMPLES['publish-off']],
  ['not-reviewed', { code: 'not-reviewed', why: { kind: 'no-review-key' } }],
];

describe.each(SHARED)('%s: %o', (reason, cause) => {
  const blocked = held(reason, cause);
  const { why } = describeHeld(blocked, 'production');

  it.each(Object.entries(plans(blocked)))('is reported once in the plan as %s', (_, text) => {
    expectOnce(text, firstSentence(why, cause));
  });

  it.each(Object.entries(results(blocked)))('is reported once in the result as %s', (_, text) => {
    expectOnce(text, firstSentence(why, cause));
  });
});

it('the guard is reported once', () => {
  const blocked = held('guard', HELD_EXAMPLES.guard);
  const { campaigns, ...plan } = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
  const refused = { ...plan, campaigns: campaigns.map((one) => ({ ...one, held: [blocked] })), guard: GUARD };
  for (const text of Object.values(rendered(refused)))
    expect(text.replace(/\s+/g, ' ').split(/guard refused the plan/i)).toHaveLength(2);
});

it('a full quota is reported once', () => {
  const result = resultOf({
    deferred: NAMES.map((name) => ({ key: key(name), resumeAt: '2031-01-01T10:00:00.000Z' })),
  });
  for (const text of Object.values(resultsOf(result)))
    expect(text.match(/2031-01-01[T ]10:00/g)?.length).toBeLessThanOrEqual(2);
  expect(resultsOf(result).comment.match(/^\| ⏳/gm)).toHaveLength(1);
});

it('an unreachable service is reported once', () => {
  const cause = { code: 'unreachable', problem: NO_ANSWER } as const;
  const result = resultOf({
    failed: NAMES.map((name) => ({ key: key(name), cause, responseId: null })),
  });
  for (const text of Object.values(resultsOf(result)))
    expect(text.split('There is no answer from')).toHaveLength(2);
});

it('without a record, what to do comes first, and no second campaigns are proposed', () => {
  const blocked = held('ambiguous', HELD_EXAMPLES['no-record']);
  for (const text of [...Object.values(plans(blocked)), ...Object.values(results(blocked))]) {
    expect(text).toMatch(/No record of .?production.? was found \(branch .?campaigns-state\/production/);
    expect(text).not.toContain('same-name');
    expect(text.indexOf('No record of')).toBeLessThan(text.indexOf('fourth'));
  }
  expect(plans(blocked).terminal).toContain('campaigns import --adopt --all -w production');
  expect(plans(blocked).page).toContain('campaigns import --adopt --all -w production');
  expect(plans(blocked).comment).toContain(
    'ask an engineer to link the files to the live campaigns with the import command.',
  );
  expect(plans(blocked).comment).not.toContain('--adopt');
});

function expectOnce(text: string, sentence: string): void {
  const plain = text
    .replace(/&#?\w+;|\\/g, '')
    .replace(/[`']/g, '')
    .replace(/\s+/g, ' ');
  expect(plain.split(sentence)).toHaveLength(2);
  for (const name of NAMES) expect(plain).toContain(name);
}

/** The first lines say why a lost record blocks everything. */
function firstSentence(why: Phrase, { code }: HeldCause): string {
  if (code === 'no-record') return 'The service already has a campaign with the same name, channel and type.';
  expect(plainText(why)).toBe(plainTextOnGitHub(why));
  return /^[^.]*/.exec(plainText(why).replace(/[`']/g, ''))?.[0] ?? '';
}

function planOf(blocked: Held): Plan {
  const plan = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
  const campaigns = plan.campaigns.map((one) => ({
    ...one,
    ...{ verdict: 'held' as const, steps: [], components: [], held: [blocked] },
  }));
  return { ...plan, workspace: 'production', campaigns };
}

function plans(blocked: Held) {
  return rendered(planOf(blocked));
}

function rendered(plan: Plan) {
  return {
    terminal: planText(plan, { paint: PLAIN, columns: 120 }),
    comment: planMarkdown(plan, {
      subject: 'Merging this',
      addressOf: ({ file }) => `../blob/main/${file}`,
      footnotes: [],
    }),
    page: planHtml(plan, { subject: 'Applying this' }),
  };
}

function results(blocked: Held) {
  return resultsOf(resultOf({ held: NAMES.map((name) => ({ key: key(name), ...blocked })) }));
}

function resultOf(result: Partial<Result>): Result {
  return { ...emptyResult('production', { refused: undefined }), ...result };
}

function resultsOf(result: Result) {
  return {
    terminal: resultText(result, { paint: PLAIN, columns: 120 }),
    comment: resultComment(report(result), {
      addressOf: ({ file }) => `../blob/main/${file}`,
      dashboardOf: () => undefined,
      workflowAt: (file) => file,
      ...{ footnotes: [], notices: [], marker: '', limit: COMMENT_LIMIT },
    }),
  };
}
