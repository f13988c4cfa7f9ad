import { expect, test } from 'vitest';
import { earliestAt, clampFutureTimestamps } from '../../src/quota/slots.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { DAY_MS, MINUTE_MS } from '../../src/model/time.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');
const at = (...times: number[]) => ({ attempts: times, successes: times });

test('calls with a time in the future count from now', () => {
  const { ledger, ahead } = clampFutureTimestamps(at(NOW - MINUTE_MS, NOW + DAY_MS, NOW + 2 * DAY_MS), NOW);
  expect(ledger).toEqual(at(NOW - MINUTE_MS, NOW, NOW));
  expect(ahead).toBe(2);
});

test('times within the clock margin are not changed', () => {
  const ledger = at(NOW, NOW + CLOCK_MARGIN_MS);
  expect(clampFutureTimestamps(ledger, NOW)).toEqual({ ledger, ahead: 0 });
});

test('if read again later, they count from when they were read first', () => {
  const again = clampFutureTimestamps(at(NOW + MINUTE_MS, NOW + DAY_MS), NOW + MINUTE_MS, NOW);
  expect(again.ledger).toEqual(at(NOW, NOW + MINUTE_MS));
});

test('five of them delay creations for a minute, and not for a year', () => {
  const year = Array.from({ length: 5 }, (_, n) => NOW + 365 * DAY_MS + n);
  expect(earliestAt(at(...year), DEFAULT_LIMITS.create, NOW)).toBeGreaterThan(NOW + 365 * DAY_MS);
  const { ledger } = clampFutureTimestamps(at(...year), NOW);
  expect(earliestAt(ledger, DEFAULT_LIMITS.create, NOW)).toBe(NOW + MINUTE_MS + CLOCK_MARGIN_MS);
});
