import { MINUTE_MS, SECOND_MS } from './time.ts';

// How all texts show times: `2031-01-03 16:00 UTC`. A time at which something happened is cut. A time to wait for is
// rounded up, so that waiting until then is long enough.

/** `2031-01-03 16:00`: the day and the minute of an ISO date-time, in its own time zone. */
export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/**
 * `Fri 2031-01-03 16:00 Europe/Berlin`: a time of a schedule. Without a zone it is in UTC (open point V14), and an offset
 * in the time takes precedence over the zone (V19).
 */
export function scheduledMinute(time: string, zone: string | undefined): string {
  const words = weekdayMinute(time);
  return SCHEDULED.exec(time)?.[3] === undefined ? `${words} ${zone ?? 'UTC'}` : words;
}

/** `Fri 2031-01-03 16:00`: the same without the zone, but with an offset. Only zero seconds are left out. */
export function weekdayMinute(time: string): string {
  const [, day = '', clock = '', offset = ''] = SCHEDULED.exec(time) ?? [];
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  if (weekday === undefined) return time;
  return `${weekday} ${day} ${clock}${offset === '' ? '' : ` UTC${offset.replace('Z', '')}`}`;
}

const SCHEDULED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::(?!00)\d\d)?)(?::00)?(?:\.0+)?(Z|[+-]\d\d:?\d\d)?$/;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2031-01-03 16:00 UTC`: when something happened, an instant in UTC. */
export function utcMinute(iso: string): string {
  return `${minuteOf(iso)} UTC`;
}

/** `2031-01-03 16:00:00 UTC`, or `2031-01-03 16:01 UTC`: the time to wait for. */
export function utcFrom(epochMs: number, unit: 'second' | 'minute' = 'second'): string {
  const unitMs = unit === 'minute' ? MINUTE_MS : SECOND_MS;
  const text = new Date(Math.ceil(epochMs / unitMs) * unitMs).toISOString().replace('T', ' ');
  return `${text.slice(0, unit === 'minute' ? 16 : 19)} UTC`;
}
