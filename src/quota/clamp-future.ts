import type { Ledger } from '../model/state.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';

/**
 * The ledger with times later than `now` (epoch milliseconds) replaced with `to`. They come from a machine with a wrong
 * clock: a creation can't be read before it was recorded. A run that reads the ledger again passes the same `to`. `ahead` is
 * how many attempts had such a time.
 */
export function clampFutureTimestamps({ attempts, successes }: Ledger, now: number, to = now) {
  const isAhead = (at: number) => at > now + CLOCK_MARGIN_MS;
  const clamped = (times: readonly number[]) =>
    times.map((at) => (isAhead(at) ? to : at)).sort((a, b) => a - b);
  return {
    ledger: { attempts: clamped(attempts), successes: clamped(successes) },
    ahead: attempts.filter(isAhead).length,
  };
}
