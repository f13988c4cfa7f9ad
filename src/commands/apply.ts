import { applyPlan } from '../apply/apply-plan.ts';
import { recover } from '../apply/recover.ts';
import type { Run } from '../apply/run.ts';
import { stepAside } from '../apply/step-aside.ts';
import type { TargetLocator } from '../load/locate-target.ts';
import type { Desired } from '../model/campaign.ts';
import { EXIT, exitOf, REFUSAL_EXITS, type ExitCode } from '../model/exit.ts';
import { emptyResult, type Refusal, type Result } from '../model/result.ts';
import type { Plan } from '../model/plan.ts';
import type { Consent, Workspace } from '../model/workspace.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { planText } from '../report/plan-text.ts';
import { resultDocument, resultText } from '../report/result-text.ts';
import { findActors } from './actors.ts';
import { checkRepository } from './check-repository.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseWorkspace, openContext, openService, openStateBranch, type Context } from './context.ts';
import { terminalFor } from './terminal.ts';
import { gatherPlan } from './gather.ts';
import { holdLease, type Tenure } from './hold-lease.ts';
import { pushPending, readState } from './read-state.ts';
import { loadDesired } from './load.ts';
import { checkOnly } from './only.ts';
import { openRun } from './open-run.ts';
import { match, readReviewedPlan, type ReviewedPlan } from './reviewed-plan.ts';
import { showDiagnostics } from './show.ts';
import { onSignals, type Signals } from './signals.ts';
import { UserFailure } from './user-failure.ts';

export interface ApplyOptions extends CommonOptions {
  readonly plan?: string;
  readonly only?: readonly string[];
  readonly exitCode?: boolean;
  readonly yes?: boolean;
  readonly allow: readonly (Consent | 'dirty')[];
  /** Milliseconds. */
  readonly maxWait: number;
}

/** Executes the plan: settles what earlier runs left open, plans, asks on a terminal, and does exactly that. */
export async function apply(options: ApplyOptions): Promise<number> {
  let workspace = options.workspace ?? 'unknown';
  try {
    const context = await openContext(options);
    workspace = chooseWorkspace(context, options.workspace).name;
    return await applyTo({ ...options, workspace }, context);
  } catch (error) {
    if (options.json && error instanceof UserFailure && error.exit !== EXIT.USAGE) {
      const result = emptyResult(workspace, endFor(error.exit));
      terminalFor(options).out(resultDocument(result));
    }
    throw error;
  }
}

async function applyTo(options: ApplyOptions, context: Context): Promise<number> {
  const workspace = chooseWorkspace(context, options.workspace);
  const reviewed = options.plan ? readReviewedPlan(options.plan, workspace.name) : undefined;
  const { desired, warnings, locate } = loadDesired(context, workspace);
  showDiagnostics(context, warnings);
  const signals = onSignals();
  const service = openService(context, workspace, signals.signal);
  const ground = { context, workspace, reviewed, desired, locate, signals, service };
  try {
    const result = await holdLease(context, workspace, (tenure) =>
      execute(options, { ...ground, ...tenure }),
    );
    return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
  } finally {
    signals.stop();
    await service.close();
  }
}

interface Ground extends Tenure {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly reviewed: ReviewedPlan | undefined;
  readonly desired: readonly Desired[];
  readonly locate: TargetLocator;
  readonly signals: Signals;
  readonly service: CampaignService;
}

/** Under the lease: what is read from here on nobody else moves. */
async function execute(options: ApplyOptions, ground: Ground): Promise<Result> {
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

function endFor(exit: ExitCode): Pick<Result, 'refused' | 'endedEarly'> {
  if (exit === EXIT.FAILED) return { refused: undefined, endedEarly: 'failed' };
  if (exit === EXIT.STALE) return { refused: undefined, endedEarly: 'stale' };
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return { refused: names.find((name) => REFUSAL_EXITS[name] === exit) };
}
