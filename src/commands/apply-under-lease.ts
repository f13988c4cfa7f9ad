import { applyPlan } from '../apply/apply-plan.ts';
import { recover } from '../apply/recover.ts';
import type { Run } from '../apply/run.ts';
import { stepAside } from '../apply/step-aside.ts';
import type { TargetLocator } from '../load/locate-target.ts';
import type { Desired } from '../model/campaign.ts';
import type { Result } from '../model/result.ts';
import type { Plan } from '../model/plan.ts';
import type { Workspace } from '../model/workspace.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { planText } from '../report/plan-text.ts';
import { resultDocument, resultText } from '../report/result-text.ts';
import { findActors } from './actors.ts';
import { checkRepository } from './check-repository.ts';
import { openStateBranch, type Context } from './context.ts';
import { gatherPlan } from './gather.ts';
import type { Tenure } from './hold-lease.ts';
import { pushPending, readState } from './read-state.ts';
import { checkOnly } from './only.ts';
import { openRun } from './open-run.ts';
import { match, type ReviewedPlan } from './reviewed-plan.ts';
import type { Signals } from './signals.ts';
import type { ApplyOptions } from './apply.ts';

/** What an apply has before it takes the lease, and the lease. */
export interface ApplyGround extends Tenure {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly reviewed: ReviewedPlan | undefined;
  readonly desired: readonly Desired[];
  readonly locate: TargetLocator;
  readonly signals: Signals;
  readonly service: CampaignService;
}

/** Settles what is open, plans, asks, and applies; what is read from here on nobody else moves. */
export async function applyUnderLease(options: ApplyOptions, ground: ApplyGround): Promise<Result> {
  const { context, workspace, reviewed, desired, signals, service } = ground;
  const { terminal } = context;
  const { branch } = openStateBranch(context, workspace);
  const view = await pushPending(branch, await readState(branch));
  const { state } = view;
  await checkRepository(context, { desired, branch, state, allowDirty: options.allow.includes('dirty') });
  const only = checkOnly(options.only, { desired, state });
  const actors = await findActors(context, workspace, desired);
  const consents = new Set(options.allow.filter((one) => one !== 'dirty'));
  const common = { context, workspace, service, actors, consents, maxWaitMs: options.maxWait };
  const { run, recorder } = await openRun({
    ...common,
    ...ground,
    branch,
    view,
    name: ground.run,
    signal: signals.signal,
  });
  await recover(run, state.open, {
    wanted: new Set(desired.map(({ key }) => key)),
    mayResend: (key) => (only?.has(key) ?? true) && (reviewed?.has(key) ?? true),
  });
  const plan = await gatherPlan({ ...common, desired, only }, recorder.state);
  const approved = reviewed ? match(reviewed, plan, only) : 'all';
  const goes = options.yes === true || (await asksFirst(options, { context, plan, run, signals }));
  const result = await applyPlan(run, plan, goes ? approved : 'none');
  if (!goes && !signals.signal.aborted) terminal.err('Not applied: nobody said yes.\n');
  terminal.out(options.json ? resultDocument(result) : resultText(result, terminal));
  if (run.why !== undefined) terminal.err(`${run.why}\n`);
  return result;
}

interface Question {
  readonly context: Context;
  readonly plan: Plan;
  readonly run: Run;
  readonly signals: Signals;
}

/** On a terminal a person sees the plan and says yes to it, while others may work; elsewhere it goes. */
async function asksFirst(
  { json }: ApplyOptions,
  { context, plan, run, signals }: Question,
): Promise<boolean> {
  const { terminal } = context;
  if (!terminal.interactive || plan.campaigns.every(({ steps }) => steps.length === 0)) return true;
  const text = planText(plan, terminal);
  if (json) terminal.err(text);
  else terminal.out(text);
  return stepAside(run, () => terminal.confirm('Apply this?', signals));
}
