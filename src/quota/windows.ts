import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import type { Limits, Window } from '../model/workspace.ts';

/** Added to every window, so that the clocks of two machines may differ by this much without causing a 429. */
export const CLOCK_MARGIN_MS = 500;

const READ_LIMITS = [attempts(10, SECOND_MS), attempts(100, MINUTE_MS), attempts(6_000, HOUR_MS)];

/** Specification, Limits, for creations; open point W25 for the other operations. */
export const DEFAULT_LIMITS: Limits = {
  create: [
    attempts(5, SECOND_MS),
    attempts(25, MINUTE_MS),
    attempts(100, HOUR_MS),
    successes(5, MINUTE_MS),
    successes(25, HOUR_MS),
    successes(100, DAY_MS),
  ],
  search: READ_LIMITS,
  get: READ_LIMITS,
  update: READ_LIMITS,
  status: READ_LIMITS,
  validate: READ_LIMITS,
  meta: READ_LIMITS,
  test: READ_LIMITS,
  preview: [attempts(10_000, MINUTE_MS)],
};

export function attempts(limit: number, spanMs: number): Window {
  return { limit, spanMs, counts: 'attempts' };
}

export function successes(limit: number, spanMs: number): Window {
  return { limit, spanMs, counts: 'successes' };
}
