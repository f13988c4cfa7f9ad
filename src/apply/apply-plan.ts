import { identityOf, isPast, type Desired } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Plan, PlannedCampaign, Step, Review } from '../model/plan.ts';
import type { Refusal, Result } from '../model/result.ts';
import { changedIn } from '../model/state.ts';
import { BATCH_SIZE, runBatch, verifyPending } from './batch.ts';
import { isEmergencyStopStep } from './check-base.ts';
import type { Work, Run } from './run.ts';
import { whatDelays, lateSlots, LEAD_MS, SPREAD_MS, slots } from './creation-quota.ts';
import { withoutLiveEdits, withoutPublished } from './earlier-transitions.ts';
import { handEditOf, within } from './hand-edits.ts';
import { record, statusEntries } from './outcomes.ts';
import type { TrailRecord } from './ports.ts';
import { untimelyCreation } from '../model/timing.ts';
import { waitForQuota } from './send-guards.ts';

/** Which part of a plan may be executed. */
export type Approved = 'all' | 'none' | Review;

/** Executes a plan exactly as planned: emergency stops, then edits and creations, then starts. */
export async function applyPlan(run: Run, plan: Plan, approved: Approved = 'all'): Promise<Result> {
  const campaigns = allowed(plan, approved);
  run.results.addPlanned(plan.campaigns);
  if (typeof approved === 'object')
    for (const { key, why } of approved.notReviewed)
      run.results.addHeld(key, heldBy('not-reviewed', { code: 'not-reviewed', why }));
  updateBindings(run, campaigns);
  await inBatches(run, pick(campaigns, isEmergencyStopStep));
  await verifyPending(run);
  if (typeof approved === 'object') for (const stale of approved.moved) run.results.breakOffStale(stale);
  if (!plan.guard) {
    const ofKind = (kind: Step['kind']) => pick(campaigns, (step) => step.kind === kind);
    await inBatches(run, ofKind('update'));
    await runCreations(run, ofKind('create'));
    const starts = pick(campaigns, (step) => step.kind === 'transition' && !isEmergencyStopStep(step));
    const due = withoutLiveEdits(run, afterStops(run, starts));
    await inBatches(run, await withoutPublished(run, due));
  }
  await recordQuietly(run, campaigns, approved === 'none' ? [] : plan.campaigns);
  run.results.addWaiting(campaigns);
  run.results.addUnresolved();
  if (run.stopped !== undefined) run.results.addInterrupted(plan.guard ? [] : campaigns);
  const refused: Refusal | undefined = plan.guard ? 'guard' : undefined;
  return run.result(refused);
}

/** Without the starts of campaigns that replace another one which this run was to stop, but which still sends. */
function afterStops(run: Run, starts: readonly Work[]): readonly Work[] {
  return starts.filter(({ campaign: { key, startsAfter = [] }, step }) => {
    const others = startsAfter.filter((other) => !run.results.hasStopped(other));
    if (others.length === 0 || step.kind !== 'transition') return true;
    const { action } = step.transition;
    const cause = { code: 'start-waits', why: 'others', action, as: others } as const;
    run.results.breakOffHeld(key, heldBy('transition-not-possible', cause));
    return false;
  });
}

/** Executes only the emergency stops of a plan, for a run that has slow work to do before it executes the rest. */
export async function applyEmergencyStops(run: Run, plan: Plan, approved: Approved): Promise<void> {
  const stopped = allowed(plan, approved).filter(({ steps }) => steps.some(isEmergencyStopStep));
  updateBindings(run, stopped);
  await inBatches(run, pick(stopped, isEmergencyStopStep));
  await verifyPending(run);
}

/** The emergency stops of a plan that may be sent. */
export function emergencyStopsOf(plan: Plan, approved: Approved): readonly Work[] {
  return pick(allowed(plan, approved), isEmergencyStopStep);
}

/** Whether any of the steps that may be sent publishes a campaign. */
export function willPublish(plan: Plan, approved: Approved): boolean {
  const isPublish = (step: Step) => step.kind === 'transition' && step.transition.action === 'PUBLISH';
  return pick(allowed(plan, approved), isPublish).length > 0;
}

/** The campaigns with the steps that may be sent. A campaign without such steps may still have something to record. */
function allowed({ campaigns }: Plan, approved: Approved): readonly PlannedCampaign[] {
  if (approved === 'all') return campaigns;
  if (approved === 'none') return [];
  return campaigns.flatMap((one) => (one.steps.length === 0 ? [one] : (approved.parts.get(one.key) ?? [])));
}

/**
 * Puts components that are in sync but not recorded yet into the run's bindings, because later outcomes build on them.
 * What they replace in the record is noted first.
 */
function updateBindings(run: Run, campaigns: readonly PlannedCampaign[]): void {
  run.recorded = new Map(run.bindings);
  run.handEdits.clear();
  for (const campaign of campaigns) {
    const { key, record } = campaign;
    const edit = handEditOf(campaign, run.bindings.get(key), run.options.clock.now());
    if (edit) run.handEdits.set(key, edit);
    if (record) run.bindings.set(key, record);
  }
}

function pick(campaigns: readonly PlannedCampaign[], wanted: (step: Step) => boolean): Work[] {
  return campaigns.flatMap((campaign) => campaign.steps.filter(wanted).map((step) => ({ campaign, step })));
}

async function inBatches(run: Run, works: readonly Work[]): Promise<void> {
  let waiting = works;
  while (waiting.length > 0) {
    const again = await runBatch(run, waiting.slice(0, BATCH_SIZE));
    waiting = [...again, ...waiting.slice(BATCH_SIZE)].filter(({ campaign }) =>
      run.goOnOrReport(campaign.key),
    );
  }
}

/** Records what needs no write: changed statuses of `all`, and approved campaigns that are in sync. */
export async function recordQuietly(
  run: Run,
  campaigns: readonly PlannedCampaign[],
  all: readonly PlannedCampaign[],
): Promise<void> {
  if (run.overtaken !== undefined) return;
  const notes = campaigns.flatMap(({ key, record: binding, steps, components, live }): TrailRecord[] => {
    if (!binding || steps.length > 0 || !run.goOnOrReport(key)) return [];
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const drifted = components
      .filter(({ cause }) => cause === 'drifted' && live && isPast(live))
      .map(({ name }) => name);
    const noted = changedIn(binding, run.recorded.get(key));
    const handEdit = within(run.handEdits.get(key), noted);
    if (released.length === 0 && drifted.length > 0 && handEdit)
      return [{ key, event: { code: 'hand-edited', edit: handEdit }, components: noted, binding }];
    const why =
      released.length > 0
        ? ({ code: 'released', components: released } as const)
        : ({ code: 'in-sync' } as const);
    const entry = { key, event: { code: 'noted', why }, components: noted, binding } as const;
    return [{ ...entry, ...(handEdit && { handEdit }) }];
  });
  const statuses = run.stopped === undefined ? statusEntries(run, all) : [];
  const noted = new Set(notes.map(({ key }) => key));
  // A note beside a status entry writes the binding, and names what changes in it.
  const changes = statuses.map((one) =>
    noted.has(one.key) ? { ...one, components: [], binding: undefined } : one,
  );
  await record(run, [...changes, ...notes]);
}

/** Creates what the quota allows until the deadline and defers the rest. Those that look alike take turns. */
async function runCreations(run: Run, works: readonly Work[]): Promise<void> {
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
      const cause = { code: 'unresolved', what: 'same-name', of: pendingDuplicate.key } as const;
      run.results.breakOffHeld(key, heldBy('in-flight', cause));
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
