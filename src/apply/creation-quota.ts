import type { Intent, Ledger } from '../model/state.ts';
import type { Window } from '../model/workspace.ts';
import { earliestAt, fullest, lateAmong, slotsFor, withSuccess } from '../quota/slots.ts';
import { afterRefusal } from '../quota/backoff.ts';
import { SECOND_MS } from '../model/time.ts';
import type { Run } from './run.ts';
import { waitForQuota } from './send-guards.ts';

/** How long before its slot a creation's intent is recorded, so that recording doesn't use up quota time. */
export const LEAD_MS = 10 * SECOND_MS;
/** Creations whose slots are at most this far apart share an intent commit and a read. */
export const SPREAD_MS = 5 * SECOND_MS;

/** When the next `count` creations are possible if all succeed (epoch milliseconds). */
export function slots(run: Run, count: number): number[] {
  return slotsFor(count, countedLedger(run), run.options.windows, earliest(run));
}

/** The creations whose slots would come too late, with the time of each slot. */
export function lateSlots<Item>(
  run: Run,
  items: readonly Item[],
  isTooLate: (item: Item, at: number) => boolean,
) {
  const { windows } = run.options;
  return lateAmong(items, { ledger: countedLedger(run), windows, now: earliest(run) }, isTooLate);
}

/** What delays the next creation: a window, or the service's answer; undefined if nothing does. */
export function whatDelays(run: Run): Window | 'service' | undefined {
  const now = run.options.clock.now();
  const [at = now] = slots(run, 1);
  if (at <= now) return undefined;
  return run.backoff.until >= at ? 'service' : fullest(countedLedger(run), run.options.windows, now);
}

/** Waits until an open creation may be sent again; false if that would be after the deadline. */
export async function waitToResend(run: Run, { key, requestId }: Intent): Promise<boolean> {
  const { clock, deadline, windows, onProgress } = run.options;
  const at = earliestAt(countedLedger(run, requestId), windows, earliest(run));
  const now = clock.now();
  if (at > Math.max(now, deadline)) {
    run.results.breakOffDeferred(key, at, { cause: whatDelays(run) });
    return false;
  }
  if (at > now) {
    const one = { next: at, last: at, done: 0, total: 1, deferredCount: 0 };
    onProgress({ kind: 'waiting', ...one, cause: whatDelays(run) });
    await waitForQuota(run, at);
  }
  return true;
}

/** Waits for the slot of a creation whose intent is recorded. Returns false if it can't be sent in this batch. */
export async function awaitSlot(run: Run): Promise<boolean> {
  const { clock, deadline, windows, signal } = run.options;
  const at = earliestAt(countedLedger(run), windows, earliest(run));
  const now = clock.now();
  if (at > now && (at > deadline || at > now + LEAD_MS + SPREAD_MS)) return false;
  if (at > now) await clock.sleep(at - now, signal);
  return true;
}

/** When a creation may be sent again with the same keys. It is already counted as a success. */
export function nextResend(run: Run): number {
  const { windows, clock } = run.options;
  const ofAttempts = windows.filter(({ counts }) => counts === 'attempts');
  return earliestAt(run.ledger, ofAttempts, clock.now());
}

/** Delays creations after the service refused one. */
export function backOff(run: Run, retryAfterMs: number | undefined): void {
  const { windows, clock } = run.options;
  run.backoff = afterRefusal(run.backoff, { at: clock.now(), retryAfterMs, windows });
}

function earliest(run: Run): number {
  return Math.max(run.backoff.until, run.options.clock.now());
}

/** What the windows account for: requests that were answered, and those that may have arrived. */
function countedLedger(run: Run, except?: string): Ledger {
  return run.openCreationTimes(except).reduce<Ledger>(withSuccess, run.ledger);
}
