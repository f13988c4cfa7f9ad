import { joined, type Phrase } from '../../messages/phrase.ts';
import { describeRefusedPlan } from '../../messages/refused-run-messages.ts';
import { summarize, type Plan, type PlannedCampaign, type Step } from '../../model/plan.ts';
import { sendsAtOnce } from '../../model/schedule.ts';
import { scheduleToPublish } from '../../model/timing.ts';
import { firstFew } from '../../model/show.ts';
import { isEmergencyStop, type Action } from '../../model/transitions.ts';

/** What a plan does, and to how many campaigns: `create`, `update`, or a transition. */
export interface ActionCount {
  readonly verb: 'create' | 'create and publish' | 'update' | Lowercase<Action>;
  readonly count: number;
  /** What the service calls a transition; undefined for a creation or an update. */
  readonly action?: Action;
}

const VERBS = {
  PUBLISH: 'publish',
  PAUSE: 'pause',
  RESUME: 'resume',
  STOP: 'stop',
} as const satisfies Record<Action, Lowercase<Action>>;

/** Creations and updates, then transitions by name, without those that affect no campaign. */
export function deedsOf(plan: Plan): ActionCount[] {
  const { create, update } = summarize(plan);
  const published = plan.campaigns.filter(
    ({ verdict, transition }) => verdict === 'create' && transition,
  ).length;
  const moves = new Map<Action, number>();
  for (const { transition, verdict } of plan.campaigns) {
    if (!transition || verdict === 'create') continue;
    moves.set(transition.action, (moves.get(transition.action) ?? 0) + 1);
  }
  const deeds: ActionCount[] = [
    { verb: 'create', count: create - published },
    { verb: 'create and publish', count: published },
    { verb: 'update', count: update },
    ...[...moves].sort().map(([action, count]) => ({ verb: VERBS[action], count, action })),
  ];
  return deeds.filter(({ count }) => count > 0);
}

/** What an apply that waits no longer than the plan assumes will send: creations go in the order of the keys. */
export function writesOf(plan: Plan): number {
  return sentSteps(plan).reduce((sum, { length }) => sum + length, 0);
}

/** How many changes these requests belong to: what is done to one campaign is one change. */
export function changesOf(plan: Plan): number {
  return sentSteps(plan).filter(({ length }) => length > 0).length;
}

/** The steps of each campaign that an apply will send. */
function sentSteps({ campaigns, guard, schedule }: Plan): readonly (readonly Step[])[] {
  const creates = campaigns.filter(({ verdict }) => verdict === 'create');
  const deferred = new Set<PlannedCampaign>(creates.slice(creates.length - schedule.deferred));
  const isSent = (step: Step) =>
    !guard || (step.kind === 'transition' && isEmergencyStop(step.transition.action));
  return campaigns.filter((one) => !deferred.has(one)).map(({ steps }) => steps.filter(isSent));
}

/** Why the guard refuses the plan, and how to allow it; empty if it doesn't. */
export function guardWords({ guard }: Plan): Phrase {
  if (!guard) return [];
  const { what, sent, todo } = describeRefusedPlan(guard);
  return joined(what, sent, todo);
}

/** Campaigns that a sentence names. */
const NAMES_AT_MOST = 3;

/** Which messages no schedule delays: `promo/sale-push is sent as soon as it is published.` Empty if there are none. */
export function sentAtOnce({ campaigns, guard }: Plan): string {
  if (guard) return '';
  const keys = campaigns
    .filter(
      ({ transition, steps, desired, live }) =>
        transition?.action === 'PUBLISH' &&
        steps.some(({ kind }) => kind === 'transition') &&
        desired !== undefined &&
        sendsAtOnce(desired.deliveryType, scheduleToPublish(desired, live)),
    )
    .map(({ key }) => key);
  return keys.length === 0
    ? ''
    : `${firstFew(keys, NAMES_AT_MOST)} ${keys.length === 1 ? 'is sent as soon as it is' : 'are sent as soon as they are'} published.`;
}

/** A plan without changes. Offline, the live campaigns aren't known to be in sync. */
export function quietWords({ offline, scope, campaigns }: Plan): string {
  if (scope && campaigns.length === 0) return 'nothing to plan';
  const what = scope && scope.others > 0 ? 'these campaigns are' : 'everything is';
  return offline ? `${what} as recorded` : `${what} in sync`;
}

/** Enough of the fingerprint to tell two plans apart. */
export function shortFingerprint({ fingerprint }: Plan): string {
  return fingerprint.slice('sha256:'.length, 'sha256:'.length + 6);
}

/** The commit that the files were read from. */
export function shortCommit({ commit }: Pick<Plan, 'commit'>): string {
  return commit?.slice(0, 7) ?? 'no commit yet';
}
