import { SECOND_MS } from '../model/time.ts';

// How often a request is repeated, and after which waits: a read by src/remote, a write by src/apply.

/** How often a request is sent in all if it gets no answer. */
export const TRIES = 4;

/** How often a request is sent in all if the service answers that there are too many. */
export const TRIES_WHEN_LIMITED = 20;

const FIRST_WAIT_MS = 250;

/** How long to wait after so many requests without an answer, in milliseconds. `chance` is between 0 and 1. */
export function waitWithoutAnswer(failures: number, chance: number): number {
  return FIRST_WAIT_MS * 2 ** (failures - 1) * (1 + chance);
}

/** The wait doubles with each further limit, at most this many times. */
const DOUBLINGS = 5;

/** How long to wait after so many limits in a row, in milliseconds: at least as long as the service asked for. */
export function waitWhenLimited(limits: number, askedMs: number): number {
  return Math.max(askedMs, SECOND_MS * 2 ** Math.min(limits - 1, DOUBLINGS));
}
