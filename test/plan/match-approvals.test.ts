import { describe, expect, it } from 'vitest';
import { overrule, useUp, type Approval } from '../../src/model/approval.ts';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Consent } from '../../src/model/workspace.ts';
import { matchApprovals } from '../../src/plan/match-approvals.ts';
import { afterSteps, approvalFrom } from '../support/approvals.ts';
import { bindingOf, desired, digest, key, live, planFor, stateOf } from '../support/builders.ts';

const A = { utm_source: 'a', utm_medium: 'm' };
const B = { utm_source: 'b', utm_medium: 'm' };
const C = { utm_source: 'c', utm_medium: 'm' };

/** A campaign that was applied once with `utm_params` A and one connector; what differs since. */
interface Situation {
  readonly file?: Components;
  readonly wants?: DesiredStatus;
  readonly shown?: Components;
  readonly status?: CampaignStatus;
  /** The status at the last apply; the one that is shown unless told. */
  readonly left?: CampaignStatus;
  readonly isNew?: true;
  readonly consents?: readonly Consent[];
}

const ONE: Components = { utm_params: A, connector: { a: 1 } };

function todays(situation: Situation) {
  const { file, wants, shown, status = 'ACTIVE', left = status, isNew, consents = [] } = situation;
  const one = live({ type: 'PERIODIC', status, components: { ...ONE, ...shown } });
  const recorded = bindingOf(one, {
    applied: { basic_details: { name: 'The a' }, ...ONE },
    observed: { basic_details: { name: 'The a' }, ...ONE },
    status: { applied: undefined, observed: left },
  });
  const wanted = desired({ type: 'PERIODIC', status: wants, components: { ...ONE, ...file } });
  const state = stateOf(isNew ? [] : [recorded]);
  const plan = planFor(
    { desired: [wanted], live: isNew ? [] : [one], state },
    { consents: new Set(consents) },
  );
  const [campaign] = plan.campaigns;
  if (!campaign) throw new Error('there is no campaign');
  return { campaign, bindings: state.bindings, consents: new Set(consents) };
}

/** What one pull request was shown: the campaign as it was planned then. */
const showed = (situation: Situation, pull = 1) => approvalFrom([todays(situation).campaign], { pull });

function matched(situation: Situation, approvals: readonly Approval[]) {
  const { campaign, bindings, consents } = todays(situation);
  const inputs = { campaigns: [campaign], approvals, bindings, only: undefined, consents, digest };
  const { review, approvals: learnt } = matchApprovals(inputs);
  const part = review.parts.get(key('a'));
  return {
    goes: part ? stepsOf(part) : 'nothing',
    told: review.moved.length > 0 ? 'moved' : review.notReviewed.length > 0 ? 'not reviewed' : 'nothing',
    ends: learnt.flatMap(({ changes }) => changes.map(({ end }) => end ?? 'open')).join(' '),
  };
}

function stepsOf({ steps }: PlannedCampaign): string {
  return steps
    .map((step) => {
      if (step.kind === 'update') return Object.keys(step.components).sort().join('+');
      return step.kind === 'transition' ? step.transition.action : step.kind;
    })
    .join(' ');
}

const EDIT = { file: { utm_params: B } };
const TWO = { file: { utm_params: B, connector: { a: 2 } } };
const PAUSE_TOO = { ...EDIT, wants: 'PAUSED' } as const;
const RESUME_TOO = { ...EDIT, wants: 'ACTIVE', status: 'PAUSED' } as const;
const START = { isNew: true, wants: 'ACTIVE' } as const;
/** After the first step of START: the draft is there, as we left it. */
const STARTED = { wants: 'ACTIVE', status: 'DRAFT' } as const;

