import type { Ledger } from '../model/state.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';

/** A ledger as far as its times can be right. */
export interface Believed {
  readonly ledger: Ledger;
  /** Each time that had not come yet when it was first read, and what it was taken for (epoch milliseconds). */
  readonly corrected: ReadonlyMap<number, number>;
}

/**
 * The ledger with `now` (epoch milliseconds) for calls of a later time, which somebody's wrong clock has made up: they
 * were made before anybody could read of them, so they count from now at the latest. What was taken for another time
 * `before` is so again: read twice, a call counts once.
 */
export function clampFutureTimestamps(
  ledger: Ledger,
  now: number,
  before: Believed['corrected'] = new Map(),
): Believed {
  const corrected = new Map(before);
  for (const at of ledger.attempts)
    if (at > now + CLOCK_MARGIN_MS && !corrected.has(at)) corrected.set(at, now);
  if (corrected.size === 0) return { ledger, corrected };
  const inOrder = (times: readonly number[]) =>
    times.map((at) => corrected.get(at) ?? at).sort((a, b) => a - b);
  return {
    ledger: { attempts: inOrder(ledger.attempts), successes: inOrder(ledger.successes) },
    corrected,
  };
}
