import type { JsonObject } from './json.ts';
import { dayAt, daysAfter, isWithin, sendDays, type Day } from './schedule.ts';
import type { TeamRules } from './team-rules.ts';

type Blackout = Pick<NonNullable<TeamRules['blackout']>, 'days'>;

/** The first day from now on that is in a blackout and on which a schedule sends; undefined if there is none. */
export function blackoutDay(
  { days }: Blackout,
  at: { readonly deliveryType: string; readonly schedule: JsonObject; readonly now: number },
): Day | undefined {
  // A send today may still be yesterday by another clock, so the clock of the schedule decides.
  const today = dayAt(at.now, at.schedule.timezone);
  return days
    .flatMap(({ from, to }) =>
      to < today
        ? []
        : sendDays(at.deliveryType, at.schedule, {
            span: { from: from < today ? today : from, to },
            now: at.now,
          }),
    )
    .sort()[0];
}

/** The first day after the blackout that contains a day. */
export function dayAfterBlackout({ days }: Blackout, day: Day): Day {
  const span = days.find((one) => isWithin(day, one));
  return span === undefined ? day : dayAfterBlackout({ days }, daysAfter(span.to, 1));
}

/** The days in words: `2026-12-24 to 2026-12-26`. */
export function firstDays({ days }: Blackout, most = 3): string {
  const words = days.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return words.length <= most ? words.join(', ') : `${words.slice(0, most).join(', ')}, …`;
}
