import { applyBrakes, applyPlan, brakesOf, publishes } from '../../apply/apply-plan.ts';
import { finishRecovery } from '../../apply/finish-recovery.ts';
import { recover } from '../../apply/recover.ts';
import type { Run } from '../../apply/run.ts';
import { stepAside } from '../../apply/step-aside.ts';
import type { TargetLocator } from '../../load/locate-target.ts';
import type { Desired } from '../../model/campaign.ts';
import type { Result } from '../../model/result.ts';
import type { Plan } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import { isConsent, type Workspace } from '../../model/workspace.ts';
import type { GitRecorder } from '../../record/git-recorder.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { planText } from '../../report/text/plan-text.ts';
import { counted } from '../../report/text-layout.ts';
import { findActors } from '../reading/actors.ts';
import { brakeFirst } from './brake-first.ts';
import type { CommitCheck, CommitRule } from './check-commit.ts';
import { checkRepository } from './check-repository.ts';
import { missingPublishKey, openStateBranch, type Context } from '../context.ts';
import { gatherPlan } from '../reading/gather.ts';
import type { Tenure } from './hold-lease.ts';
import { requireRecord, pushPending, readState } from '../reading/read-state.ts';
import { UserFailure } from '../telling/user-failure.ts';
import { both, checkOnly } from '../arguments/only.ts';
import { openRun } from './open-run.ts';
import type { Reviewer, ReviewGround } from './reviewer.ts';
import type { Signals } from './signals.ts';
import type { ApplyOptions } from '../apply.ts';

/** What an apply has before it takes the lease, and the lease. */
export interface ApplyGround extends Tenure {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly desired: readonly Desired[];
  readonly locate: TargetLocator;
  readonly signals: Signals;
  readonly service: CampaignService;
  /** Which commits may be applied here. */
  readonly rule: CommitRule;
  /** Who reviews, given what the state branch knows. */
  readonly reviewer: (ground: ReviewGround, state: State) => Promise<Reviewer>;
}

/** What an apply did, and what it had planned. */
export interface Done {
  readonly result: Result;
  readonly plan: Plan;
  /** Why the run ended early, in words; undefined where it did not, or where the result says it. */
  readonly why: string | undefined;
}

/** Settles what is open, plans, asks, and applies; what is read from here on nobody else moves. */
export async function applyUnderLease(options: ApplyOptions, ground: ApplyGround): Promise<Done> {
  const { context, workspace, desired, signals, service } = ground;
  const { branch } = openStateBranch(context, workspace);
  const view = await pushPending(branch, await readState(branch), ground.run);
  const { state } = view;
  const check = await checkRepository(context, { desired, state, rule: ground.rule, allow: options.allow });
  const only = checkOnly(options.only, { desired, state });
  const actors = await findActors(context, workspace, desired);
  const consents = new Set(options.allow.filter(isConsent));
  const common = { context, workspace, service, actors, consents, maxWaitMs: options.maxWait };
  const reviewer = await ground.reviewer({ ...common, desired, only }, state);
  const { run, recorder } = await openRun({
    ...common,
    ...ground,
    branch,
    view,
    name: ground.run,
    baseBranch: ground.rule.kind === 'of-branch' ? ground.rule.branch : undefined,
    allowed: options.allow,
    signal: signals.signal,
  });
  const plan = () => gatherPlan({ ...common, desired, only: both(only, reviewer.scope) }, recorder.state);
  const unfinished = await recover(run, state.open, {
    files: desired,
    mayResend: (intent) => (only?.has(intent.key) ?? true) && reviewer.mayResend(intent),
  });
  if (unfinished.length > 0) {
    await brakeFirst(run, { context, desired, recorder, reviewer, signals, yes: options.yes, plan });
    await finishRecovery(run, unfinished);
  }
  return execute(options, {
    context,
    workspace,
    run,
    recorder,
    reviewer,
    signals,
    check,
    // Without an open intent, nothing can have been sent before the first plan.
    plan: await (state.open.length === 0 ? untried(plan()) : plan()),
  });
}

async function untried<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof UserFailure ? error.untried() : error;
  }
}

interface Execution extends Question {
  readonly workspace: Workspace;
  readonly recorder: GitRecorder;
  readonly reviewer: Reviewer;
  readonly check: CommitCheck;
}

/** Does what of the plan may be done. */
async function execute(options: ApplyOptions, execution: Execution): Promise<Done> {
  const { context, workspace, run, recorder, reviewer, signals, plan } = execution;
  const approved = await reviewer.approve(plan, recorder, 'plan');
  const missing = publishes(plan, approved) ? missingPublishKey(context, workspace) : undefined;
  if (missing !== undefined && brakesOf(plan, approved).length === 0) return refused(execution, missing);
  const goes = options.yes === true || (await asksFirst(options, execution));
  if (missing !== undefined) {
    // An emergency stop must work, whatever else is missing.
    if (goes) await applyBrakes(run, plan, approved);
    return refused(execution, missing);
  }
  if (goes && execution.check === 'starts-anew') requireRecord(await recorder.startAnew());
  const result = await applyPlan(run, plan, goes ? approved : 'none');
  if (goes) return { result, plan, why: run.why };
  return {
    result: { ...result, endedEarly: 'failed' },
    plan,
    why: run.why ?? notAppliedWords(plan, signals),
  };
}

/** Ends with exit 5: what the plan needs is missing. */
function refused({ run, plan }: Execution, why: string): Done {
  return { result: run.result('invalid-files'), plan, why };
}

/** Nothing is done, but something is left: no end that a script should take for success. */
function notAppliedWords({ campaigns }: Plan, { signal }: Signals): string {
  const left = campaigns.filter(({ steps }) => steps.length > 0).length;
  const why = signal.aborted ? 'the run was interrupted' : 'nobody said yes';
  return `Not applied: ${why}. ${counted(left, 'change')} ${left === 1 ? 'is' : 'are'} left.`;
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
