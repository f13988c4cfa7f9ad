import type { Ledger } from '../model/state.ts';
import type { Window } from '../model/workspace.ts';
import { CLOCK_MARGIN_MS } from './windows.ts';

/**
 * The earliest instant at or after `now` (epoch milliseconds) at which one more call fits into every window. Windows
 * roll: at instant t, a window counts what happened after t - span. Specification, Limits; open point W27.
 */
export function earliestAt(ledger: Ledger, windows: readonly Window[], now: number): number {
  return Math.max(now, ...windows.map((window) => freeAt(window, ledger)));
}

/** The window that delays the next call the longest at `now`; `undefined` if none does. */
export function fullest(ledger: Ledger, windows: readonly Window[], now: number): Window | undefined {
  const at = earliestAt(ledger, windows, now);
  return at > now ? windows.find((window) => freeAt(window, ledger) === at) : undefined;
}

/** The slots of `count` creations in sequence, each as early as the windows allow, each counted as a success. */
export function slotsFor(count: number, ledger: Ledger, windows: readonly Window[], now: number): number[] {
  const instants: number[] = [];
  let after = ledger;
  for (let n = 0; n < count; n++) {
    const at = earliestAt(after, windows, instants.at(-1) ?? now);
    instants.push(at);
    after = withSuccess(after, at);
  }
  return instants;
}

/** The creations whose slot would be too late for them. The others get slots in order. */
export function lateAmong<Item>(
  items: readonly Item[],
  {
    ledger,
    windows,
    now,
  }: { readonly ledger: Ledger; readonly windows: readonly Window[]; readonly now: number },
  isTooLate: (item: Item, at: number) => boolean,
): ReadonlyMap<Item, number> {
  const late = new Map<Item, number>();
  let [after, at] = [ledger, now];
  for (const item of items) {
    const slot = earliestAt(after, windows, at);
    if (isTooLate(item, slot)) {
      late.set(item, slot);
    } else {
      [after, at] = [withSuccess(after, slot), slot];
    }
  }
  return late;
}

/** How many more calls each kind of span allows at `now`, and of how many; the stricter window of a span counts. */
export function remaining(
  ledger: Ledger,
  windows: readonly Window[],
  now: number,
): { count: number; limit: number; spanMs: number }[] {
  const left = new Map<number, { count: number; limit: number; spanMs: number }>();
  for (const { counts, limit, spanMs } of windows) {
    const used = ledger[counts].filter((at) => at + spanMs + CLOCK_MARGIN_MS > now).length;
    const count = Math.max(0, limit - used);
    if (count < (left.get(spanMs)?.count ?? Infinity)) left.set(spanMs, { count, limit, spanMs });
  }
  return [...left.values()].sort((a, b) => a.spanMs - b.spanMs);
}

/** Adds creations without an answer. Each may still be counted from now on, so it is an attempt and a success. */
export function withOpen(ledger: Ledger, openCount: number, now: number): Ledger {
  let after = ledger;
  for (let n = 0; n < openCount; n++) after = withSuccess(after, now);
  return after;
}

export function withAttempt(ledger: Ledger, at: number): Ledger {
  return { ...ledger, attempts: inserted(ledger.attempts, at) };
}

export function withSuccess(ledger: Ledger, at: number): Ledger {
  return { ...withAttempt(ledger, at), successes: inserted(ledger.successes, at) };
}

/** Most calls are later than all before them. */
function inserted(times: readonly number[], at: number): readonly number[] {
  const last = times.at(-1) ?? -Infinity;
  return at >= last ? [...times, at] : [...times, at].sort((a, b) => a - b);
}

/** When the oldest of the newest `limit` calls leaves the window; minus infinity if the window isn't full. */
function freeAt(window: Window, ledger: Ledger): number {
  const times = ledger[window.counts];
  const blocking = times[times.length - window.limit];
  return blocking === undefined ? -Infinity : blocking + window.spanMs + CLOCK_MARGIN_MS;
}

/**
 * The ledger with times later than `now` (epoch milliseconds) replaced with `to`. They come from a machine with a wrong
 * clock: a creation can't be read before it was recorded. A run that reads the ledger again passes the same `to`. `ahead` is
 * how many attempts had such a time.
 */
export function clampFutureTimestamps({ attempts, successes }: Ledger, now: number, to = now) {
  const isAhead = (at: number) => at > now + CLOCK_MARGIN_MS;
  const clamped = (times: readonly number[]) =>
    times.map((at) => (isAhead(at) ? to : at)).sort((a, b) => a - b);
  return {
    ledger: { attempts: clamped(attempts), successes: clamped(successes) },
    ahead: attempts.filter(isAhead).length,
  };
}
