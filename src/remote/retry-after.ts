import { DAY_MS } from '../model/time.ts';

/** The headers of a refused call that say how long to wait; see `retryAfterMs`. */
export interface LimitHeaders {
  readonly retryAfter: string | undefined;
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  /** The service's own clock. */
  readonly date: string | undefined;
}

/**
 * Longer waits are shortened to this, after which the service is asked again. No window of the specification is longer
 * than a day.
 */
const LONGEST_MS = 7 * DAY_MS;
/**
 * Whole numbers above this are seconds since 1970, above a thousand times this milliseconds. Smaller ones are seconds
 * to wait.
 */
const EPOCH_FROM = 1e9;

/**
 * How long the service asks to wait, in milliseconds; `undefined` if it doesn't say or we can't parse it. `Retry-After`
 * comes first, in seconds or as a date (RFC 9110). Otherwise the reset time of a limit is used, unless calls remain,
 * because another limit is full then. Open point W26.
 */
export function retryAfterMs(
  { retryAfter, remaining, reset, date }: LimitHeaders,
  now: number,
): number | undefined {
  const parsed = wait(retryAfter, { date, now });
  if (parsed !== undefined) return parsed;
  return Number(remaining ?? 0) > 0 ? undefined : wait(reset, { date, now });
}

function wait(
  text: string | undefined,
  { date, now }: { readonly date: string | undefined; readonly now: number },
): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(trimmed)) {
    const value = Number(trimmed);
    if (value < EPOCH_FROM) return bounded(value * 1_000);
    return bounded((value < EPOCH_FROM * 1_000 ? value * 1_000 : value) - serverTime(date, now));
  }
  // `Date` would accept other texts, such as a bare year, that aren't HTTP dates.
  if (!/^[A-Za-z]{3,9},? .*\d/.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : bounded(at - serverTime(date, now));
}

/**
 * Converts an instant by the service's clock, if the answer has its time, so that a wrong local clock doesn't matter.
 */
function serverTime(date: string | undefined, now: number): number {
  const parsed = Date.parse(date ?? '');
  return Number.isNaN(parsed) ? now : parsed;
}

function bounded(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}
