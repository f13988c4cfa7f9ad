import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeSteps, markDone, type Approval } from '../../src/model/approval.ts';
import { collectApprovals, type Search } from '../../src/review/collect.ts';
import { closeResolved, reviewPlan } from '../../src/review/review-plan.ts';
import { draws } from '../support/draws.ts';
import { History, REAL, type Event, type Protocol } from '../support/review/history.ts';
import { NAMES, type Edit } from '../support/review/world.ts';

const RUNS = draws(150, { cost: 4 });
/** Each mutant is found with far fewer runs. */
const MUTANT_RUNS = { numRuns: 3_000, endOnFailure: true };

const name = fc.constantFrom(...NAMES);
const value = fc.nat(2);
const status = fc.constantFrom(undefined, 'ACTIVE' as const, 'ACTIVE' as const, 'PAUSED' as const);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name, what: fc.constantFrom('utm', 'connector'), value }) },
  { weight: 4, arbitrary: fc.record({ name, what: fc.constant('status'), value: status }) },
  { weight: 1, arbitrary: fc.record({ name, what: fc.constant('touch') }) },
  { weight: 1, arbitrary: fc.record({ name, what: fc.constant('remove') }) },
);
const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
const branch = fc.constantFrom('main' as const, 'main' as const, 'release' as const);
const at = fc.constantFrom(0, 0, 0, 1, 2);
const one = (event: fc.Arbitrary<Event>) => event.map((happens) => [happens]);

/** A pull request that is planned, and perhaps merged and applied immediately. */
const reviewed = fc
  .record({
    branch,
    edits,
    merged: fc.boolean(),
    applied: fc.boolean(),
    faults: fc.constantFrom(0, 0, 1, 2, 5),
    behind: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ branch: where, edits: all, merged, applied, ...run }): Event[] => [
    { kind: 'open', branch: where, edits: all },
    { kind: 'plan', at: 0 },
    ...(merged ? [{ kind: 'merge' as const, at: 0 }] : []),
    ...(merged && applied ? [{ kind: 'apply' as const, branch: where, only: undefined, ...run }] : []),
  ]);

/** Two pull requests that were planned before either was merged. */
const unaware = fc
  .record({ branch, first: edits, second: edits })
  .map(({ branch: where, first, second }): Event[] => [
    { kind: 'open', branch: where, edits: first },
    { kind: 'open', branch: where, edits: second },
    { kind: 'plan', at: 1 },
    { kind: 'plan', at: 0 },
    { kind: 'merge', at: 1 },
    { kind: 'merge', at: 0 },
  ]);

const single: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('plan', 'merge', 'merge', 'revert', 'tamper'), at }),
  fc.record({ kind: fc.constant('push'), at, edits }),
  fc.record({ kind: fc.constant('push-directly'), branch, edits: fc.tuple(edit) }),
  fc.record({ kind: fc.constant('edit-by-hand'), name, what: fc.constantFrom('utm', 'connector'), value }),
  fc.record({
    kind: fc.constant('move-by-hand'),
    name,
    status: fc.constantFrom('ACTIVE', 'PAUSED', 'STOPPED'),
  }),
  fc.record({ kind: fc.constant('lose'), name }),
);
const applied: fc.Arbitrary<Event> = fc.record({
  kind: fc.constant('apply'),
  branch,
  behind: fc.constantFrom(0, 0, 0, 1, 2),
  only: fc.option(name, { nil: undefined, freq: 4 }),
  faults: fc.constantFrom(0, 0, 1, 2, 3, 6),
});

/** Either both campaigns are already active, or nothing exists. */
const beginnings = fc.constantFrom<Event[]>(
  [],
  [
    {
      kind: 'open',
      branch: 'main',
      edits: NAMES.map((each) => ({ name: each, what: 'status', value: 'ACTIVE' })),
    },
    { kind: 'plan', at: 0 },
    { kind: 'merge', at: 0 },
    { kind: 'apply', branch: 'main', behind: 0, only: undefined, faults: 0 },
  ],
);

const events = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: reviewed },
      { weight: 1, arbitrary: unaware },
      { weight: 4, arbitrary: one(single) },
      { weight: 2, arbitrary: one(applied) },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.flat());
const histories = fc.tuple(beginnings, events).map(([before, all]) => [...before, ...all]);

