import type { JsonObject } from './json.ts';
import { hasOffset, localAt } from './local-time.ts';
import {
  CALENDAR_YEARS,
  dayAt,
  daysAfter,
  firstInstant,
  isScheduled,
  sendDays,
  sendInstant,
  sendsAtOnce,
  startInstant,
  type Day,
  type DaySpan,
} from './schedule.ts';

// The sends of a schedule one by one: as instants, and as clocks show them. Which days these are is decided in schedule.ts.

/** One send of a campaign that is sent by a schedule. */
export interface Send {
  /** Epoch milliseconds; for sends by each user's own clock, when the first users can get it. */
  readonly at: number | 'at-once';
  /** What clocks show then: `2031-05-01T09:00:00`. For what is sent at once, the time now. */
  readonly local: string;
  /** The zone of these clocks, `UTC` if the schedule names none (V14); null if each user's own clock counts. */
  readonly zone: string | null;
}

/** The day of a send, by the clocks that it is shown with. */
export function dayOf({ local }: Send): Day {
  return local.slice(0, 10);
}

interface Asked {
  readonly span: DaySpan;
  /** When it would be published (epoch ms). */
  readonly now: number;
}

/**
 * The sends of a schedule on the days of a span, in order. Undefined if the schedule has no readable start, so that its sends
 * aren't known; empty for types that are sent when something happens.
 */
export function sendsIn(deliveryType: string, schedule: JsonObject, asked: Asked): Send[] | undefined {
  if (!isScheduled(deliveryType)) return [];
  const [start, isAtOnce] = [startInstant(schedule), sendsAtOnce(deliveryType, schedule)];
  if (Number.isNaN(start) && !isAtOnce) return undefined;
  const { start_time: text, delivery_type: type } = schedule;
  const zone = typeof schedule.timezone === 'string' ? schedule.timezone : 'UTC';
  const isOnce = deliveryType === 'ONE_TIME';
  return sendDays(deliveryType, schedule, asked).map((day): Send => {
    if (isAtOnce) return { at: 'at-once', local: clockAt(asked.now, zone), zone };
    if (isOnce && type === 'SEND_IN_USER_TIMEZONE' && typeof text === 'string') {
      const local = hasOffset(text) ? clockAt(start, zone) : text;
      return { at: firstInstant(schedule), local, zone: null };
    }
    const at = isOnce ? start : sendInstant(schedule, day);
    return { at, local: clockAt(at, zone), zone };
  });
}

function clockAt(instant: number, zone: string): string {
  return localAt(instant, zone) ?? new Date(instant).toISOString().slice(0, 19);
}

/** The next sends of a schedule, `now` included, at most so many. Undefined if they aren't known. */
export function nextSends(
  deliveryType: string,
  schedule: JsonObject,
  { now, atMost }: { readonly now: number; readonly atMost: number },
): Send[] | undefined {
  const start = startInstant(schedule);
  // A send of today may be over.
  const from = dayAt(start > now ? start : now, schedule.timezone);
  const span = { from, to: daysAfter(from, CALENDAR_YEARS * 366), atMost: atMost + 1 };
  return sendsIn(deliveryType, schedule, { span, now })
    ?.filter((send) => !isOver(send, now))
    .slice(0, atMost);
}

/** Whether a send was due before an instant. */
export function isOver({ at }: Send, now: number): boolean {
  return at !== 'at-once' && at < now;
}

/** An instant in UTC, or `at-once`, as documents have it. */
export function instantText({ at }: Send): string {
  return at === 'at-once' ? at : new Date(at).toISOString();
}
