import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/model/state.ts';
import { onSuccess, learn, NOBODY_ELSE, together } from '../../src/quota/external-usage.ts';
import { schedule } from '../../src/quota/admit.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');
const EMPTY: Ledger = { attempts: [], successes: [] };
const windows = DEFAULT_LIMITS.create;

function ours(...ago: readonly number[]): Ledger {
  const at = ago.map((ms) => NOW - ms);
  return { attempts: at, successes: at };
}

/** When the next creations are possible after one refusal, in milliseconds from it. */
function after(ledger: Ledger, retryAfterMs: number | undefined, count = 6): number[] {
  const externalUsage = learn(NOBODY_ELSE, { at: NOW, retryAfterMs, ledger, windows });
  const start = Math.max(NOW, externalUsage.until);
  return schedule(count, together(ledger, externalUsage.calls), windows, start).map((at) => at - NOW);
}

describe('after a refusal the schedule', () => {
  const minute = MINUTE_MS + CLOCK_MARGIN_MS;

  it('has one place when the oldest call of the others leaves, and the rest when the youngest may have', () => {
    expect(after(EMPTY, 50 * SECOND_MS)).toEqual([50_000, minute, minute, minute, minute, 50_000 + minute]);
  });

  it('takes the call that leaves for ours where ours is as old', () => {
    expect(after(ours(10_000, 5_000), 50 * SECOND_MS, 3)).toEqual([50_500, 55_500, minute]);
  });

  it('fills the hour where a minute would not explain so long a wait', () => {
    const externalUsage = learn(NOBODY_ELSE, {
      at: NOW,
      retryAfterMs: 20 * MINUTE_MS,
      ledger: EMPTY,
      windows,
    });
    expect(externalUsage.calls.successes).toHaveLength(25);
    expect(externalUsage.calls.successes[0]).toBe(NOW - 40 * MINUTE_MS - CLOCK_MARGIN_MS);
    expect(after(EMPTY, 20 * MINUTE_MS, 2)).toEqual([20 * MINUTE_MS, HOUR_MS + CLOCK_MARGIN_MS]);
  });

  it('waits for the shortest window where the service tells no time', () => {
    expect(after(EMPTY, undefined, 1)).toEqual([SECOND_MS + CLOCK_MARGIN_MS]);
  });
});

describe('refusals in a row that tell no time', () => {
  it('are explained by longer and longer windows, until a call gets through', () => {
    const spans: number[] = [];
    let externalUsage = NOBODY_ELSE;
    for (let n = 0; n < 4; n++) {
      externalUsage = learn(externalUsage, { at: NOW, retryAfterMs: undefined, ledger: EMPTY, windows });
      const [at = NaN] = schedule(1, externalUsage.calls, windows, Math.max(NOW, externalUsage.until));
      spans.push(at - NOW - CLOCK_MARGIN_MS);
    }
    expect(spans).toEqual([SECOND_MS, MINUTE_MS, HOUR_MS, 24 * HOUR_MS]);
    expect(onSuccess(externalUsage)).toEqual({ ...externalUsage, inARow: 0 });
  });

  it('that ask for no wait at all are waited out longer and longer all the same', () => {
    let externalUsage = NOBODY_ELSE;
    const waits = Array.from({ length: 4 }, () => {
      externalUsage = learn(externalUsage, { at: NOW, retryAfterMs: 0, ledger: EMPTY, windows: [] });
      return externalUsage.until - NOW;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('wait a minute where there are no limits to explain them', () => {
    const externalUsage = learn(NOBODY_ELSE, {
      at: NOW,
      retryAfterMs: undefined,
      ledger: EMPTY,
      windows: [],
    });
    expect(externalUsage.until).toBe(NOW + MINUTE_MS);
  });
});
