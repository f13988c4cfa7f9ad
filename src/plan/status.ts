import {
  componentNames,
  lastEditOf,
  SENDING_STATUSES,
  statusWord,
  type LastEdit,
  type CampaignStatus,
  type Desired,
  type Live,
  isPast,
} from '../model/campaign.ts';
import {
  type StatusMove,
  emergencyStopFor,
  isEmergencyStop,
  moveFor,
  RESULTS,
  type Action,
} from '../model/transitions.ts';
import { heldBy, type Held, type HeldCause } from '../model/held.ts';
import { sameJson } from '../model/json.ts';
import type { Note, StatusChange, Transition } from '../model/plan.ts';
import { startInstant, firstInstant, isScheduled, startIsPast } from '../model/schedule.ts';
import type { Binding } from '../model/state.ts';
import { scheduleToPublish, untimelyStart, scheduleBefore } from '../model/timing.ts';
import type { CampaignContext, EarlierStart, JoinedCampaign } from './context.ts';
import { liveOf } from './planned.ts';
import { written } from '../model/read-view.ts';
import { bare } from '../model/show.ts';
import { HOUR_MS } from '../model/time.ts';

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
  readonly start?: EarlierStart | undefined;
}

const NOTHING: StatusPlan = { transition: null, held: [], notes: [] };

/** The transition that the file's status requires from the live one, and what prevents it. */
export function planStatus(values: StatusValues, context: CampaignContext): StatusPlan {
  const { desired, live, binding } = values;
  if (!desired.status) return { ...NOTHING, notes: [...movedByHand(values), ...statusRemoved(values)] };
  const from = live?.status ?? 'DRAFT';
  const type = live?.deliveryType ?? desired.deliveryType;
  if (isTooLateToStop(values)) return { ...NOTHING, notes: [{ kind: 'too-late-to-stop' }] };
  const move = stopInDoubt(values, type) ?? moveFor(desired.status, from, type);
  if (move === 'none') return NOTHING;
  const notes = movedByHand(values);
  if (move === 'impossible') {
    // The file requests the same as at the last apply, and it was already noted that the campaign ended differently.
    if (live && binding?.status.applied === desired.status && endWasNoted(live, binding)) return NOTHING;
    const word = live ? statusWord(live) : from;
    const cause: HeldCause =
      live?.statusAs === undefined
        ? { code: 'transition-not-possible', wanted: desired.status, from, type, word }
        : { code: 'unknown-status', status: word };
    return { transition: null, held: [heldBy('transition-not-possible', cause)], notes };
  }
  const obstacle =
    obstacleTo(move, notes, context) ??
    notReady(move, values, context) ??
    untimelyStart({ desired, live }, move, context);
  if (obstacle) return { transition: null, held: [obstacle], notes };
  // Open point W19.
  const startsLater = move === 'PUBLISH' && startInstant(scheduleToPublish(desired, live)) > context.now;
  const to = startsLater ? 'SCHEDULED' : RESULTS[move];
  return { transition: { action: move, from, to }, held: [], notes };
}

/** What stops a campaign that an earlier run may have started. Live may show the start only later (open point W31). */
function stopInDoubt({ desired, start }: StatusValues, type: string): Action | undefined {
  if (!start || start.isVersion || !desired.status) return undefined;
  const move = moveFor(desired.status, RESULTS[start.action], type);
  return move !== 'none' && move !== 'impossible' && isEmergencyStop(move) ? move : undefined;
}

/** Whether a file began to ask for a stop after its campaign was sent. It is reported until it no longer does. */
export function isTooLateToStop({ desired, live, binding }: StatusValues): boolean {
  return desired.status === 'STOPPED' && live?.status === 'SENT' && binding?.status.applied !== 'STOPPED';
}

function obstacleTo(
  action: Action,
  notes: readonly Note[],
  { workspace, policy }: CampaignContext,
): Held | undefined {
  if (isEmergencyStop(action)) return undefined;
  if (action === 'PUBLISH' && workspace.publish === 'never')
    return heldBy('needs-publish', { code: 'publish-off' });
  return policy.drift === 'hold' && notes.length > 0
    ? heldBy('drift', { code: 'status-drift', action })
    : undefined;
}

/**
 * Publishing would be refused, because neither the file nor live has something that it requires. Who gets what, and when,
 * has to be in the file: a review approves what the file says, and the rest could be edited in the service after it.
 */
export function notReady(
  action: Action,
  { desired, live }: StatusValues,
  { offline }: CampaignContext,
): Held | undefined {
  if (action !== 'PUBLISH') return undefined;
  // The record contains only what files said, so live may have a component that the file leaves out.
  const unseen = offline !== undefined && live !== undefined;
  const missing = desired.missing.filter(
    ({ component }) => component !== 'connector' || (!unseen && live?.components.connector === undefined),
  );
  if (missing.length === 0) return undefined;
  const what = missing.map((field) => field.what);
  return heldBy('transition-not-possible', { code: 'not-ready', file: desired.file, missing: what });
}

/** The live status was changed in the service, while the file requests none or the same as at the last apply. */
function movedByHand({ desired: { status }, live, binding }: StatusValues): Note[] {
  if (!live || !binding || (status && binding.status.applied !== status)) return [];
  const unasked = status ? undefined : statusMovedWithoutRequest(live, binding);
  const move = unasked ?? statusMovedByHand(live, binding);
  const edit = move && editOfMove(move.from, live, binding);
  const kind = status ? 'moved-by-hand' : 'status-moved';
  return move ? [{ kind, ...move, ...(edit && { edit }) }] : [];
}