describe('what merged pull requests approve of today’s plan', () => {
  it.each<[string, Situation, Approval[], goes: string, told: string, ends: string]>([
    ['the very change that was shown', EDIT, [showed(EDIT)], 'utm_params', 'nothing', 'open'],
    ['nobody showed anything', EDIT, [], 'nothing', 'not reviewed', ''],
    ['another value', EDIT, [showed({ file: { utm_params: C } })], 'nothing', 'moved', 'open'],
    [
      'live moved below it',
      { ...EDIT, shown: { utm_params: C } },
      [showed(EDIT)],
      'nothing',
      'moved',
      'open',
    ],
    [
      'live moved elsewhere',
      { ...EDIT, shown: { connector: { a: 3 } } },
      [showed(EDIT)],
      'utm_params',
      'nothing',
      'open',
    ],
    [
      'consents that the plan did not have',
      { ...EDIT, consents: ['guard'] },
      [showed(EDIT)],
      'nothing',
      'moved',
      'open',
    ],
    ['one part of two', TWO, [showed(EDIT)], 'utm_params', 'not reviewed', 'open'],
    ['more than is left', EDIT, [showed(TWO)], 'nothing', 'moved', 'open'],
    [
      'two for a part each',
      TWO,
      [showed(EDIT), showed({ file: { connector: { a: 2 } } }, 2)],
      'connector+utm_params',
      'nothing',
      'open open',
    ],
    [
      'an older one that is still true',
      TWO,
      [showed(EDIT), showed(TWO, 2)],
      'connector+utm_params',
      'nothing',
      'open open',
    ],
    [
      'an older one that is not',
      EDIT,
      [showed({ file: { utm_params: C } }), showed(EDIT, 2)],
      'utm_params',
      'nothing',
      'newer open',
    ],
    [
      'a newer one that is not',
      EDIT,
      [showed(EDIT), showed({ file: { utm_params: C } }, 2)],
      'utm_params',
      'moved',
      'open open',
    ],
    ['all is done already', {}, [showed(EDIT)], 'nothing', 'nothing', 'in-sync'],
    ['shown as in sync, and by now edited', EDIT, [showed({})], 'nothing', 'not reviewed', 'in-sync'],
    [
      'shown as in sync, and by now drifted',
      { shown: { utm_params: C } },
      [showed({})],
      'nothing',
      'nothing',
      'in-sync',
    ],
    [
      'drift that was shown to be reverted',
      { shown: { utm_params: C } },
      [showed({ shown: { utm_params: C } })],
      'utm_params',
      'nothing',
      'open',
    ],
    ['a pause with its edit', PAUSE_TOO, [showed(PAUSE_TOO)], 'PAUSE utm_params', 'nothing', 'open'],
    [
      'a pause whose edit moved',
      { ...PAUSE_TOO, shown: { utm_params: C } },
      [showed(PAUSE_TOO)],
      'PAUSE',
      'moved',
      'open',
    ],
    ['an edit, and a pause of nobody', PAUSE_TOO, [showed(EDIT)], 'utm_params', 'not reviewed', 'open'],
    [
      'a pause, and an edit of nobody',
      PAUSE_TOO,
      [showed({ wants: 'PAUSED' })],
      'PAUSE',
      'not reviewed',
      'open',
    ],
    [
      'a pause that is not possible any more',
      { wants: 'PAUSED', status: 'STOPPED', left: 'ACTIVE' },
      [showed({ wants: 'PAUSED' })],
      'nothing',
      'moved',
      'open',
    ],
    ['a resume with its edit', RESUME_TOO, [showed(RESUME_TOO)], 'utm_params RESUME', 'nothing', 'open'],
    [
      'a resume beside an edit of nobody',
      RESUME_TOO,
      [showed({ wants: 'ACTIVE', status: 'PAUSED' })],
      'nothing',
      'not reviewed',
      'open',
    ],
    [
      'a resume beside an edit by hand',
      { wants: 'ACTIVE', status: 'PAUSED', shown: { utm_params: C } },
      [showed({ wants: 'ACTIVE', status: 'PAUSED' })],
      'nothing',
      'moved',
      'open',
    ],
    ['a creation with its start', START, [showed(START)], 'create PUBLISH', 'nothing', 'open'],
    ['the start that is left', STARTED, [half(START)], 'PUBLISH', 'nothing', 'open'],
    [
      'the start that is left, edited by hand',
      { ...STARTED, shown: { utm_params: C } },
      [half(START)],
      'nothing',
      'moved',
      'open',
    ],
    [
      'the start that is left, of other content',
      { ...STARTED, ...EDIT },
      [half(START)],
      'nothing',
      'not reviewed',
      'open',
    ],
    [
      'the start that is left, paused by hand',
      { ...STARTED, status: 'PAUSED', left: 'DRAFT' },
      [half(START)],
      'nothing',
      'moved',
      'open',
    ],
    ['a start of which less is said to be done', STARTED, [showed(START)], 'nothing', 'moved', 'open'],
    ['a start of a draft that nobody showed', STARTED, [], 'nothing', 'not reviewed', ''],
    ['what was used up', EDIT, [over(showed(EDIT))], 'nothing', 'not reviewed', 'done'],
    [
      'what is over, where live was put back by hand',
      { shown: { utm_params: C } },
      [over(showed(EDIT))],
      'nothing',
      'nothing',
      'done',
    ],
  ])('%s', (_, situation, approvals, goes, told, ends) => {
    expect(matched(situation, approvals)).toEqual({ goes, told, ends });
  });

  it.each([
    ['that could not be read', { verdict: 'unknown', reason: 'unreadable' }],
    ['whose creation has no known outcome yet', { verdict: 'held', reason: 'in-flight' }],
  ] as const)('keeps what was approved of a campaign %s, and calls it nothing', (_, { verdict, reason }) => {
    const { campaign, bindings, consents } = todays(EDIT);
    const held = [{ reason, components: [], message: 'x', advice: '', until: null }];
    const unsure = { ...campaign, verdict, held, steps: [], changeId: null };
    const approvals = [showed({ file: { connector: { a: 2 } } }, 1), showed(EDIT, 2)];
    const inputs = { campaigns: [unsure], approvals, bindings, only: undefined, consents, digest };
    const matched = matchApprovals(inputs);
    expect(matched.review).toEqual({ parts: new Map(), moved: [], notReviewed: [] });
    expect(matched.approvals).toEqual(approvals);
  });

  it('looks at nothing but the keys that it is asked for', () => {
    const { campaign, ...rest } = todays(EDIT);
    const approvals = [showed(EDIT)];
    const only = new Set([key('b')]);
    const found = matchApprovals({ campaigns: [campaign], approvals, ...rest, only, digest });
    expect([...found.review.parts.keys(), ...found.approvals]).toEqual(approvals);
  });
});

