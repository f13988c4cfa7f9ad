import type { Ledger } from '../model/state.ts';
import { admit, schedule, withOpen } from '../quota/admit.ts';
import { runBurst, type Work } from './burst.ts';
import type { Run } from './run.ts';

/**
 * Creates what the quota admits, waits for more inside the deadline, and puts off the rest with the instant at
 * which each is possible. Creations that look alike (name, channel, type) are never under way at once.
 */
export async function runCreations(run: Run, works: readonly Work[]): Promise<void> {
  const { clock, windows, deadline, onProgress } = run.options;
  let waiting = withoutOpenTwins(run, works);
  while (waiting.length > 0) {
    const first = waiting[0];
    if (!first || !run.mayGoOn(first.campaign.key)) {
      waiting = waiting.slice(1);
      continue;
    }
    const now = clock.now();
    const at = Math.max(run.limitedUntil, admit(counted(run), windows, now));
    if (at > now) {
      if (at > deadline) break;
      onProgress({ kind: 'waiting', until: at, done: works.length - waiting.length, total: works.length });
      await clock.sleep(at - now, run.options.signal);
      continue;
    }
    const burst = unlike(waiting).slice(0, admittedAtOnce(run, waiting.length, now));
    await runBurst(run, burst);
    waiting = withoutOpenTwins(
      run,
      waiting.filter((work) => !burst.includes(work)),
    );
  }
  defer(run, waiting);
}

function admittedAtOnce(run: Run, count: number, now: number): number {
  return schedule(count, counted(run), run.options.windows, now).filter((at) => at <= now).length;
}

/** The first of each name, channel and type. */
function unlike(works: readonly Work[]): Work[] {
  const seen = new Set<string>();
  return works.filter(({ campaign: { desired } }) => {
    const kind = desired ? kindOf(desired) : '';
    return !seen.has(kind) && seen.add(kind);
  });
}

/** Leaves out, and tells as held, what looks like a creation whose outcome nobody knows. */
function withoutOpenTwins(run: Run, works: readonly Work[]): Work[] {
  const open = new Map(
    [...run.open.values()].flatMap((one) => (one.kind === 'create' ? [[kindOf(one), one] as const] : [])),
  );
  return works.filter(({ campaign: { key, desired } }) => {
    const twin = desired && open.get(kindOf(desired));
    if (twin && run.mayGoOn(key)) {
      const message = `It has the name of ${twin.key}, whose creation has no known outcome yet: the next apply goes on.`;
      run.tellHeld(key, { reason: 'in-flight', message });
    }
    return !twin;
  });
}

function kindOf({
  name,
  channel,
  deliveryType,
}: {
  name: string;
  channel: string;
  deliveryType: string;
}): string {
  return JSON.stringify([name, channel, deliveryType]);
}

/** What the windows have to hold: what was answered, and what may have arrived without an answer. */
function counted(run: Run): Ledger {
  const open = [...run.open.values()].filter(({ kind }) => kind === 'create').length;
  return withOpen(run.ledger, open, run.options.clock.now());
}

function defer(run: Run, works: readonly Work[]): void {
  if (run.stopped) return;
  const start = Math.max(run.limitedUntil, run.options.clock.now());
  const instants = schedule(works.length, counted(run), run.options.windows, start);
  works.forEach(({ campaign }, index) => {
    run.tellDeferred(campaign.key, instants[index] ?? run.options.deadline);
  });
}