/**
 * The last edit of a campaign whose status was changed in the service. Of all requests that change a status, only a
 * publication names its user. For others, and after an edit of the content, the name may be that of an earlier editor, so
 * it is left out.
 */
export function editOfMove(
  from: CampaignStatus,
  live: Live,
  { observed }: Pick<Binding, 'observed'>,
): LastEdit | undefined {
  const edit = lastEditOf(live);
  const isPublication = from === 'DRAFT';
  const isUnedited = componentNames(observed).every((name) =>
    sameJson(observed[name], live.components[name]),
  );
  if (!edit || (isPublication && isUnedited)) return edit;
  return edit.at === null ? undefined : { ...edit, by: null };
}

/** A user who removes `status: ACTIVE` may mean to stop the campaign, which goes on. Noted until the next apply. */
function statusRemoved({ live, binding }: StatusValues): Note[] {
  const applied = binding?.status.applied;
  if (live?.status === 'PAUSED' && applied === 'PAUSED') return [{ kind: 'still-paused' }];
  if (!live || applied !== 'ACTIVE' || !SENDING_STATUSES.includes(live.status)) return [];
  const { status, deliveryType } = live;
  return [{ kind: 'status-removed', status, emergencyStop: emergencyStopFor(deliveryType) }];
}

/** Whether an apply recorded that a campaign was sent or archived. A stopped one stays blocked. */
function endWasNoted(live: Live, { status: { observed, seen } }: Binding): boolean {
  return live.status !== 'STOPPED' && isPast(live) && seen === live.status && observed !== live.status;
}

/** How the live status changed since the last apply, other than by itself; undefined if it didn't. */
export function statusMovedByHand(live: Live, binding: Binding): StatusMove | undefined {
  const { applied, observed } = binding.status;
  if (endWasNoted(live, binding)) return undefined;
  const isAsked = applied !== undefined && moveFor(applied, live.status, live.deliveryType) !== 'none';
  return isAsked && observed !== live.status ? { from: observed, to: live.status } : undefined;
}

/** How an unrequested status was changed by hand since it was last noted; undefined if it wasn't. */
export function statusMovedWithoutRequest(
  live: Live,
  { status: { applied, seen } }: Binding,
): StatusMove | undefined {
  if (applied !== undefined || seen === live.status || isOwnProgress(seen, live.status)) return undefined;
  return { from: seen, to: live.status };
}

/** How the live status changed since it was last noted, other than by our runs; undefined if it didn't. */
export function statusChange(joined: JoinedCampaign): StatusChange | undefined {
  const live = liveOf(joined);
  if (!live || !joined.binding || joined.open?.kind === 'transition' || joined.publish) return undefined;
  const [from, to] = [joined.binding.status.seen, live.status];
  if (from === to) return undefined;
  if (!isOwnProgress(from, to))
    return { from, to, ...(editOfMove(from, live, joined.binding) ?? { by: null, at: null }) };
  // The campaign did that by itself, and the service doesn't say when. Steps in between don't matter to guard and plans.
  const beganOrEnded = SENDING_STATUSES.includes(from) !== SENDING_STATUSES.includes(to);
  return beganOrEnded ? { from, to, by: null, at: null, isByItself: true } : undefined;
}

/** What a campaign does by itself: it starts to send, sends, and ends; a periodic one does so repeatedly. */
function isOwnProgress(from: CampaignStatus, to: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(from) && (SENDING_STATUSES.includes(to) || to === 'SENT');
}

/** The note for a draft that can't be published later; none if it isn't touched, and may be given up. */
export function startPastNote(desired: Desired, live: Live | undefined, now: number): Note[] {
  const { status, deliveryType } = desired;
  const staysDraft = (status === undefined || status === 'DRAFT') && (live?.status ?? 'DRAFT') === 'DRAFT';
  const schedule = scheduleToPublish(desired, live);
  if (!staysDraft || !startIsPast(deliveryType, schedule, now)) return [];
  const { start_time: start, timezone: zone = 'UTC' } = schedule;
  return [{ kind: 'start-past', start: bare(start), zone: bare(zone) }];
}

/** That an edit brings the start of a live campaign so close that there is hardly time to undo it. */
export function startsSoonNote(
  { desired, live, binding }: { readonly desired: Desired; readonly live: Live; readonly binding: Binding },
  now: number,
): Note[] {
  const { scheduling_details: wanted } = desired.components;
  if (!wanted || !isScheduled(desired.deliveryType) || !SENDING_STATUSES.includes(live.status)) return [];
  const schedule = written(wanted);
  const first = firstInstant(schedule);
  const before = firstInstant(scheduleBefore(live, binding.applied.scheduling_details));
  const isSoon = first < now + HOUR_MS && !(before < now + HOUR_MS);
  if (!isSoon) return [];
  const { start_time: start, timezone: zone = 'UTC', delivery_type: type } = schedule;
  const isLocal = type === 'SEND_IN_USER_TIMEZONE';
  return [{ kind: 'starts-soon', start: bare(start), zone: bare(zone), ...(isLocal && { isLocal }) }];
}
