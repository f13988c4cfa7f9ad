import { describe, expect, it } from 'vitest';
import { describeHeld } from '../../../src/messages/catalog/held.ts';
import { plainText, plainTextOnGitHub, type Phrase } from '../../../src/messages/phrase.ts';
import { heldBy, type Held, type HeldCause, type HeldReason } from '../../../src/model/held.ts';
import type { Plan, PlannedCampaign } from '../../../src/model/plan.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { groupRows, withoutNames } from '../../../src/render/rows/group.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { COMMENT_LIMIT } from '../../../src/render/markdown/fit-blocks.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { resultComment } from '../../../src/render/markdown/result-comment.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { resultText } from '../../../src/render/text/result-text.ts';
import type { Components } from '../../../src/model/campaign.ts';
import type { FailureCause } from '../../../src/model/failure.ts';
import { describeFailure, FAILURES } from '../../../src/messages/catalog/failures.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/held-examples.ts';
import { report } from '../../support/report/results.ts';

// A cause that many campaigns share is reported once, with all their keys, in every medium.

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth'];
const REASONS: Readonly<Partial<Record<HeldCause['code'], HeldReason>>> = {
  'no-record': 'ambiguous',
  unreadable: 'unreadable',
  'publish-off': 'needs-publish',
  'not-reviewed': 'not-reviewed',
};
/** Every reason, except the guard, which has its own sentence. */
const CAUSES = Object.values(HELD_EXAMPLES).filter(({ code }) => code !== 'guard');

describe.each(CAUSES.map((cause) => [cause.code, cause] as const))('%s', (code, cause) => {
  const blocked = (name: string) => heldBy(REASONS[code] ?? 'locked', ownCause(cause, name));
  const { why } = describeHeld(heldBy('locked', ownCause(cause, 'KEY', 'ID')), 'production');

  it.each(Object.entries(plans(blocked)))('is reported once in the plan as %s', (_, text) => {
    expectOnce(text, firstSentence(why));
  });

  it.each(Object.entries(results(blocked)))('is reported once in the result as %s', (_, text) => {
    expectOnce(text, firstSentence(why));
  });
});

describe('values that differ from campaign to campaign', () => {
  const utm = (source: string): Components => ({ utm_params: { utm_source: source } });
  const drifted = planFor(
    {
      desired: NAMES.map((name) => desired({ key: name, components: utm('file') })),
      live: NAMES.map((name, at) => ({
        ...live({ key: name, components: utm(`hand-${name}`) }),
        ...{ updatedBy: `editor-${at}@example.com`, updatedAt: '2030-12-12 10:31:07.120000' },
      })),
      state: stateOf(NAMES.map((name) => bindingOf(live({ key: name, components: utm('file') })))),
    },
    { policy: { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } },
  );

  it.each(Object.entries(rendered(drifted)))('are below a reason that is reported once: %s', (_, text) => {
    expectOnce(text, 'The policy setting drift: hold protects such changes.');
    expectOnce(text, 'Write the live value into the file, or undo the change in the service.');
    for (const [at, name] of NAMES.entries()) {
      expect(text).toContain(`hand-${name}`);
      expect(text.replaceAll('&#8203;', '')).toContain(`editor-${at}@example.com`);
    }
  });
});

it('what a campaign has besides a shared reason is reported for it alone', () => {
  const plan = planOf(() => heldBy('needs-publish', HELD_EXAMPLES['publish-off']));
  const [first, ...others] = plan.campaigns;
  if (!first) throw new Error('A plan without campaigns');
  const both = { ...first, held: [...first.held, heldBy('in-flight', HELD_EXAMPLES.unresolved)] };
  for (const text of Object.values(rendered({ ...plan, campaigns: [both, ...others] }))) {
    expectOnce(text, 'but publishing is off for production');
    expectOnce(text, "and the result isn't known yet");
  }
});

it.each(Object.entries(FAILURES))(
  'a failure of several campaigns is reported once: %s',
  (code, { example }) => {
    const cause = { code, ...example } as FailureCause;
    const result = resultOf({
      failed: NAMES.map((name) => ({
        ...{ key: key(name), responseId: null },
        cause: renamedPlaces(cause, name),
      })),
    });
    const alone = describeFailure(
      { key: key('KEY'), cause: renamedPlaces(cause, undefined), responseId: null },
      'production',
    );
    for (const text of Object.values(resultsOf(result))) expectOnce(text, firstSentence(alone.why));
  },
);

function expectOnce(text: string, sentence: string): void {
  const plain = plainOf(text);
  expect(plain.split(plainOf(sentence))).toHaveLength(2);
  for (const name of NAMES) expect(plain).toContain(name);
}

