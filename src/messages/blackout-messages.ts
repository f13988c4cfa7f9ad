import type { DaySpan } from '../model/schedule.ts';

/** How many spans of days a message names. */
const NAMED_AT_MOST = 3;

/** The days of a blackout: `from 2026-12-24 to 2026-12-26 and on 2027-01-01`. */
export function blackoutDays(days: readonly DaySpan[]): string {
  const first = days
    .slice(0, NAMED_AT_MOST)
    .map(({ from, to }) => (from === to ? `on ${from}` : `from ${from} to ${to}`));
  const words = days.length > NAMED_AT_MOST ? [...first, 'on other days'] : first;
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((one) => one !== '').join(' and ');
}
