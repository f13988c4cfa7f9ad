import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/remote/rate-limiter.ts';
import { attempts, CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Calls that take `ms` each. The service counts a call on arrival, after a part `delay` of that time. */
async function arrivals(count: number, { ms, delay }: { ms: number; delay: (nth: number) => number }) {
  const clock = new FakeClock(0);
  const limiter = new RateLimiter(DEFAULT_LIMITS.get, { clock, signal: new AbortController().signal });
  const arrived: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    await limiter.take(async () => {
      await clock.sleep(delay(nth));
      arrived.push(clock.now());
      await clock.sleep(ms - delay(nth));
    });
  }
  return arrived;
}

it.each([
  ['all at the same time', () => 0],
  ['at the end of the request', () => 900],
  ['now early, now late', (nth: number) => (nth % 2 === 0 ? 0 : 900)],
])('no window is ever too full, wherever in a request the service counts it: %s', async (_, delay) => {
  const arrived = await arrivals(130, { ms: 900, delay });
  for (const [limit, spanMs] of [
    [10, 1_000],
    [100, 60_000],
  ] as const) {
    for (const at of arrived) {
      expect(arrived.filter((one) => one > at - spanMs && one <= at).length).toBeLessThanOrEqual(limit);
    }
  }
});

it('waits no longer than needed', async () => {
  const arrived = await arrivals(25, { ms: 0, delay: () => 0 });
  expect(arrived[10]).toBe(1_000 + CLOCK_MARGIN_MS);
  expect(arrived[20]).toBe(2 * (1_000 + CLOCK_MARGIN_MS));
});

it('delays all callers until the time that the service named to one of them', async () => {
  const clock = new FakeClock(0);
  const limiter = new RateLimiter([], { clock, signal: new AbortController().signal });
  limiter.hold(7_000);
  await Promise.all([1, 2].map(() => limiter.take(() => Promise.resolve())));
  expect(clock.now()).toBe(7_000);
});

it('stops waiting when the run is interrupted', async () => {
  const clock = new FakeClock(0);
  const controller = new AbortController();
  const limiter = new RateLimiter([attempts(1, 60_000)], { clock, signal: controller.signal });
  await limiter.take(() => Promise.resolve());
  controller.abort();
  await limiter.take(() => Promise.resolve());
  expect(clock.now()).toBe(0);
});

it('returns the time of the next slot, and a call at that time does not wait', async () => {
  const clock = new FakeClock(0);
  const limiter = new RateLimiter(DEFAULT_LIMITS.update, { clock, signal: new AbortController().signal });
  for (let nth = 0; nth < 130; nth++) {
    clock.time = limiter.next();
    const sleeps = clock.sleeps.length;
    await limiter.take(() => clock.sleep(10));
    expect(clock.sleeps).toHaveLength(sleeps + 1);
  }
  expect(clock.now()).toBeGreaterThan(60_000);
});
