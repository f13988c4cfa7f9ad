import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Policy } from '../../src/model/workspace.ts';
import type { VerifiedApproval } from '../../src/review/decide.ts';
import { closeResolved, reviewPlan } from '../../src/review/review-plan.ts';
import { bindingOf, desired, key, live, planFor, stateOf, WORKSPACE } from '../support/builders.ts';
import { approvalOf, done } from '../support/review/comments.ts';

const A = { utm_source: 'a', utm_medium: 'm' };
const B = { utm_source: 'b', utm_medium: 'm' };
const C = { utm_source: 'c', utm_medium: 'm' };

/** A campaign that was applied once with `utm_params` A and one connector; what differs since. */
interface Situation {
  readonly file?: Components;
  readonly wants?: DesiredStatus;
  readonly shown?: Components;
  readonly status?: CampaignStatus;
  /** The file's status at the last apply, and the live status right after it. */
  readonly left?: { readonly applied: DesiredStatus | undefined; readonly observed: CampaignStatus };
  readonly isNew?: true;
  readonly drift?: Policy['drift'];
  /** Of the workspace. */
  readonly features?: readonly string[];
}

const ONE: Components = { utm_params: A, connector: { a: 1 } };

function plannedFor(situation: Situation): PlannedCampaign {
  const { file, wants, shown, status = 'ACTIVE', left, isNew, drift = 'revert', features = [] } = situation;
  const recorded = { basic_details: { name: 'The a' }, ...ONE };
  const one = live({ type: 'PERIODIC', status, components: { ...ONE, ...shown } });
  const binding = bindingOf(one, {
    applied: recorded,
    observed: recorded,
    status: left ?? { applied: undefined, observed: status },
  });
  const { campaigns } = planFor(
    {
      desired: [desired({ type: 'PERIODIC', status: wants, components: { ...ONE, ...file } })],
      live: isNew ? [] : [one],
      state: stateOf(isNew ? [] : [binding]),
    },
    {
      policy: { drift, guard: { share: 1, atLeast: 1_000 } },
      workspace: { ...WORKSPACE, features },
    },
  );
  const [campaign] = campaigns;
  if (!campaign) throw new Error('There is no campaign.');
  return campaign;
}

/** A pull request that was shown the campaign as it was planned then. */
function showed(
  situation: Situation,
  { pull = 1, ends = [] }: { readonly pull?: number; readonly ends?: Parameters<typeof approvalOf>[2] } = {},
): VerifiedApproval {
  return approvalOf(pull, { a: plannedFor(situation).digests }, ends);
}

/** What is sent of the current plan, and why the rest is not. */
function reviewed(situation: Situation, approvals: readonly VerifiedApproval[]) {
  const { parts, unapproved } = reviewPlan([plannedFor(situation)], approvals);
  const part = parts.get(key('a'));
  const left = unapproved.flatMap(({ steps, isDriftOnly }) =>
    steps.map(({ name, decision }) => {
      const why = decision.kind === 'out-of-date' ? decision.difference : decision.kind;
      return `${name}: ${why}${isDriftOnly ? ' (drift)' : ''}`;
    }),
  );
  return { sent: part ? stepsOf(part) : '', left: left.join(', ') };
}

/** The requests of a plan, in order. For a patch, the components that are really in its body. */
function stepsOf({ steps }: PlannedCampaign): string {
  return steps
    .map((step) => {
      if (step.kind === 'transition') return step.transition.action;
      if (step.kind === 'create') return 'create';
      const names = Object.keys(step.components);
      expect(Object.keys(step.request.body)).toEqual(expect.arrayContaining(names));
      expect(Object.keys(step.request.body).filter((name) => name in ONE && !names.includes(name))).toEqual(
        [],
      );
      return names.sort().join('+');
    })
    .join(' ');
}

const EDIT: Situation = { file: { utm_params: B } };
const OTHER: Situation = { file: { connector: { a: 2 } } };
const TWO: Situation = { file: { utm_params: B, connector: { a: 2 } } };
const PAUSE: Situation = { wants: 'PAUSED' };
const PAUSE_TOO: Situation = { ...EDIT, wants: 'PAUSED' };
const RESUME: Situation = { wants: 'ACTIVE', status: 'PAUSED' };
const RESUME_TOO: Situation = { ...EDIT, ...RESUME };
const NEW: Situation = { isNew: true, wants: 'ACTIVE' };
/** An edit of a live campaign, which becomes a version of its own. */
const VERSION: Situation = { ...EDIT, wants: 'ACTIVE', features: ['versioning'] };
/** The live campaign was edited by hand. */
const DRIFT: Situation = { shown: { utm_params: C } };
const MOVED: Situation = { ...RESUME, left: { applied: 'ACTIVE', observed: 'ACTIVE' } };

const ONLY_RESUME = approvalOf(2, {
  a: plannedFor(RESUME_TOO).digests.filter(({ name }) => name === 'RESUME'),
});
const NO_PLAN = 'utm_params: no-plan';
const STOPPED = [showed(PAUSE, { ends: [done('a', 'PAUSE')] })];
const CREATED = [showed(NEW, { ends: [done('a', 'create', 'id-a')] })];
const ELSEWHERE: Situation = { ...EDIT, shown: { connector: { a: 3 } } };

