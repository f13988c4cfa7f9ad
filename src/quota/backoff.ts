import type { AnswerProblem } from '../model/live-answer.ts';
import type { Window } from '../model/workspace.ts';
import { MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';

/** How long creations wait after the service refused one that the ledger allowed. Others use the same quota. */
export interface Backoff {
  /** No creation is sent before this instant (epoch milliseconds). */
  readonly until: number;
  /** Refusals since the last creation that was not refused. */
  readonly inARow: number;
}

export const NO_BACKOFF: Backoff = { until: -Infinity, inARow: 0 };

/** The wait doubles with each further refusal, at most this many times. */
const DOUBLINGS_OF_BACKOFF = 6;

/** Waits as long as the service asks, or for the shortest window, and longer with each further refusal. */
export function afterRefusal(
  { until, inARow }: Backoff,
  refused: {
    /** Epoch milliseconds. */
    readonly at: number;
    readonly retryAfterMs: number | undefined;
    readonly windows: readonly Window[];
  },
): Backoff {
  const { at, retryAfterMs, windows } = refused;
  const spans = [...new Set(windows.map(({ spanMs }) => spanMs))].sort((a, b) => a - b);
  const asked = retryAfterMs ?? (spans[inARow] ?? spans.at(-1) ?? MINUTE_MS) + CLOCK_MARGIN_MS;
  const patience = SECOND_MS * 2 ** Math.min(inARow, DOUBLINGS_OF_BACKOFF);
  return { until: Math.max(until, at + Math.max(asked, patience)), inARow: inARow + 1 };
}

/** A creation that was not refused resets the count of refusals. The time to wait for stays. */
export function afterSuccess(backoff: Backoff): Backoff {
  return { ...backoff, inARow: 0 };
}

// How often a request is repeated, and after which waits: a read by src/remote, a write by src/apply.

const TRIES = 4;

/** How often a request is sent in all if it gets no answer: once if the next one would get none either. */
export function triesFor(problem: AnswerProblem): number {
  const isRefused = problem.code === 'proxy' && /^4|CERT|SSL|UNABLE_TO/.test(problem.said);
  // The answer of some hop has headers that are too long for us (undici).
  const isTooLong = problem.code === 'no-answer' && problem.said === 'UND_ERR_HEADERS_OVERFLOW';
  return isRefused || isTooLong || problem.code === 'not-trusted' ? 1 : TRIES;
}

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
