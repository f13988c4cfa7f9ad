import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/model/state.ts';
import { slotsFor, withAttempt, withOpen, withSuccess } from '../../src/quota/slots.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';

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

  const others = Object.entries(DEFAULT_LIMITS).filter(
    ([operation]) => !['create', 'preview'].includes(operation),
  );

  it('those of preview are 10,000 a minute', () => {
    expect(DEFAULT_LIMITS.preview).toEqual([{ limit: 10_000, spanMs: MINUTE_MS, counts: 'attempts' }]);
  });

  it.each(others)('those of %s are 10 a second, 100 a minute, 6,000 an hour', (_, limits) => {
    expect(limits).toEqual([
      { limit: 10, spanMs: SECOND_MS, counts: 'attempts' },
      { limit: 100, spanMs: MINUTE_MS, counts: 'attempts' },
      { limit: 6_000, spanMs: HOUR_MS, counts: 'attempts' },
    ]);
  });
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
