import { held } from '../model/held.ts';
import type { Plan, PlannedCampaign, Step } from '../model/plan.ts';
import type { Refusal, Result } from '../model/result.ts';
import type { Review } from '../model/review.ts';
import { BATCH_SIZE, runBatch, verifyPending } from './batch.ts';
import { isEmergencyStopStep } from './check-base.ts';
import type { Work, Run } from './run.ts';
import { runCreations } from './creations.ts';
import { resolveIntent } from '../model/resolve-intent.ts';
import { isPublish, type PublishIntent } from '../model/state.ts';
import { SECOND_MS } from '../model/time.ts';
import { bind, record } from './recover.ts';
import { releaseLeaseWhile } from './release-lease.ts';
import { waitToSend } from './wait.ts';
import { isPast } from '../model/past.ts';
import type { Entry } from './ports.ts';
import { statusEntries } from './status-entries.ts';
import { mergeAnswer } from './send-guards.ts';

/** Which part of a plan may be executed. */
export type Approved = 'all' | 'none' | Review;

/**
 * Executes a plan exactly as planned: emergency stops first, then updates and creations, then the actions that start a
 * campaign. Changes that are not approved are reported as blocked.
 */
export async function applyPlan(run: Run, plan: Plan, approved: Approved = 'all'): Promise<Result> {
  const campaigns = allowed(plan, approved);
  run.results.addPlanned(plan.campaigns);
  if (typeof approved === 'object')
    for (const { key, why } of approved.notReviewed)
      run.results.addHeld(key, held('not-reviewed', { code: 'not-reviewed', why }));
  collectRecords(run, campaigns);
  await inBatches(run, pick(campaigns, isEmergencyStopStep));
  await verifyPending(run);
  if (typeof approved === 'object') for (const stale of approved.moved) run.results.addStale(stale);
  if (!plan.guard) {
    await inBatches(
      run,
      pick(campaigns, (step) => step.kind === 'update'),
    );
    await runCreations(
      run,
      pick(campaigns, (step) => step.kind === 'create'),
    );
    const starts = pick(campaigns, (step) => step.kind === 'transition' && !isEmergencyStopStep(step));
    await inBatches(run, await withoutPublished(run, afterStops(run, starts)));
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
    const as = startsAfter.filter((other) => !run.results.hasStopped(other));
    if (as.length === 0 || step.kind !== 'transition') return true;
    const { action } = step.transition;
    run.results.addBlocked(key, held('transition-not-possible', { code: 'others-still-send', action, as }));
    return false;
  });
}

/** Executes only the emergency stops of a plan, for a run that has slow work to do before it executes the rest. */
export async function applyEmergencyStops(run: Run, plan: Plan, approved: Approved): Promise<void> {
  const stopped = allowed(plan, approved).filter(({ steps }) => steps.some(isEmergencyStopStep));
  collectRecords(run, stopped);
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

/** Records components that are in sync but not recorded yet, because later outcomes build on that record. */
function collectRecords(run: Run, campaigns: readonly PlannedCampaign[]): void {
  for (const { key, record } of campaigns) if (record) run.bindings.set(key, record);
}

function pick(campaigns: readonly PlannedCampaign[], wanted: (step: Step) => boolean): Work[] {
  return campaigns.flatMap((campaign) => campaign.steps.filter(wanted).map((step) => ({ campaign, step })));
}

async function inBatches(run: Run, works: readonly Work[]): Promise<void> {
  let waiting = works;
  while (waiting.length > 0) {
    const again = await runBatch(run, waiting.slice(0, BATCH_SIZE));
    waiting = [...again, ...waiting.slice(BATCH_SIZE)].filter(({ campaign }) => run.mayGoOn(campaign.key));
  }
}

// A campaign that is published twice may be sent twice. If an earlier PUBLISH got no answer, and the service still shows a
// draft, the request was lost on its way, or the read lags (open point W31). So a second PUBLISH needs a second read, as
// long after the first request as an apply waits for any change to show. The first request stays open until the second
// one is answered: if the service refuses that because the campaign is published, the first one is recorded as made.

/** The time between a PUBLISH without an answer and the read that must still show a draft before it is sent again. */
const SECOND_READ_AFTER_MS = 15 * SECOND_MS;

/** Waits, if necessary, and returns the starts that are still to be sent. Nothing of this run is in progress then. */
async function withoutPublished(run: Run, starts: readonly Work[]): Promise<readonly Work[]> {
  const keys = new Set(starts.map(({ campaign }) => campaign.key));
  const unanswered = [...run.open.values()].filter(
    (one): one is PublishIntent => isPublish(one) && one.answered === undefined && keys.has(one.key),
  );
  if (unanswered.length === 0 || run.options.allowed.has('unconfirmed')) return starts;
  const until = Math.max(...unanswered.map(({ at }) => at)) + SECOND_READ_AFTER_MS;
  if (until > run.options.clock.now())
    await releaseLeaseWhile(run, () => waitToSend(run, { until, why: 'second-read', operation: 'get' }));
  const isPublished = new Set<string>();
  for (const intent of unanswered)
    if (run.mayGoOn(intent.key) && (await recordIfShown(run, intent))) isPublished.add(intent.key);
  return starts.filter(({ campaign }) => !isPublished.has(campaign.key));
}

async function recordIfShown(run: Run, intent: PublishIntent): Promise<boolean> {
  const binding = run.bindings.get(intent.key);
  const { remote, clock } = run.options;
  const live = (await remote.readEach([intent.campaignId], run.known())).get(intent.campaignId);
  if (!binding || live?.kind !== 'present') return false;
  if (resolveIntent(intent, live.live, binding, clock.now()).kind !== 'arrived') return false;
  await record(run, intent, bind(run, intent, live.live));
  return true;
}

/**
 * Records what needs no write: for `all` campaigns that were read, how their status changed in the service, which needs
 * no approval; for the approved campaigns, those found in sync but not recorded, and components that left the file.
 */
async function recordQuietly(
  run: Run,
  campaigns: readonly PlannedCampaign[],
  all: readonly PlannedCampaign[],
): Promise<void> {
  if (run.isOvertaken) return;
  const notes = campaigns.flatMap(({ key, record, steps, components, live }): Entry[] => {
    if (!record || steps.length > 0 || !run.mayGoOn(key)) return [];
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const drifted = components
      .filter(({ cause }) => cause === 'drifted' && live && isPast(live))
      .map(({ name }) => name);
    const why =
      released.length > 0
        ? ({ code: 'released', components: released } as const)
        : drifted.length > 0
          ? ({ code: 'changed-after-end', components: drifted } as const)
          : ({ code: 'in-sync' } as const);
    return [
      {
        key,
        event: { code: 'noted', why },
        components: released,
        requestId: undefined,
        responseId: undefined,
        binding: record,
        closes: undefined,
      },
    ];
  });
  const statuses = run.stopped === undefined ? statusEntries(run, all) : [];
  const noted = new Set(notes.map(({ key }) => key));
  // If there is a status entry, it writes the binding.
  const entries = [
    ...statuses.map((one) => (noted.has(one.key) ? { ...one, binding: undefined } : one)),
    ...notes,
  ];
  const answer = await run.options.recorder.recordOutcome(entries, run.ledger);
  mergeAnswer(run, answer, { keys: entries.map(({ key }) => key), outcome: 'unknown' });
}
