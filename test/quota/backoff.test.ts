import { describe, expect, it } from 'vitest';
import { afterRefusal, afterSuccess, NO_BACKOFF } from '../../src/quota/backoff.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');
const windows = DEFAULT_LIMITS.create;

/** How long each of `count` refusals in a row delays creations, in milliseconds. */
function waits(count: number, retryAfterMs: number | undefined, limits = windows): number[] {
  let backoff = NO_BACKOFF;
  return Array.from({ length: count }, () => {
    backoff = afterRefusal({ ...backoff, until: NOW }, { at: NOW, retryAfterMs, windows: limits });
    return backoff.until - NOW;
  });
}

describe('after a refusal', () => {
  it('creations wait as long as the service asks', () => {
    expect(waits(1, 50 * SECOND_MS)).toEqual([50 * SECOND_MS]);
    expect(waits(1, 20 * MINUTE_MS)).toEqual([20 * MINUTE_MS]);
  });

  it('a shorter wait does not end a longer one', () => {
    const backoff = afterRefusal(NO_BACKOFF, { at: NOW, retryAfterMs: HOUR_MS, windows });
    expect(afterRefusal(backoff, { at: NOW, retryAfterMs: SECOND_MS, windows }).until).toBe(NOW + HOUR_MS);
  });

  it('creations wait for longer and longer windows if the service names no time', () => {
    const spans = [SECOND_MS, MINUTE_MS, HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS];
    expect(waits(5, undefined)).toEqual(spans.map((ms) => ms + CLOCK_MARGIN_MS));
    expect(waits(5, undefined, windows.toReversed())).toEqual(waits(5, undefined));
  });

  it('creations wait a minute if there are no limits either', () => {
    expect(waits(1, undefined, [])).toEqual([MINUTE_MS + CLOCK_MARGIN_MS]);
  });

  it('several refusals in a row without a time cause longer and longer waits', () => {
    expect(waits(8, 0)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000]);
  });

  it('a success resets the count of refusals but not the wait', () => {
    const backoff = afterRefusal(NO_BACKOFF, { at: NOW, retryAfterMs: HOUR_MS, windows });
    expect(afterSuccess(backoff)).toEqual({ until: NOW + HOUR_MS, inARow: 0 });
  });
});
