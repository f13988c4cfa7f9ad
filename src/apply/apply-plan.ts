import type { CampaignKey } from '../model/campaign.ts';
import type { Plan, PlannedCampaign, Step } from '../model/plan.ts';
import type { Refusal, Result } from '../model/result.ts';
import { isBrake } from '../model/transitions.ts';
import { BURST_SIZE, runBurst, type Work } from './burst.ts';
import { runCreations } from './creations.ts';
import { recordQuietly } from './record-quietly.ts';
import type { Run } from './run.ts';

/** What somebody reviewed of a plan. */
export interface Review {
  /** Of these campaigns all that is planned, or their emergency brake alone. */
  readonly parts: ReadonlyMap<CampaignKey, 'whole' | 'brake'>;
  /** Campaigns that would be changed otherwise than was reviewed. */
  readonly moved: readonly { readonly key: CampaignKey; readonly message: string }[];
}

/** What may be executed of a plan. */
export type Approved = 'all' | 'none' | Review;

/**
 * Executes a plan, step by step as it stands there: emergency brakes first, then patches and creations, then what
 * starts a campaign. What is not approved is told as held.
 */
export async function applyPlan(run: Run, plan: Plan, approved: Approved = 'all'): Promise<Result> {
  const campaigns = plan.campaigns.flatMap((campaign) => allowed(campaign, approved));
  run.tellPlanned(plan.campaigns);
  tellNotReviewed(run, plan, approved);
  takeRecords(run, campaigns);
  await inBursts(run, pick(campaigns, isBrakeStep));
  if (typeof approved === 'object')
    for (const { key, message } of approved.moved) run.tellStale(key, message);
  if (!plan.guard) {
    await inBursts(
      run,
      pick(campaigns, (step) => step.kind === 'update'),
    );
    await runCreations(
      run,
      pick(campaigns, (step) => step.kind === 'create'),
    );
    await inBursts(
      run,
      pick(campaigns, (step) => step.kind === 'transition' && !isBrakeStep(step)),
    );
  }
  await recordQuietly(run, campaigns);
  run.tellWaiting(campaigns);
  run.tellUnsettled();
  run.tellInterrupted(plan.guard ? [] : campaigns);
  const refused: Refusal | undefined = plan.guard ? 'guard' : undefined;
  return run.result(refused);
}

/** The campaign with the steps of it that were approved. */
function allowed(campaign: PlannedCampaign, approved: Approved): PlannedCampaign[] {
  if (approved === 'none') return [];
  const part = approved === 'all' ? 'whole' : approved.parts.get(campaign.key);
  if (part === undefined) return [];
  return [part === 'whole' ? campaign : { ...campaign, steps: campaign.steps.filter(isBrakeStep) }];
}

/** What today's plan would do as well, and nobody looked at; what moved since somebody did was told as stale. */
function tellNotReviewed(run: Run, { campaigns }: Plan, approved: Approved): void {
  if (approved === 'all' || approved === 'none') return;
  const reviewed = new Set([...approved.parts.keys(), ...approved.moved.map(({ key }) => key)]);
  for (const { key, steps } of campaigns) {
    if (steps.length === 0 || reviewed.has(key)) continue;
    const message = 'It would be changed too, but the reviewed plan does not have it.';
    run.tellHeld(key, { reason: 'not-reviewed', message });
  }
}

function isBrakeStep(step: Step): boolean {
  return step.kind === 'transition' && isBrake(step.transition.action);
}

/** What is in sync but not recorded yet is the ground on which later outcomes stand. */
function takeRecords(run: Run, campaigns: readonly PlannedCampaign[]): void {
  for (const { key, record } of campaigns) if (record) run.bindings.set(key, record);
}

function pick(campaigns: readonly PlannedCampaign[], wanted: (step: Step) => boolean): Work[] {
  return campaigns.flatMap((campaign) => campaign.steps.filter(wanted).map((step) => ({ campaign, step })));
}

async function inBursts(run: Run, works: readonly Work[]): Promise<void> {
  let waiting = works;
  while (waiting.length > 0) {
    const again = await runBurst(run, waiting.slice(0, BURST_SIZE));
    waiting = [...again, ...waiting.slice(BURST_SIZE)].filter(({ campaign }) => run.mayGoOn(campaign.key));
  }
}
