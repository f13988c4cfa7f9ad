import { applyPlan } from '../apply/apply-plan.ts';
import { recover } from '../apply/recover.ts';
import { EXIT, exitOf, REFUSAL_EXITS, type ExitCode } from '../model/exit.ts';
import { emptyResult, type Refusal, type Result } from '../model/result.ts';
import type { Plan } from '../model/plan.ts';
import type { Consent } from '../model/workspace.ts';
import { planText } from '../report/plan-text.ts';
import { resultDocument, resultText } from '../report/result-text.ts';
import { findActors } from './actors.ts';
import { checkRepository } from './check-repository.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseWorkspace, openContext, openService, openStateBranch, type Context } from './context.ts';
import { terminalFor } from './terminal.ts';
import { gatherPlan } from './gather.ts';
import { pushPending, readState } from './read-state.ts';
import { loadDesired } from './load.ts';
import { checkOnly } from './only.ts';
import { openRun } from './open-run.ts';
import { match, readReviewedPlan } from './reviewed-plan.ts';
import { showDiagnostics } from './show.ts';
import { onSignals } from './signals.ts';
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
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const reviewed = options.plan ? readReviewedPlan(options.plan, workspace.name) : undefined;
  const { desired, warnings, locate } = loadDesired(context, workspace);
  showDiagnostics(context, warnings);
  const signals = onSignals();
  const service = openService(context, workspace, signals.signal);
  try {
    const { branch } = openStateBranch(context, workspace);
    const view = await pushPending(branch, await readState(branch));
    const { state } = view;
    await checkRepository(context, { desired, branch, state, allowDirty: options.allow.includes('dirty') });
    const only = checkOnly(options.only, { desired, state });
    const actors = await findActors(context, workspace, desired);
    const consents = new Set(options.allow.filter((one) => one !== 'dirty'));
    const common = { context, workspace, service, actors, consents, maxWaitMs: options.maxWait };
    const { run, recorder } = await openRun({ ...common, branch, view, locate, signal: signals.signal });
    await recover(run, state.open, {
      wanted: new Set(desired.map(({ key }) => key)),
      mayResend: (key) => (only?.has(key) ?? true) && (reviewed?.has(key) ?? true),
    });
    const plan = await gatherPlan({ ...common, desired, only }, recorder.state);
    const approved = reviewed ? match(reviewed, plan, only) : 'all';
    const goes = options.yes === true || (await asksFirst(options, context, plan));
    const result = await applyPlan(run, plan, goes ? approved : 'none');
    if (!goes) terminal.err('Not applied: nobody said yes.\n');
    terminal.out(options.json ? resultDocument(result) : resultText(result, terminal));
    return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
  } finally {
    signals.stop();
    await service.close();
  }
}

/** On a terminal a person sees the plan and says yes to it; elsewhere it goes. */
async function asksFirst({ json }: ApplyOptions, { terminal }: Context, plan: Plan): Promise<boolean> {
  if (!terminal.interactive || plan.campaigns.every(({ steps }) => steps.length === 0)) return true;
  const text = planText(plan, terminal);
  if (json) terminal.err(text);
  else terminal.out(text);
  return terminal.confirm('Apply this?');
}

function endFor(exit: ExitCode): Pick<Result, 'refused' | 'endedEarly'> {
  if (exit === EXIT.FAILED) return { refused: undefined, endedEarly: 'failed' };
  if (exit === EXIT.STALE) return { refused: undefined, endedEarly: 'stale' };
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return { refused: names.find((name) => REFUSAL_EXITS[name] === exit) };
}
