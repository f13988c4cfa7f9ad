import { identityOf, type Desired } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import { untimelyCreation } from '../model/timing.ts';
import { runBatch, BATCH_SIZE } from './batch.ts';
import type { Work, Run } from './run.ts';
import { whatDelays, lateSlots, LEAD_MS, SPREAD_MS, slots } from './creation-quota.ts';
import { waitForQuota } from './send-guards.ts';

/** Creates what the quota allows until the deadline and defers the rest. Those that look alike take turns. */
export async function runCreations(run: Run, works: readonly Work[]): Promise<void> {
  const { clock, deadline } = run.options;
  let waiting = stillToSend(run, works);
  while (waiting.length > 0) {
    const instants = slots(run, waiting.length);
    const [first = 0] = instants;
    const now = clock.now();
    if (first > Math.max(now, deadline)) break;
    if (first - LEAD_MS > now) {
      await waitFor(run, first, { instants, done: works.length - waiting.length });
    } else {
      const together = instants.filter((at) => at <= Math.max(now, Math.min(first + SPREAD_MS, deadline)));
      const batch = withDistinctIdentities(waiting).slice(0, Math.min(together.length, BATCH_SIZE));
      const again = await runBatch(run, batch);
      waiting = waiting.filter(
        (work) => !batch.includes(work) || again.some(({ campaign }) => campaign === work.campaign),
      );
    }
    waiting = stillToSend(run, waiting);
  }
  defer(run, waiting);
}

/** Reports and makes a wait for the first slot. No intent of this run is open during the wait. */
async function waitFor(
  run: Run,
  first: number,
  { instants, done }: { readonly instants: readonly number[]; readonly done: number },
): Promise<void> {
  const { deadline, onProgress } = run.options;
  const inTime = instants.filter((one) => one <= deadline);
  onProgress({
    kind: 'waiting',
    next: first,
    last: inTime.at(-1) ?? first,
    done,
    total: done + instants.length,
    deferredCount: instants.length - inTime.length,
    cause: whatDelays(run),
  });
  await waitForQuota(run, first - LEAD_MS);
}

/** The first creation of each identity. */
function withDistinctIdentities(works: readonly Work[]): Work[] {
  const seen = new Set<string>();
  return works.filter(({ campaign: { desired } }) => {
    const kind = desired ? identityOf(desired) : '';
    return !seen.has(kind) && seen.add(kind);
  });
}

/** The creations that may still be sent. One with the same identity as a pending creation is reported as blocked. */
function stillToSend(run: Run, works: readonly Work[]): Work[] {
  const open = new Map(
    [...run.open.values()].flatMap((one) => (one.kind === 'create' ? [[identityOf(one), one] as const] : [])),
  );
  const late = lateCreations(run, works);
  return works.filter((work) => {
    const { key, desired } = work.campaign;
    if (!run.goOnOrReport(key)) return false;
    const at = late.get(work);
    const tooLate = at !== undefined && desired ? startHolds(run, desired, at) : undefined;
    if (tooLate) {
      run.results.breakOffHeld(key, tooLate);
      return false;
    }
    const pendingDuplicate = desired && open.get(identityOf(desired));
    if (pendingDuplicate) {
      run.results.breakOffHeld(
        key,
        heldBy('in-flight', { code: 'unresolved', what: 'same-name', of: pendingDuplicate.key }),
      );
    }
    return !pendingDuplicate;
  });
}

/** Creations whose slot comes after their start. No quota is spent on a campaign that could no longer be published. */
function lateCreations(run: Run, works: readonly Work[]): ReadonlyMap<Work, number> {
  if (!works.some(({ campaign: { desired } }) => desired?.status === 'ACTIVE')) return new Map();
  return lateSlots(
    run,
    works,
    ({ campaign: { desired } }, at) => desired !== undefined && startHolds(run, desired, at) !== undefined,
  );
}

function startHolds(run: Run, desired: Desired, createdAt: number): Held | undefined {
  const now = run.options.clock.now();
  return untimelyCreation(desired, { now, ...(createdAt > now && { createdAt }) });
}

function defer(run: Run, works: readonly Work[]): void {
  const [why, instants] = [whatDelays(run), slots(run, works.length)];
  works.forEach(({ campaign }, index) => {
    run.results.breakOffDeferred(campaign.key, instants[index] ?? run.options.deadline, { cause: why });
  });
}
