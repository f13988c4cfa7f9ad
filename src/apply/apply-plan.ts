import type { CampaignKey } from '../model/campaign.ts';
import type { Plan, PlannedCampaign, Step } from '../model/plan.ts';
import type { Refusal, Result } from '../model/result.ts';
import { isBrake } from '../model/transitions.ts';
import { runBurst, type Work } from './burst.ts';
import { runCreations } from './creations.ts';
import { recordQuietly } from './record-quietly.ts';
import type { Run } from './run.ts';

/** Steps that share an intent commit and a look: what a page of search shows. */
const BURST_SIZE = 15;

/**
 * Executes a plan, step by step as it stands there: emergency brakes first, then patches and creations, then what
 * starts a campaign. `approved` names the changes that may be executed; left out, all.
 */
export async function applyPlan(run: Run, plan: Plan, approved?: ReadonlySet<CampaignKey>): Promise<Result> {
  const campaigns = plan.campaigns.filter(({ key }) => approved?.has(key) ?? true);
  run.tellPlanned(campaigns);
  takeRecords(run, campaigns);
  await inBursts(
    run,
    pick(campaigns, (step) => step.kind === 'transition' && isBrake(step.transition.action)),
  );
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
      pick(campaigns, (step) => step.kind === 'transition' && !isBrake(step.transition.action)),
    );
  }
  await recordQuietly(run, campaigns);
  run.tellWaiting(campaigns);
  run.tellInterrupted(plan.guard ? [] : campaigns);
  const refused: Refusal | undefined = plan.guard ? 'guard' : undefined;
  return run.result(refused);
}

/** What is in sync but not recorded yet is the ground on which later outcomes stand. */
function takeRecords(run: Run, campaigns: readonly PlannedCampaign[]): void {
  for (const { key, record } of campaigns) if (record) run.bindings.set(key, record);
}

function pick(campaigns: readonly PlannedCampaign[], wanted: (step: Step) => boolean): Work[] {
  return campaigns.flatMap((campaign) => campaign.steps.filter(wanted).map((step) => ({ campaign, step })));
}

async function inBursts(run: Run, works: readonly Work[]): Promise<void> {
  for (let from = 0; from < works.length; from += BURST_SIZE) {
    await runBurst(run, works.slice(from, from + BURST_SIZE));
  }
}