describe('the law of the review', () => {
  it('sends what merged plans showed once, on the base that they showed, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(histories, (history) => new History().play(history)),
      RUNS,
    );
  });

  it.each(['create', 'utm_params', 'connector', 'PUBLISH', 'PAUSE', 'RESUME'])(
    'is not vacuous: some history sends %s',
    async (step) => {
      const property = fc.asyncProperty(histories, async (all) => {
        const history = new History();
        await history.play(all);
        expect(history.sent).not.toContain(step);
      });
      expect(await fc.check(property, MUTANT_RUNS)).toMatchObject({ failed: true });
    },
  );

  it.each<[what: string, mutant: Partial<Protocol>]>([
    ['ignores the base', { review: (plan, all) => reviewPlan(plan, resting(plan, all)) }],
    ['ignores the target', { review: (plan, all) => reviewPlan(plan, doing(plan, all)) }],
    ['lets the oldest pull request decide', { review: (plan, all) => reviewPlan(plan, all.toReversed()) }],
    [
      'lets the newest decide the whole campaign',
      { review: (plan, all) => reviewPlan(plan, newestOnly(all)) },
    ],
    ['ignores who planned nothing', { review: (plan, all) => reviewPlan(plan, withoutEmpty(all)) }],
    ['approves everything', { review: (plan) => ({ ...reviewPlan(plan, []), parts: everything(plan) }) }],
    ['approves nothing', { review: (plan) => reviewPlan(plan, []) }],
    ['marks nothing as done', { markDone: (approvals) => approvals }],
    ['marks the whole campaign as done', { markDone: (all, { key }) => all.map((one) => closeOf(one, key)) }],
    [
      'marks as done what other branches approved',
      { markDone: (all, sent) => markDone(all, sent, undefined) },
    ],
    ['closes what is not finished', { close: (all, plan) => closeResolved(all, [], () => plan.length > 0) }],
    ['ends approvals and searches at an older commit', { trustsOlderCommits: true }],
    ['ends searches early for some campaigns', { trustsNarrowRuns: true }],
    [
      'forgets what is on record',
      { collect: (search, ...rest) => collectApprovals({ ...search, kept: [] }, ...rest) },
    ],
    [
      'reads only the newest pull request',
      { collect: (search, ...rest) => collectApprovals(newestPull(search), ...rest) },
    ],
  ])('is violated by a review that %s', async (_, mutant) => {
    const property = fc.asyncProperty(histories, (events) =>
      new History({ ...REAL, ...mutant }).play(events),
    );
    const { failed, errorInstance } = await fc.check(property, MUTANT_RUNS);
    expect(failed).toBe(true);
    expect(String(errorInstance)).toMatch(/No pull request approved|once, not twice|Approved, and not sent/);
  });
});

type Campaigns = Parameters<Protocol['review']>[0];
type Approvals = Parameters<Protocol['review']>[1];

/** The approvals with one part of each step replaced by that of the current plan. */
function asPlanned(campaigns: Campaigns, approvals: Approvals, part: 'target' | 'base'): Approvals {
  const today = new Map(campaigns.map((one) => [one.key, one.digests]));
  return approvals.map(({ approval, shown }) => ({
    approval,
    shown: new Map(
      [...shown].map(([key, steps]) => [
        key,
        steps.map((step) => {
          const now = today.get(key)?.find(({ name: other }) => other === step.name);
          return now ? { ...step, [part]: now[part] } : step;
        }),
      ]),
    ),
  }));
}

const resting = (campaigns: Campaigns, all: Approvals) => asPlanned(campaigns, all, 'base');
const doing = (campaigns: Campaigns, all: Approvals) => asPlanned(campaigns, all, 'target');

function newestOnly(approvals: Approvals): Approvals {
  return approvals.map(({ approval, shown }, place) => {
    const newer = approvals.slice(0, place);
    return {
      approval,
      shown: new Map([...shown].filter(([key]) => newer.every((other) => !other.shown.has(key)))),
    };
  });
}

function withoutEmpty(approvals: Approvals): Approvals {
  return approvals.map(({ approval, shown }) => ({
    approval,
    shown: new Map([...shown].filter(([, steps]) => steps.length > 0)),
  }));
}

function everything(campaigns: Campaigns) {
  return new Map(
    campaigns.filter(({ steps }) => steps.length > 0).map((campaign) => [campaign.key, campaign]),
  );
}

function closeOf(approval: Approval, key: Approval['steps'][number]['key']): Approval {
  return closeSteps(approval, (other) => other === key);
}

function newestPull(search: Search): Search {
  const { host } = search;
  return {
    ...search,
    host: {
      mergedPulls: async (...asked) => (await host.mergedPulls(...asked)).slice(0, 1),
      mergedPull: (...asked) => host.mergedPull(...asked),
      commentBodies: (pull) => host.commentBodies(pull),
    },
  };
}
