import { DAY_MS } from '../model/time.ts';

/** What of the headers of a refused call says how long to wait; see `retryAfterMs`. */
export interface LimitHeaders {
  readonly retryAfter: string | undefined;
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  /** The service's own clock. */
  readonly date: string | undefined;
}

/** No window of the specification is longer than a day; whoever asks for more is asked again after this. */
const LONGEST_MS = 7 * DAY_MS;
/** A whole number above this counts seconds since 1970, a thousand times as much milliseconds; below it, seconds. */
const EPOCH_FROM = 1e9;

/**
 * How long the service asks to wait, in milliseconds; undefined where it does not say so, or in no way that we
 * understand. `Retry-After` comes first: seconds, or a date (RFC 9110). Else the reset of a limit, unless another one
 * than this limit is meant: calls of it remain. Open point W26.
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
    return bounded((value < EPOCH_FROM * 1_000 ? value * 1_000 : value) - here(date, now));
  }
  // Anything else that Date would read, a bare year say, is no HTTP date.
  if (!/^[A-Za-z]{3,9},? .*\d/.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : bounded(at - here(date, now));
}

/** The service's instants are read by its own clock where it tells the time, so that ours may be wrong. */
function here(date: string | undefined, now: number): number {
  const parsed = Date.parse(date ?? '');
  return Number.isNaN(parsed) ? now : parsed;
}

function bounded(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}
