import type { JsonObject } from './json.ts';
import { dayAt, daysAfter, firstDeliveryDay, isWithin, sendDays, type Day } from './schedule.ts';
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

/** The same, but a day on which they don't get it by the schedule `before`. */
export function newBlackoutDay(
  { days }: Blackout,
  { before, ...at }: Scheduled & { readonly before: JsonObject },
): Day | undefined {
  const whole = days.flatMap(({ from, to }) => daysBetween(from, to).map((day) => ({ from: day, to: day })));
  return whole.map((day) => blackoutDay({ days: [day] }, at)).find((day) => day !== undefined && !wasOn(day));

  function wasOn(day: Day): boolean {
    return blackoutDay({ days: [{ from: day, to: day }] }, { ...at, schedule: before }) !== undefined;
  }
}

/** Days that a team's rule names, each of them. No message is planned for more than some years. */
function daysBetween(from: Day, to: Day): Day[] {
  const all: Day[] = [];
  for (let day = from; day <= to && all.length < DAYS_AT_MOST; day = daysAfter(day, 1)) all.push(day);
  return all;
}

const DAYS_AT_MOST = 1000;

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
  const span = days.find((one) => isWithin(day, one));
  return span === undefined ? day : dayAfterBlackout({ days }, daysAfter(span.to, 1));
}