/** After the first of its steps. */
function half(situation: Situation): Approval {
  return afterSteps(showed(situation), todays(situation).campaign, 1);
}

function over(approval: Approval): Approval {
  return { ...approval, changes: approval.changes.map((change) => ({ ...change, end: 'done' })) };
}

describe('what is over', () => {
  const both = [showed(EDIT), showed(EDIT, 2), showed({ ...EDIT, file: { utm_params: C } }, 3)];

  it('is what every step was sent of, whoever asked for them', () => {
    const { campaign } = todays(PAUSE_TOO);
    const approval = afterSteps(showed(PAUSE_TOO), campaign, 0);
    const sent = (change: string, ...components: string[]) => ({ key: key('a'), change, components });
    const progress = (of: readonly Approval[]) =>
      of.flatMap(({ changes }) => changes.map(({ done, end }) => [done, end]));
    expect(progress(useUp([approval], sent('update', 'utm_params')))).toEqual([[0, undefined]]);
    const paused = useUp([approval], sent('transition'));
    expect(progress(paused)).toEqual([[1, undefined]]);
    expect(progress(useUp(paused, sent('update', 'connector')))).toEqual([[1, undefined]]);
    expect(progress(useUp(paused, sent('update', 'connector', 'utm_params')))).toEqual([[2, 'done']]);
  });

  it('is what a pull request that knew of it has replaced; of the same change no step is done twice', () => {
    const started = afterSteps(both[0] as Approval, todays(EDIT).campaign, 1);
    const after = overrule([started, ...both.slice(1)], [{ kind: 'knew', older: 1, newer: 2 }]);
    expect(after.flatMap(({ changes }) => changes.map(({ done, end }) => [done, end]))).toEqual([
      [1, 'newer'],
      [1, undefined],
      [0, undefined],
    ]);
    const last = overrule(after, [{ kind: 'knew', older: 2, newer: 3 }]);
    expect(last.flatMap(({ changes }) => changes.map(({ done, end }) => [done, end]))).toEqual([
      [1, 'newer'],
      [1, 'newer'],
      [0, undefined],
    ]);
  });
});
