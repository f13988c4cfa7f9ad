import type { CampaignStatus, Desired, Live } from '../model/campaign.ts';
import { instantOf } from '../model/local-time.ts';
import type { Held, Note, Transition } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { isBrake, moveFor, RESULTS, type Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';
import { needsPublish, notReadyToPublish, statusDrift, transitionNotPossible } from './reasons.ts';

export interface StatusPlan {
  readonly transition: Transition | null;
  readonly held: readonly Held[];
  readonly notes: readonly Note[];
}

interface StatusValues {
  readonly desired: Desired;
  /** Undefined for a campaign that is yet to be created: it will be a draft. */
  readonly live: Live | undefined;
  readonly binding: Binding | undefined;
}

const NOTHING: StatusPlan = { transition: null, held: [], notes: [] };

/** What the file's status asks of the live one, and what stands in its way. */
export function planStatus(values: StatusValues, context: CampaignContext): StatusPlan {
  const { desired, live } = values;
  if (!desired.status) return NOTHING;
  const from = live?.status ?? 'DRAFT';
  const type = live?.deliveryType ?? desired.deliveryType;
  const move = moveFor(desired.status, from, type);
  if (move === 'none') return NOTHING;
  const notes = movedByHand(values);
  if (move === 'impossible') {
    return {
      transition: null,
      held: [transitionNotPossible({ desired: desired.status, from, type })],
      notes,
    };
  }
  const obstacle = obstacleTo(move, notes, context) ?? unfit(move, values, context);
  if (obstacle) return { transition: null, held: [obstacle], notes };
  const transition = { action: move, from, to: resultOf(move, desired, context.now) };
  return { transition, held: [], notes: [...notes, ...startPast(move, desired, context.now)] };
}

function obstacleTo(
  action: Action,
  notes: readonly Note[],
  { workspace, policy }: CampaignContext,
): Held | undefined {
  if (isBrake(action)) return undefined;
  if (action === 'PUBLISH' && workspace.publish === 'never') return needsPublish(workspace.name);
  return policy.drift === 'hold' && notes.length > 0 ? statusDrift(action) : undefined;
}

/** Publishing would be refused for want of something that neither the file nor live has. */
function unfit(
  action: Action,
  { desired, live }: StatusValues,
  { offline }: CampaignContext,
): Held | undefined {
  if (action !== 'PUBLISH') return undefined;
  // The record has only what files said: a component that the file leaves out may well be in live.
  const unseen = offline !== undefined && live !== undefined;
  const lacks = desired.lacks.filter(
    ({ component }) => component === undefined || (!unseen && live?.components[component] === undefined),
  );
  return lacks.length === 0 ? undefined : notReadyToPublish(desired, lacks);
}

/** The file's status is as it was at the last apply, and live has another one than we left it with. */
function movedByHand({ desired, live, binding }: StatusValues): Note[] {
  if (!live || !binding || binding.status.applied !== desired.status) return [];
  if (binding.status.observed === live.status) return [];
  return [{ kind: 'moved-by-hand', from: binding.status.observed, to: live.status }];
}

function resultOf(action: Action, desired: Desired, now: number): CampaignStatus {
  return action === 'PUBLISH' && startsLater(desired, now) ? 'SCHEDULED' : RESULTS[action];
}

/** Open point W19. */
function startsLater(desired: Desired, now: number): boolean {
  return startOf(desired) > now;
}

/** Open points V2 and V15. A note and no hold: the service's clock decides, and ours may be another. */
function startPast(action: Action, desired: Desired, now: number): Note[] {
  const start = desired.components.scheduling_details?.start_time;
  const isTimed = desired.deliveryType === 'ONE_TIME' || desired.deliveryType === 'PERIODIC';
  if (action !== 'PUBLISH' || !isTimed || typeof start !== 'string') return [];
  return startOf(desired) < now ? [{ kind: 'start-past', start }] : [];
}

/** Epoch milliseconds; NaN for a campaign that is sent at once. */
function startOf({ components: { scheduling_details: schedule } }: Desired): number {
  if (typeof schedule?.start_time !== 'string' || schedule.delivery_type === 'ASAP') return NaN;
  return instantOf(schedule.start_time, typeof schedule.timezone === 'string' ? schedule.timezone : 'UTC');
}
