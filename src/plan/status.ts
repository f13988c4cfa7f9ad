import {
  SENDING_STATUSES,
  statusWord,
  type CampaignStatus,
  type Desired,
  type Live,
} from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import { instantOf } from '../model/local-time.ts';
import type { StatusMove } from '../model/drift.ts';
import { held, type Held } from '../model/held.ts';
import type { Note, StatusChange, Transition } from '../model/plan.ts';
import { written } from '../model/read-view.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, moveFor, RESULTS, type Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';
import type { Pair } from './pair.ts';
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
  if (!desired.status) return NOTHING;
  const from = live?.status ?? 'DRAFT';
  const type = live?.deliveryType ?? desired.deliveryType;
  const move = moveFor(desired.status, from, type);
  if (move === 'none') return NOTHING;
  const notes = movedByHand(values);
  if (move === 'impossible') {
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
  const obstacle = obstacleTo(move, notes, context) ?? unfit(move, values, context);
  if (obstacle) return { transition: null, held: [obstacle], notes };
  const transition = { action: move, from, to: resultOf(move, values, context.now) };
  return { transition, held: [], notes: [...notes, ...startPast(move, values, context.now)] };
}

function obstacleTo(
  action: Action,
  notes: readonly Note[],
  { workspace, policy }: CampaignContext,
): Held | undefined {
  if (isEmergencyStop(action)) return undefined;
  if (action === 'PUBLISH' && workspace.publish === 'never')
    return held('needs-publish', { code: 'publish-off' });
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

/** The file's status is as it was at the last apply, and live has another one than we left it with. */
function movedByHand({ desired, live, binding }: StatusValues): Note[] {
  if (!live || !binding || binding.status.applied !== desired.status) return [];
  const move = statusMovedByHand(live, binding);
  return move ? [{ kind: 'moved-by-hand', ...move }] : [];
}

/**
 * How live's status moved away from the one that was applied last; null where it did not, or where nothing was asked of
 * it. What a campaign does by itself, from SCHEDULED to SENT, leads away from nothing.
 */
export function statusMovedByHand(live: Live, { status: { applied, observed } }: Binding): StatusMove | null {
  const isAsked = applied !== undefined && moveFor(applied, live.status, live.deliveryType) !== 'none';
  return isAsked && observed !== live.status ? { from: observed, to: live.status } : null;
}

function resultOf(action: Action, values: StatusValues, now: number): CampaignStatus {
  return action === 'PUBLISH' && startsLater(values, now) ? 'SCHEDULED' : RESULTS[action];
}

/** Open point W19. */
function startsLater(values: StatusValues, now: number): boolean {
  return startOf(scheduleOf(values)) > now;
}

/** Open points V2 and V15. A note and no hold: the service's clock decides, and ours may be another. */
function startPast(action: Action, values: StatusValues, now: number): Note[] {
  const { start_time: start, timezone: zone } = scheduleOf(values);
  const isTimed = ['ONE_TIME', 'PERIODIC'].includes(values.desired.deliveryType);
  if (action !== 'PUBLISH' || !isTimed || typeof start !== 'string') return [];
  const agoMs = now - startOf(scheduleOf(values));
  if (!(agoMs > 0)) return [];
  return [{ kind: 'start-past', start, zone: typeof zone === 'string' ? zone : undefined, agoMs }];
}

/** The schedule that will be published: the file's, else the one that live has. */
function scheduleOf({ desired, live }: StatusValues): JsonObject {
  return written(desired.components.scheduling_details ?? live?.components.scheduling_details ?? {});
}

/** Epoch milliseconds; NaN for a campaign that is sent at once. */
function startOf({ delivery_type: type, start_time: start, timezone: zone }: JsonObject): number {
  if (typeof start !== 'string' || type === 'ASAP') return NaN;
  return instantOf(start, typeof zone === 'string' ? zone : 'UTC');
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

/** `2024-07-04 08:00:54.847000` (open point W3) as an instant; null where the service says something else, or nothing. */
function instantIn(time: string | undefined): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(time ?? '');
  const instant = parts
    ? Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}${(parts[3] ?? '').slice(0, 4)}Z`)
    : NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
