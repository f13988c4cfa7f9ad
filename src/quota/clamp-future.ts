import type { Ledger } from '../model/state.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';

/** A ledger as far as its times can be right. */
export interface ClampedLedger {
  readonly ledger: Ledger;
  /** How many attempts had a time in the future. */
  readonly ahead: number;
}

/**
 * The ledger with `to` in place of times later than `now` (epoch milliseconds), which some machine's wrong clock made up:
 * those creations were recorded before anyone could read of them. A run that reads again gives the same `to`.
 */
export function clampFutureTimestamps({ attempts, successes }: Ledger, now: number, to = now): ClampedLedger {
  const isAhead = (at: number) => at > now + CLOCK_MARGIN_MS;
  const clamped = (times: readonly number[]) =>
    times.map((at) => (isAhead(at) ? to : at)).sort((a, b) => a - b);
  return {
    ledger: { attempts: clamped(attempts), successes: clamped(successes) },
    ahead: attempts.filter(isAhead).length,
  };
}
