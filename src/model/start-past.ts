import type { Desired, Live } from './campaign.ts';
import { heldBy, type Held } from './held.ts';
import type { JsonObject } from './json.ts';
import type { Note } from './plan.ts';
import { written } from './read-view.ts';
import { hasExpired, startInstant, startIsPast } from './schedule.ts';
import { bare } from './show.ts';

// The service doesn't publish a campaign whose start is in the past, and one that has expired would never be sent. The quota
// of about a hundred creations a day is too small to waste one on it. So a plan blocks it, and a run checks again right
// before it sends, because it may have waited for quota. Files are checked with the same rules (startIsPast, hasExpired),
// except those of campaigns that are already live.

/** The schedule that will be published: the file's, or otherwise the live one. */
export function scheduleToPublish(desired: Desired, live: Live | undefined): JsonObject {
  return written(desired.components.scheduling_details ?? live?.components.scheduling_details ?? {});
}

/**
 * The note for a file that leaves its campaign a draft: what is created or edited now can't be published later. A draft
 * that isn't touched may have been given up, so there is no note.
 */
export function startPastNote(desired: Desired, live: Live | undefined, now: number): Note[] {
  const { status, deliveryType } = desired;
  const staysDraft = (status === undefined || status === 'DRAFT') && (live?.status ?? 'DRAFT') === 'DRAFT';
  const schedule = scheduleToPublish(desired, live);
  if (!staysDraft || !startIsPast(deliveryType, schedule, now)) return [];
  const { start_time: start, timezone: zone = 'UTC' } = schedule;
  return [{ kind: 'start-past', start: bare(start), zone: bare(zone) }];
}

/** When a campaign would be published (epoch milliseconds), and the live campaign if there is one. */
interface Publishing {
  readonly live: Live | undefined;
  readonly at: number;
  /** When quota allows its creation, if that is later. */
  readonly createdAt?: number;
  /** Whether it is live already, and gets a new schedule. */
  readonly isEdit?: true;
}

/** Why a campaign can't be published then; undefined if neither its start nor its expiry is in the past. */
export function heldByStart(desired: Desired, { live, at, createdAt, isEdit }: Publishing): Held | undefined {
  const schedule = scheduleToPublish(desired, live);
  const { start_time: start, expiry_time: expiry, timezone } = schedule;
  const zone = typeof timezone === 'string' ? timezone : undefined;
  const [type, publishedAt] = [desired.deliveryType, createdAt ?? at];
  const late = createdAt !== undefined && { createdAt: new Date(createdAt).toISOString() };
  if (!startIsPast(type, schedule, publishedAt)) {
    if (!hasExpired(type, schedule, publishedAt)) return undefined;
    return heldBy('transition-not-possible', { code: 'expired', expiry: bare(expiry), zone, ...late });
  }
  return heldBy('transition-not-possible', {
    code: 'start-past',
    start: bare(start),
    zone,
    ...(isEdit && { isEdit }),
    ...late,
  });
}

/**
 * Why a file's campaign isn't created: it would start at once, and its start is past. Quota isn't spent on it. `createdAt`
 * is when quota allows its creation, if that is later than `at`.
 */
export function heldBeforeCreation(
  desired: Desired,
  when: Pick<Publishing, 'at' | 'createdAt'>,
): Held | undefined {
  return desired.status === 'ACTIVE' ? heldByStart(desired, { ...when, live: undefined }) : undefined;
}

/** A live campaign that gets the schedule of its file. */
interface Rescheduled {
  readonly live: Live;
  /** What was last sent of its schedule. */
  readonly applied: JsonObject | undefined;
  /** When that would be sent (epoch milliseconds). */
  readonly at: number;
}

/**
 * Why a live campaign doesn't get a new schedule: if the new start is in the past, the service may send it at once. A
 * campaign that has begun may get any start, because it doesn't begin again.
 */
export function heldByNewStart(desired: Desired, { live, applied, at }: Rescheduled): Held | undefined {
  const { scheduling_details: wanted } = desired.components;
  if (!wanted || !startIsPast(desired.deliveryType, written(wanted), at)) return undefined;
  const before = startInstant(scheduleBefore(live, applied));
  if (startInstant(written(wanted)) === before || before < at) return undefined;
  const past = heldByStart(desired, { live, at, isEdit: true });
  return past && { ...past, reason: 'locked', components: ['scheduling_details'] };
}

/** The schedule that a live campaign has. Live may show it without its day (open point W5). */
export function scheduleBefore(live: Live, applied: JsonObject | undefined): JsonObject {
  const shown = written(live.components.scheduling_details ?? {});
  return Number.isNaN(startInstant(shown)) ? written(applied ?? shown) : shown;
}
