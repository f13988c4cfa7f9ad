import { memberOf } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';

// Names of rhythms that the service doesn't have, such as FORTNIGHTLY. Some resemble one that it has, such as BIWEEKLY,
// which would send twice as often.

const OTHER_RHYTHMS: Readonly<Record<string, string>> = {
  BIWEEKLY: sendEvery('other week', 'WEEKLY', 2),
  FORTNIGHTLY: sendEvery('other week', 'WEEKLY', 2),
  BIMONTHLY: sendEvery('other month', 'MONTHLY', 2),
  QUARTERLY: sendEvery('3 months', 'MONTHLY', 3),
  YEARLY: sendEvery('12 months', 'MONTHLY', 12),
  ANNUALLY: sendEvery('12 months', 'MONTHLY', 12),
  HOURLY: 'nothing is more frequent than DAILY; allowed: DAILY, WEEKLY, MONTHLY',
  WEEKDAYS:
    'write WEEKLY, and below it repeat_on_days_of_week: [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY]',
};

function sendEvery(time: string, frequency: string, interval: number): string {
  return `to send every ${time}, write ${frequency}, and below it repeat_frequency: ${interval}`;
}

/** What to write for a rhythm that isn't allowed. One of another length is never proposed. */
export function rhythmHint(seen: string, allowed: readonly string[]): string {
  const other = memberOf(OTHER_RHYTHMS, seen.toUpperCase().replace(/[^A-Z]/g, ''));
  if (other !== undefined) return other;
  const near = nearest(seen, allowed, 1);
  return near === undefined ? `allowed: ${allowed.join(', ')}` : `write "${near}"`;
}
