import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/model/state.ts';
import type { Window } from '../../src/model/workspace.ts';
import { earliestAt, slotsFor, withAttempt, withOpen, withSuccess } from '../../src/quota/slots.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(400);
const NOW = Date.parse('2031-01-01T09:00:00Z');
const EMPTY: Ledger = { attempts: [], successes: [] };
const CREATE = DEFAULT_LIMITS.create;

/** How long a call stays in a window: the span plus the clock margin. */
const stay = (spanMs: number) => spanMs + CLOCK_MARGIN_MS;

function successes(...at: number[]): Ledger {
  return { attempts: at, successes: at };
}

describe('the windows of creations', () => {
  it('are those of the specification', () => {
    expect(CREATE).toEqual([
      { limit: 5, spanMs: SECOND_MS, counts: 'attempts' },
      { limit: 25, spanMs: MINUTE_MS, counts: 'attempts' },
      { limit: 100, spanMs: HOUR_MS, counts: 'attempts' },
      { limit: 5, spanMs: MINUTE_MS, counts: 'successes' },
      { limit: 25, spanMs: HOUR_MS, counts: 'successes' },
      { limit: 100, spanMs: DAY_MS, counts: 'successes' },
    ]);
  });

  it.each(['search', 'get', 'update', 'status', 'validate', 'meta', 'test'] as const)(
    'those of %s are 10 a second, 100 a minute, 6,000 an hour',
    (operation) => {
      expect(DEFAULT_LIMITS[operation]).toEqual([
        { limit: 10, spanMs: SECOND_MS, counts: 'attempts' },
        { limit: 100, spanMs: MINUTE_MS, counts: 'attempts' },
        { limit: 6_000, spanMs: HOUR_MS, counts: 'attempts' },
      ]);
    },
  );
});

describe('a failed creation', () => {
  it('counts as an attempt and not as a success', () => {
    expect(withAttempt(EMPTY, NOW)).toEqual({ attempts: [NOW], successes: [] });
    expect(withSuccess(EMPTY, NOW)).toEqual({ attempts: [NOW], successes: [NOW] });
  });

  it('without an answer counts as both, as of now', () => {
    expect(withOpen(successes(NOW - 5), 2, NOW)).toEqual(successes(NOW - 5, NOW, NOW));
  });
});

describe('a ledger', () => {
  it('stays sorted by time, even with timestamps from a clock ahead of ours', () => {
    const ahead = NOW + 10_000;
    expect(withSuccess(successes(NOW - 5, ahead), NOW)).toEqual(successes(NOW - 5, NOW, ahead));
    expect(withAttempt(successes(NOW - 5, ahead), NOW)).toEqual({
      attempts: [NOW - 5, NOW, ahead],
      successes: [NOW - 5, ahead],
    });
  });
});

describe('creations from an empty ledger', () => {
  const minute = stay(MINUTE_MS);
  const hour = stay(HOUR_MS);

  it.each<readonly [count: number, doneAfterMs: number]>([
    [1, 0],
    [5, 0],
    [6, minute],
    [25, 4 * minute],
    [26, hour],
    [100, 3 * hour + 4 * minute],
    [101, stay(DAY_MS)],
  ])('%i are done after %i ms', (count, doneAfterMs) => {
    expect(slotsFor(count, EMPTY, CREATE, NOW).at(-1)).toBe(NOW + doneAfterMs);
  });

  it('none are scheduled if none are wanted', () => {
    expect(slotsFor(0, EMPTY, CREATE, NOW)).toEqual([]);
  });

  it('go out five a minute', () => {
    const instants = slotsFor(12, EMPTY, CREATE, NOW).map((at) => (at - NOW) / minute);
    expect(instants).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
  });
});

/** Few, short windows, so that all of them fill up. */
const windows = fc.array(
  fc.record<Window>({
    limit: fc.integer({ min: 1, max: 4 }),
    spanMs: fc.constantFrom(1_000, 5_000, 20_000),
    counts: fc.constantFrom('attempts', 'successes'),
  }),
  { minLength: 1, maxLength: 4 },
);
const ledgers = fc
  .array(fc.tuple(fc.integer({ min: -25_000, max: 0 }), fc.boolean()), { maxLength: 12 })
  .map((calls): Ledger => {
    const sorted = calls.map(([ago, success]) => ({ at: NOW + ago, success })).sort((a, b) => a.at - b.at);
    return {
      attempts: sorted.map(({ at }) => at),
      successes: sorted.filter(({ success }) => success).map(({ at }) => at),
    };
  });

/** How many calls a window contains at `at`, counted one by one. */
function countAt(window: Window, ledger: Ledger, at: number): number {
  return ledger[window.counts].filter((one) => one > at - stay(window.spanMs)).length;
}

/** The first instant at which one more call fits, found by trying each instant at which a call leaves a window. */
function firstFit(ledger: Ledger, limits: readonly Window[], from: number): number {
  const leaving = limits.flatMap(({ spanMs, counts }) => ledger[counts].map((at) => at + stay(spanMs)));
  const fits = [from, ...leaving.filter((at) => at > from)]
    .sort((a, b) => a - b)
    .find((at) => limits.every((window) => countAt(window, ledger, at) < window.limit));
  return fits ?? NaN;
}

describe('for any ledger and any windows', () => {
  it('a schedule is the same as the one found by trying every instant', () => {
    fc.assert(
      fc.property(ledgers, windows, fc.integer({ min: 0, max: 15 }), (ledger, limits, count) => {
        const found: number[] = [];
        let after = ledger;
        for (let n = 0; n < count; n++) {
          const at = firstFit(after, limits, found.at(-1) ?? NOW);
          found.push(at);
          after = { attempts: [...after.attempts, at], successes: [...after.successes, at] };
        }
        expect(slotsFor(count, ledger, limits, NOW)).toEqual(found);
      }),
      RUNS,
    );
  });

  it('no window ever holds more than it allows, wherever it begins', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 1, max: 20 }), (limits, count) => {
        const instants = slotsFor(count, EMPTY, limits, NOW);
        for (const { limit, spanMs } of limits) {
          for (const start of instants) {
            const inside = instants.filter((at) => at >= start && at < start + spanMs).length;
            expect(inside).toBeLessThanOrEqual(limit);
          }
        }
      }),
      RUNS,
    );
  });

  it('no wait is longer than needed: a millisecond earlier some window is full', () => {
    fc.assert(
      fc.property(ledgers, windows, (ledger, limits) => {
        const at = earliestAt(ledger, limits, NOW);
        expect(limits.every((window) => countAt(window, ledger, at) < window.limit)).toBe(true);
        if (at === NOW) return;
        expect(limits.some((window) => countAt(window, ledger, at - 1) >= window.limit)).toBe(true);
      }),
      RUNS,
    );
  });
});
