import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RollingWindows, type Window } from '../../../src/service/domain/rate-limits.ts';
import { draws } from '../../support/draws.ts';

const TWO_A_SECOND = [{ limit: 2, spanMs: 1000 }];
const AND_THREE_A_MINUTE = [...TWO_A_SECOND, { limit: 3, spanMs: 60_000 }];

describe('rolling windows', () => {
  test.each<[string, readonly Window[], readonly number[], number, number]>([
    ['nothing counted', TWO_A_SECOND, [], 0, 0],
    ['room for one more', TWO_A_SECOND, [0], 0, 0],
    ['full until the first has gone', TWO_A_SECOND, [0, 400], 500, 500],
    ['full to the last millisecond', TWO_A_SECOND, [0, 400], 999, 1],
    ['free when exactly the span is over', TWO_A_SECOND, [0, 400], 1000, 0],
    ['rolling, not from full second to full second', TWO_A_SECOND, [900, 950], 1050, 850],
    ['the stricter of two windows decides', AND_THREE_A_MINUTE, [0, 5000, 10_000], 10_500, 49_500],
    ['events in the future after the clock was set back do not count', TWO_A_SECOND, [9000, 9500], 100, 0],
    ['no window admits everything', [], [0, 0, 0], 0, 0],
  ])('%s', (_case, windows, events, now, wait) => {
    const rolling = new RollingWindows(windows);
    for (const event of events) rolling.count(event);
    expect(rolling.waitMs(now)).toBe(wait);
  });

  test('no window ever exceeds its limit, and an event is admitted exactly after the reported wait', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (steps) => {
        const rolling = new RollingWindows(AND_THREE_A_MINUTE);
        const admitted: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const wait = rolling.waitMs(now);
          if (wait > 0) expect(rolling.waitMs(now + wait - 1)).toBe(1);
          now += wait;
          expect(rolling.waitMs(now)).toBe(0);
          rolling.count(now);
          admitted.push(now);
        }
        for (const { limit, spanMs } of AND_THREE_A_MINUTE) {
          for (const end of admitted) {
            expect(admitted.filter((at) => at <= end && at > end - spanMs).length).toBeLessThanOrEqual(limit);
          }
        }
      }),
      draws(200),
    );
  });
});
