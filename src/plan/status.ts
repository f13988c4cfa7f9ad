import {
  SENDING_STATUSES,
  statusWord,
  type CampaignStatus,
  type Desired,
  type Live,
} from '../model/campaign.ts';
import type { StatusMove } from '../model/drift.ts';
import { held, type Held } from '../model/held.ts';
import { instantIn, lastEditOf } from '../model/last-edit.ts';
import type { Note, StatusChange, Transition } from '../model/plan.ts';
import { isPast } from '../model/past.ts';
import { startInstant } from '../model/schedule.ts';
import { heldByStart, scheduleToPublish } from '../model/start-past.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, moveFor, RESULTS, type Action } from '../model/transitions.ts';
import { blackoutFor } from './blackout.ts';
import type { CampaignContext } from './context.ts';
import type { Pair } from './pair.ts';
import { sentTwice } from './sends-twice.ts';
import { liveOf } from './planned.ts';

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
  if (!desired.status) return { ...NOTHING, notes: movedUnasked(values) };
  const from = live?.status ?? 'DRAFT';
  const type = live?.deliveryType ?? desired.deliveryType;
  const move = moveFor(desired.status, from, type);
  if (move === 'none') return NOTHING;
  const notes = movedByHand(values);
  if (move === 'impossible') {
    if (isSettled(values)) return NOTHING;
    return {
      transition: null,
      held: [
        held(
          'transition-not-possible',
          live?.statusAs === undefined
            ? {
                code: 'transition-not-possible',
                ...{ wanted: desired.status, from, type, word: live ? statusWord(live) : from },
              }
            : { code: 'unknown-status', status: statusWord(live) },
        ),
      ],
      notes,
    };
  }
  const obstacle =
    obstacleTo(move, notes, { ...context, values }) ??
    unfit(move, values, context) ??
    untimely(move, values, context) ??
    sentTwice(move, desired, context);
  if (obstacle) return { transition: null, held: [obstacle], notes };
  const transition = { action: move, from, to: resultOf(move, values, context.now) };
  return { transition, held: [], notes };
}

function obstacleTo(
  action: Action,
  notes: readonly Note[],
  { values, ...context }: CampaignContext & { readonly values: StatusValues },
): Held | undefined {
  const { workspace, policy } = context;
  if (isEmergencyStop(action)) return undefined;
  if (action === 'PUBLISH' && workspace.publish === 'never') {
    // Whoever publishes it in the service has to know.
    const blackout = blackoutFor(values, action, context);
    return held('needs-publish', { code: 'publish-off', ...(blackout && { blackout }) });
  }
  return policy.drift === 'hold' && notes.length > 0
    ? held('drift', { code: 'status-drift', action })
    : undefined;
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
  const missing = desired.missing.filter(
    ({ component }) => component === undefined || (!unseen && live?.components[component] === undefined),
  );
  if (missing.length === 0) return undefined;
  const what = missing.map((lack) => lack.what);
  return held('transition-not-possible', { code: 'not-ready', file: desired.file, missing: what });
}

/** The time of sending is past, or is one at which the team sends nothing. */
function untimely(action: Action, values: StatusValues, context: CampaignContext): Held | undefined {
  if (isEmergencyStop(action)) return undefined;
  const { desired, live } = values;
  const past =
    action === 'PUBLISH'
      ? heldByStart(desired, { live, at: context.now, isNew: live === undefined })
      : undefined;
  if (past) return past;
  const blackout = blackoutFor(values, action, context);
  return blackout && held('transition-not-possible', blackout);
}

/** The file's status is as it was at the last apply, and live has another one than we left it with. */
function movedByHand({ desired, live, binding }: StatusValues): Note[] {
  if (!live || !binding || binding.status.applied !== desired.status) return [];
  const move = statusMovedByHand(live, binding);
  const edit = lastEditOf(live);
  return move ? [{ kind: 'moved-by-hand', ...move, ...(edit && { edit }) }] : [];
}

/** The same where the file asks for no status: it stays as it is, and people should know. */
function movedUnasked({ live, binding }: StatusValues): Note[] {
  const move = live && binding && statusMovedUnasked(live, binding);
  const edit = live && lastEditOf(live);
  return move ? [{ kind: 'status-moved', ...move, ...(edit && { edit }) }] : [];
}

/** The file asks what it asked at the last apply, and that the campaign ended otherwise was noted before. */
function isSettled({ desired, live, binding }: StatusValues): boolean {
  if (!live || !binding || binding.status.applied !== desired.status) return false;
  return endWasNoted(live, binding);
}

/**
 * Whether a campaign was sent or archived, and an apply recorded that. Its file can't change that any more, so it is
 * reported once. A campaign that was stopped stays blocked: it may have been meant to send.
 */
function endWasNoted(live: Live, { status: { observed, seen } }: Binding): boolean {
  return live.status !== 'STOPPED' && isPast(live) && seen === live.status && observed !== live.status;
}

/**
 * How live's status moved away from the one that was applied last; null where it did not, or where nothing was asked of
 * it. What a campaign does by itself, from SCHEDULED to SENT, leads away from nothing.
 */
export function statusMovedByHand(live: Live, binding: Binding): StatusMove | null {
  const { applied, observed } = binding.status;
  if (endWasNoted(live, binding)) return null;
  const isAsked = applied !== undefined && moveFor(applied, live.status, live.deliveryType) !== 'none';
  return isAsked && observed !== live.status ? { from: observed, to: live.status } : null;
}

/**
 * How a status that no file asks for moved since it was last noted: published, paused or archived by hand. Null where it
 * did not, or went on by itself.
 */
export function statusMovedUnasked(live: Live, { status: { applied, seen } }: Binding): StatusMove | null {
  if (applied !== undefined || seen === live.status || isOwnProgress(seen, live.status)) return null;
  return { from: seen, to: live.status };
}

function resultOf(action: Action, values: StatusValues, now: number): CampaignStatus {
  return action === 'PUBLISH' && startsLater(values, now) ? 'SCHEDULED' : RESULTS[action];
}

/** Open point W19. */
function startsLater(values: StatusValues, now: number): boolean {
  return startInstant(scheduleToPublish(values.desired, values.live)) > now;
}

/**
 * How the live status of a managed campaign changed since it was last noted, where no run of ours did it; undefined where
 * it did not. What an open transition may have done is reported when it is resolved.
 */
export function statusChange(pair: Pair): StatusChange | undefined {
  const live = liveOf(pair);
  if (!live || !pair.binding || pair.open?.kind === 'transition') return undefined;
  const [from, to] = [pair.binding.status.seen, live.status];
  if (from === to) return undefined;
  if (!isOwnProgress(from, to))
    return { from, to, by: live.updatedBy ?? null, at: instantIn(live.updatedAt) };
  // Nobody did that, and the service does not say when; of the steps in between nothing is kept.
  return beganOrEnded(from, to) ? { from, to, by: null, at: null } : undefined;
}

/** What a campaign does by itself: it begins to send, sends, and is done; a periodic one again and again. */
function isOwnProgress(from: CampaignStatus, to: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(from) && (SENDING_STATUSES.includes(to) || to === 'SENT');
}

/** Whether a campaign sends now that did not when its status was last noted, or the reverse: guard and offline plans ask. */
function beganOrEnded(from: CampaignStatus, to: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(from) !== SENDING_STATUSES.includes(to);
}
