import { admit, schedule } from '../quota/admit.ts';
import { runBurst, type Work } from './burst.ts';
import type { Run } from './run.ts';

/**
 * Creates what the quota admits, waits for more inside the deadline, and puts off the rest with the instant at
 * which each is possible. Creations that look alike (name, channel, type) are never under way at once.
 */
export async function runCreations(run: Run, works: readonly Work[]): Promise<void> {
  const { clock, windows, deadline, onProgress } = run.options;
  let waiting = [...works];
  while (waiting.length > 0) {
    const first = waiting[0];
    if (!first || !run.mayGoOn(first.campaign.key)) {
      waiting = waiting.slice(1);
      continue;
    }
    const now = clock.now();
    const at = Math.max(run.limitedUntil, admit(run.ledger, windows, now));
    if (at > now) {
      if (at > deadline) break;
      onProgress({ kind: 'waiting', until: at, done: works.length - waiting.length, total: works.length });
      await clock.sleep(at - now, run.options.signal);
      continue;
    }
    const burst = unlike(waiting).slice(0, admittedAtOnce(run, waiting.length, now));
    await runBurst(run, burst);
    waiting = waiting.filter((work) => !burst.includes(work));
  }
  defer(run, waiting);
}

function admittedAtOnce(run: Run, count: number, now: number): number {
  return schedule(count, run.ledger, run.options.windows, now).filter((at) => at <= now).length;
}

/** The first of each name, channel and type. */
function unlike(works: readonly Work[]): Work[] {
  const seen = new Set<string>();
  return works.filter(({ campaign: { desired } }) => {
    const kind = JSON.stringify([desired?.name, desired?.channel, desired?.deliveryType]);
    return !seen.has(kind) && seen.add(kind);
  });
}

function defer(run: Run, works: readonly Work[]): void {
  if (run.stopped) return;
  const start = Math.max(run.limitedUntil, run.options.clock.now());
  const instants = schedule(works.length, run.ledger, run.options.windows, start);
  works.forEach(({ campaign }, index) => {
    run.tellDeferred(campaign.key, instants[index] ?? run.options.deadline);
  });
}
