import type { Intent, Ledger } from '../model/state.ts';
import type { Window } from '../model/workspace.ts';
import { admit, fullest, lateAmong, schedule, withSuccess } from '../quota/admit.ts';
import { afterRefusal } from '../quota/backoff.ts';
import { SECOND_MS } from '../model/time.ts';
import type { Run } from './run.ts';
import { waitForQuota } from './release-lease.ts';

/** How long before its turn the intent of a creation is recorded, so that recording costs none of the quota's time. */
export const LEAD_MS = 10 * SECOND_MS;
/** How far apart the turns of creations lie that share an intent commit and a look. */
export const SPREAD_MS = 5 * SECOND_MS;

/** When the next `count` creations are possible, if all succeed (epoch milliseconds). */
export function turns(run: Run, count: number): number[] {
  return schedule(count, counted(run), run.options.windows, earliest(run));
}

/** Which of several creations have their turn too late, and when that is. */
export function lateTurns<Item>(
  run: Run,
  items: readonly Item[],
  isTooLate: (item: Item, at: number) => boolean,
) {
  const { windows } = run.options;
  return lateAmong(items, { ledger: counted(run), windows, now: earliest(run) }, isTooLate);
}

/** What keeps the next creation back: a window, or the service's word; undefined when nothing does. */
export function cause(run: Run): Window | 'service' | undefined {
  const now = run.options.clock.now();
  const [at = now] = turns(run, 1);
  if (at <= now) return undefined;
  return run.backoff.until >= at ? 'service' : fullest(counted(run), run.options.windows, now);
}

/** Waits until a creation that an earlier run left open may be sent again; after the deadline it is put off, and false. */
export async function waitForTurn(run: Run, { key, requestId }: Intent): Promise<boolean> {
  const { clock, deadline, windows, onProgress } = run.options;
  const at = admit(counted(run, requestId), windows, earliest(run));
  const now = clock.now();
  if (at > Math.max(now, deadline)) {
    run.results.addDeferred(key, at, { cause: cause(run) });
    return false;
  }
  if (at > now) {
    onProgress({
      kind: 'waiting',
      next: at,
      last: at,
      done: 0,
      total: 1,
      deferredCount: 0,
      cause: cause(run),
    });
    await waitForQuota(run, at);
  }
  return true;
}

/** Waits for the turn of a creation whose intent is recorded; false when it is not to be sent in this batch. */
export async function awaitTurn(run: Run): Promise<boolean> {
  const { clock, deadline, windows, signal } = run.options;
  const at = admit(counted(run), windows, earliest(run));
  const now = clock.now();
  if (at > now && (at > deadline || at > now + LEAD_MS + SPREAD_MS)) return false;
  if (at > now) await clock.sleep(at - now, signal);
  return true;
}

/** When a creation may be sent once more with the same keys: it has its place among the successes already. */
export function nextAttempt(run: Run): number {
  const { windows, clock } = run.options;
  const ofAttempts = windows.filter(({ counts }) => counts === 'attempts');
  return admit(run.ledger, ofAttempts, clock.now());
}

/** Keeps creations back after the service refused one. */
export function backOff(run: Run, retryAfterMs: number | undefined): void {
  const { windows, clock } = run.options;
  run.backoff = afterRefusal(run.backoff, { at: clock.now(), retryAfterMs, windows });
}

function earliest(run: Run): number {
  return Math.max(run.backoff.until, run.options.clock.now());
}

/** What the windows have to hold: what was answered, and what may have arrived without an answer. */
function counted(run: Run, except?: string): Ledger {
  return run.openCreations(except).reduce<Ledger>(withSuccess, run.ledger);
}