describe('what merged pull requests approve of a plan', () => {
  it.each<[string, Situation, VerifiedApproval[], sent: string, left: string]>([
    ['the very change that was shown', EDIT, [showed(EDIT)], 'utm_params', ''],
    ['nothing, if nothing will be done', {}, [showed(EDIT)], '', ''],
    ['live changed', { ...EDIT, ...DRIFT, drift: 'revert' }, [showed(EDIT)], '', 'utm_params: blocked'],
    ['drift elsewhere', ELSEWHERE, [showed(EDIT)], 'utm_params', 'connector: no-plan (drift)'],
    ['a stage further', EDIT, [showed({ ...EDIT, status: 'DRAFT' })], '', 'utm_params: base'],
    ['one of two components', TWO, [showed(EDIT)], 'utm_params', 'connector: no-plan'],
    ['one of two that were shown', EDIT, [showed(TWO)], 'utm_params', ''],
    ['two without each other', TWO, [showed(OTHER, { pull: 2 }), showed(EDIT)], 'connector+utm_params', ''],
    ['the rest of what was done', EDIT, [showed(TWO, { ends: [done('a', 'connector')] })], 'utm_params', ''],
    ['a creation with its start', NEW, [showed(NEW)], 'create PUBLISH', ''],
    ['a creation without an unshown start', NEW, [showed({ isNew: true })], 'create', 'PUBLISH: creation'],
    ['another creation', { ...NEW, ...EDIT }, [showed(NEW)], '', 'create: target, PUBLISH: target'],
    ['a creation that was done before', NEW, CREATED, '', 'create: done, PUBLISH: approved'],
    ['a start with its edit', RESUME_TOO, [showed(RESUME_TOO)], 'utm_params RESUME', ''],
    ['no start before an unshown edit', RESUME_TOO, [showed(RESUME)], '', `${NO_PLAN}, RESUME: target`],
    [
      'nor before unshown drift',
      { ...RESUME, ...DRIFT },
      [showed(RESUME)],
      '',
      `${NO_PLAN}, RESUME: approved`,
    ],
    ['a version with its edit', VERSION, [showed(VERSION)], 'utm_params PUBLISH', ''],
    [
      'no version from before there were versions',
      VERSION,
      [showed({ ...VERSION, features: [] })],
      'utm_params',
      'PUBLISH: no-plan',
    ],
    [
      'no version that only reverts drift',
      { ...VERSION, ...DRIFT, file: {} },
      [],
      '',
      'utm_params: no-plan (drift), PUBLISH: no-plan (drift)',
    ],
    ['a start by another', RESUME_TOO, [ONLY_RESUME, showed(RESUME_TOO)], 'utm_params RESUME', ''],
    ['a stop with its edit', PAUSE_TOO, [showed(PAUSE_TOO)], 'PAUSE utm_params', ''],
    ['a stop without an unshown edit', PAUSE_TOO, [showed(PAUSE)], 'PAUSE', NO_PLAN],
    [
      'whatever the file says now',
      { ...PAUSE, file: { utm_params: C } },
      [showed(PAUSE_TOO)],
      'PAUSE',
      'utm_params: target',
    ],
    ['whatever live says now', { ...PAUSE, ...DRIFT }, [showed(PAUSE)], 'PAUSE', `${NO_PLAN} (drift)`],
    ['a stop only once', PAUSE, STOPPED, '', 'PAUSE: done'],
    ['drift that was shown', DRIFT, [showed(DRIFT)], 'utm_params', ''],
    ['no drift of a status', MOVED, [], '', 'RESUME: no-plan (drift)'],
    ['no drift next to an unshown edit', { ...OTHER, ...DRIFT }, [], '', `connector: no-plan, ${NO_PLAN}`],
    ['nor to a shown one', { ...OTHER, ...DRIFT }, [showed(OTHER)], 'connector', `${NO_PLAN} (drift)`],
  ])('%s', (_, today, approvals, sent, left) => {
    expect(reviewed(today, approvals)).toEqual({ sent, left });
  });
});

describe('closing what has nothing left to do', () => {
  const approvals = [
    approvalOf(1, { a: plannedFor(EDIT).digests, b: plannedFor(OTHER).digests }, [done('b', 'connector')])
      .approval,
  ];
  const ends = (campaigns: readonly PlannedCampaign[], isInPlan = true) =>
    closeResolved(approvals, campaigns, () => isInPlan)[0]?.steps.map(({ end }) => end);

  it.each<[what: string, campaign: PlannedCampaign, end: 'closed' | undefined]>([
    ['is as its file says', plannedFor({}), 'closed'],
    ['is not managed anymore', { ...plannedFor({}), verdict: 'orphaned' }, 'closed'],
    ['is still to be edited', plannedFor(EDIT), undefined],
    ['is blocked', { ...plannedFor({}), verdict: 'held' }, undefined],
    ['could not be read', { ...plannedFor({}), verdict: 'unknown' }, undefined],
  ])('closes the open steps of a campaign that %s: %s', (_, campaign, end) => {
    expect(ends([campaign])).toEqual([end, 'done']);
  });

  it('closes those of a deleted file, but only if the plan covers it', () => {
    expect(ends([])).toEqual(['closed', 'done']);
    expect(ends([], false)).toEqual([undefined, 'done']);
  });
});
