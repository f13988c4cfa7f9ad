import type { Ledger } from '../model/state.ts';
import type { Window } from '../model/workspace.ts';
import { withAttempt, withSuccess } from './admit.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';
import { MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** What others use of a quota, as far as refusals showed it: believed beside the ledger until the run ends. */
export interface ExternalUsage {
  /** Calls that nobody here made, and that the windows must be holding all the same. */
  readonly calls: Ledger;
  /** Nothing is admitted before this instant (epoch milliseconds). */
  readonly until: number;
  /** Refusals since the last call that got through. */
  readonly inARow: number;
}

export const NOBODY_ELSE: ExternalUsage = {
  calls: { attempts: [], successes: [] },
  until: -Infinity,
  inARow: 0,
};

/** A call that was refused although the ledger had room for it. */
export interface RefusedCall {
  /** Epoch milliseconds of the refusal. */
  readonly at: number;
  /** How long the service asks to wait; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
  /** What is known of the windows without this call. */
  readonly ledger: Ledger;
  readonly windows: readonly Window[];
}

/** The wait after a refusal doubles with each further one, up to this many times. */
const DOUBLINGS = 6;

/**
 * Takes a refusal in: the shortest window that could explain it is full, so what the ledger does not have there is
 * somebody else's. When the oldest of these calls leaves is what the service told; the others may be as young as the
 * refusal, and are taken to be: guessing earlier would only run into the next refusal. Where the service tells no
 * time, each further refusal in a row needs a longer window to explain it.
 */
export function learn(externalUsage: ExternalUsage, refused: RefusedCall): ExternalUsage {
  const { at, retryAfterMs, windows } = refused;
  const { inARow } = externalUsage;
  const patience = SECOND_MS * 2 ** Math.min(inARow, DOUBLINGS);
  const window = explanation(externalUsage, refused);
  const asked = retryAfterMs ?? (window ? 0 : Math.max(MINUTE_MS, ...windows.map(({ spanMs }) => spanMs)));
  return {
    calls: window ? filled(window, externalUsage.calls, refused) : externalUsage.calls,
    until: Math.max(externalUsage.until, at + Math.max(asked, patience)),
    inARow: inARow + 1,
  };
}

/** What others used stays; only the refusals in a row are over. */
export function onSuccess(externalUsage: ExternalUsage): ExternalUsage {
  return { ...externalUsage, inARow: 0 };
}

/** Two ledgers as one. */
export function together(one: Ledger, other: Ledger): Ledger {
  if (other.attempts.length === 0) return one;
  return {
    attempts: [...one.attempts, ...other.attempts].sort(byTime),
    successes: [...one.successes, ...other.successes].sort(byTime),
  };
}

/** The shortest window that may have been full; of equal spans the one for which the fewest others are needed. */
function explanation(externalUsage: ExternalUsage, refused: RefusedCall): Window | undefined {
  const { retryAfterMs, windows } = refused;
  const spans = [...new Set(windows.map(({ spanMs }) => spanMs))].sort(byTime);
  const longEnough =
    retryAfterMs === undefined ? spans[externalUsage.inARow] : spans.find((ms) => ms >= retryAfterMs);
  return windows
    .filter(({ spanMs }) => spanMs === longEnough)
    .sort((a, b) => missing(a, externalUsage.calls, refused) - missing(b, externalUsage.calls, refused))[0];
}

/** How many calls a full window holds that nobody here knows of. */
function missing(window: Window, calls: Ledger, refused: RefusedCall): number {
  return Math.max(0, window.limit - known(window, calls, refused).length);
}

/** What is known to be in a window at the refusal, oldest first. */
function known({ spanMs, counts }: Window, calls: Ledger, { at, ledger }: RefusedCall): readonly number[] {
  return together(ledger, calls)[counts].filter((time) => time > at - spanMs);
}

function filled(window: Window, calls: Ledger, refused: RefusedCall): Ledger {
  const { at, retryAfterMs } = refused;
  const oldest = at + Math.min(0, (retryAfterMs ?? window.spanMs) - window.spanMs);
  // The service tells whole seconds, rounded up. A call of ours that is as old as that is the one that leaves.
  const isOurs = (known(window, calls, refused)[0] ?? Infinity) <= oldest + SECOND_MS;
  const isReported = retryAfterMs !== undefined && !isOurs;
  const add = window.counts === 'attempts' ? withAttempt : withSuccess;
  let after = calls;
  for (let left = missing(window, calls, refused); left > 0; left--) {
    after = add(after, left === 1 && isReported ? oldest - CLOCK_MARGIN_MS : at);
  }
  return after;
}

function byTime(a: number, b: number): number {
  return a - b;
}