/** A text without the characters that the output formats write differently. */
function plainOf(text: string): string {
  return text.replace(/&#?\w+;|[\\[\]{}`']/g, '').replace(/\s+/g, ' ');
}

function firstSentence(why: Phrase): string {
  const [inTerminal = '', onGitHub] = [plainText(why), plainTextOnGitHub(why)].map(
    (text) => /^[^.]*/.exec(text.replace(/[`']/g, ''))?.[0] ?? '',
  );
  expect(inTerminal).toBe(onGitHub);
  return inTerminal;
}

/** The same reason for another campaign. */
function ownCause(cause: HeldCause, name: string, id = `id-${name}`): HeldCause {
  const own = (from: object): object =>
    Object.fromEntries(
      Object.entries(from).map(([field, value]: [string, unknown]) => {
        if (field === 'key') return [field, name];
        if (field === 'file' && typeof value === 'string')
          return [field, name === 'KEY' ? 'FILE' : `campaigns/${name}.yaml`];
        if (field === 'orphan') return [field, name === 'KEY' ? 'OLD-KEY' : `old-${name}`];
        if (field === 'campaignId' || field === 'id') return [field, id];
        if (Array.isArray(value))
          return [field, value.map((one: unknown) => (isObject(one) ? own(one) : one))];
        return [field, isObject(value) ? own(value) : value];
      }),
    );
  return own(cause) as HeldCause;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A failure whose complaints are in the file of the campaign; without places if it has no name. */
function renamedPlaces(cause: FailureCause, name: string | undefined): FailureCause {
  if (cause.code !== 'refused') return cause;
  const complaints = cause.complaints.map((one) => ({
    ...one,
    place: one.place && name !== undefined ? { ...one.place, file: `campaigns/${name}.yaml` } : undefined,
  }));
  return { ...cause, complaints };
}

type BlockedFor = (name: string) => Held;

function planOf(blocked: BlockedFor): Plan {
  const plan = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
  const campaigns = plan.campaigns.map((one) => ({
    ...one,
    ...{ verdict: 'held' as const, steps: [], components: [], held: [blocked(one.key)] },
    campaignId: campaignId(`id-${one.key}`),
  }));
  return { ...plan, workspace: 'production', campaigns };
}

function plans(blocked: BlockedFor) {
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

function results(blocked: BlockedFor) {
  return resultsOf(resultOf({ held: NAMES.map((name) => ({ key: key(name), ...blocked(name) })) }));
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
      ...{ footnotes: [], notices: [], limit: COMMENT_LIMIT },
    }),
  };
}

describe('one edit of a snippet in five emails, one of which has another edit, too', () => {
  const { plan } = planCase(readCase('104-one-snippet-in-many'));
  const groups = (campaigns: readonly PlannedCampaign[]) =>
    groupRows(planRows({ ...plan, campaigns })).map(({ rows }) =>
      rows.map(({ subject }) => subject.replace('newsletter/', '')).join(' '),
    );
  const changed = (name: string, change: (campaign: PlannedCampaign) => Partial<PlannedCampaign>) =>
    plan.campaigns.map((one) => (one.key === name ? { ...one, ...change(one) } : one));
  /** Copies of one campaign, each with its own body. */
  const copies = (edits: readonly { readonly was: string; readonly now: string }[]) => {
    const [model] = plan.campaigns as [PlannedCampaign];
    const contentOf = (html_content: string) => ({
      content: { email: { default: { variation_1: { html_content } } } },
    });
    return edits.map(({ was, now }, at): PlannedCampaign => ({
      ...model,
      key: key(`n${at}`),
      components: model.components.map((one) => ({ ...one, before: contentOf(was), after: contentOf(now) })),
    }));
  };

  it('is one row, and of two campaigns each has its own', () => {
    expect(groups(plan.campaigns)).toEqual(['boots maps rain tents', 'huts']);
    expect(groups(plan.campaigns.slice(0, 2))).toEqual(['boots', 'huts']);
  });

  it.each<[what: string, change: (campaign: PlannedCampaign) => Partial<PlannedCampaign>]>([
    [
      'starts',
      () => ({ verdict: 'transition', transition: { action: 'RESUME', from: 'PAUSED', to: 'ACTIVE' } }),
    ],
  ])('without the one that also %s', (_, change) => {
    expect(groups(changed('newsletter/maps', change))).toEqual(['boots rain tents', 'huts', 'maps']);
  });

  it('is compared in full, not as it is cut, and in the order of its lines', () => {
    const long = 'x '.repeat(400);
    const hidden = ['a', 'b', 'c'].map((end) => ({
      was: `<p>${long}</p>\n`,
      now: `<p>y${long}${end}</p>\n`,
    }));
    expect(groups(copies(hidden))).toEqual(['n0', 'n1', 'n2']);
    const replaced = { was: 'a\nk\nl', now: 'b\nk\nl' };
    expect(groups(copies([replaced, replaced, replaced, { was: 'a\nk\nl', now: 'k\nb\nl' }]))).toEqual([
      'n0 n1 n2',
      'n3',
    ]);
  });
});

describe('a campaign that is called like a code', () => {
  const NAMING = new Set(['key', 'orphan', 'other', 'of', 'as', 'former']);
  const textsIn = (value: unknown, field = ''): string[] => {
    if (typeof value === 'string') return NAMING.has(field) ? [] : [value];
    if (typeof value !== 'object' || value === null) return [];
    return Array.isArray(value)
      ? value.flatMap((one: unknown) => textsIn(one, field))
      : Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
  };

  it.each(Object.values(HELD_EXAMPLES).map((cause) => [cause.code, cause] as const))(
    'is described as usual if it is blocked: %s',
    (_, cause) => {
      const change = heldBy('locked', cause);
      for (const text of new Set(textsIn(cause)))
        expect(withoutNames(change, { key: text }), text).toEqual(withoutNames(change, { key: 'none' }));
    },
  );
});
