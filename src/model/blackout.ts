import type { JsonObject } from './json.ts';
import {
  dayAt,
  daysAfter,
  firstDeliveryDay,
  isDayWithin,
  sendDays,
  type Day,
  type DaySpan,
} from './schedule.ts';
import type { TeamRules } from './team-rules.ts';

type Blackout = Pick<NonNullable<TeamRules['blackout']>, 'days'>;

/** A campaign's schedule, and when it would be published (epoch milliseconds). */
interface Scheduled {
  readonly deliveryType: string;
  readonly schedule: JsonObject;
  readonly now: number;
}

/** The first day from now on that is in a blackout and on which users get the message; undefined if there is none. */
export function blackoutDay({ days }: Blackout, at: Scheduled): Day | undefined {
  // A send today may still be yesterday by another clock, so the clock of the schedule decides.
  const today = dayAt(at.now, at.schedule.timezone);
  return days
    .flatMap(({ from, to }) => {
      const span = { from: from < today ? today : from, to };
      return to < today ? [] : (firstDeliveryDay(at.deliveryType, at.schedule, { span, now: at.now }) ?? []);
    })
    .sort()[0];
}

/** The first such day on which users don't get the message by the schedule `before`; undefined if there is none. */
export function newBlackoutDay(
  { days }: Blackout,
  { before, ...at }: Scheduled & { readonly before: JsonObject },
): Day | undefined {
  const was = new Set(deliveryDays(days, { ...at, schedule: before }));
  return deliveryDays(days, at)
    .filter((day) => !was.has(day))
    .sort()[0];
}

/** All days within spans, from now on, on which users get the message. */
function deliveryDays(days: readonly DaySpan[], { deliveryType, schedule, now }: Scheduled): Day[] {
  const today = dayAt(now, schedule.timezone);
  return days.flatMap(({ from, to }) => {
    const span = { from: from < today ? today : from, to };
    if (to < today) return [];
    if (deliveryType !== 'ONE_TIME') return sendDays(deliveryType, schedule, { span, now });
    // Its users may get it on several days in a row.
    const found: Day[] = [];
    for (let next: Day | undefined = span.from; next !== undefined && next <= to;) {
      const day = firstDeliveryDay(deliveryType, schedule, { span: { from: next, to }, now });
      if (day !== undefined) found.push(day);
      next = day && daysAfter(day, 1);
    }
    return found;
  });
}

/**
 * Why some users would get the message on a day after the start: their best time is then, or their local time had passed
 * the start. Undefined if the campaign begins to send on that day.
 */
export function lateUsersOn(
  day: Day,
  { deliveryType, schedule, now }: Scheduled,
): 'best-time' | 'local-time-passed' | undefined {
  if (sendDays(deliveryType, schedule, { span: { from: day, to: day }, now }).length > 0) return undefined;
  return schedule.delivery_type === 'SEND_IN_BTS' ? 'best-time' : 'local-time-passed';
}

/** The first day after the blackout that contains a day. */
export function dayAfterBlackout({ days }: Blackout, day: Day): Day {
  const span = days.find((one) => isDayWithin(day, one));
  return span === undefined ? day : dayAfterBlackout({ days }, daysAfter(span.to, 1));
}
