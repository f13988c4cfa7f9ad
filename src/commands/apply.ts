import { applyPlan } from '../apply/apply-plan.ts';
import { recover } from '../apply/recover.ts';
import { EXIT, exitOf, REFUSAL_EXITS } from '../model/exit.ts';
import { refusedResult, type Refusal } from '../model/result.ts';
import type { Consent } from '../model/workspace.ts';
import { planText } from '../report/plan-text.ts';
import { resultDocument, resultText } from '../report/result-text.ts';
import { findActors } from './actors.ts';
import { checkRepository } from './check-repository.ts';
import {
  chooseWorkspace,
  openContext,
  openService,
  openStateBranch,
  type CommonOptions,
  type Context,
} from './context.ts';
import { gatherPlan, readState } from './gather.ts';
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
  const context = await openContext(options);
  const workspace = chooseWorkspace(context, options.workspace);
  try {
    return await applyTo({ ...options, workspace: workspace.name }, context);
  } catch (error) {
    const refusal = error instanceof UserFailure ? refusalOf(error) : undefined;
    if (refusal && options.json) context.terminal.out(resultDocument(refusedResult(workspace.name, refusal)));
    throw error;
  }
}

async function applyTo(options: ApplyOptions, context: Context): Promise<number> {
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const reviewed = options.plan ? readReviewedPlan(options.plan, workspace.name) : undefined;
  const { desired, warnings } = await loadDesired(context, workspace);
  showDiagnostics(context, warnings);
  const service = openService(context, workspace);
  const signals = onSignals();
  try {
    const { branch } = openStateBranch(context, workspace);
    const view = await readState(branch);
    const { state } = view;
    await checkRepository(context, { desired, branch, state, allowDirty: options.allow.includes('dirty') });
    const only = checkOnly(options.only, { desired, state });
    const actors = await findActors(context, workspace, desired);
    const consents = new Set(options.allow.filter((one) => one !== 'dirty'));
    const common = { context, workspace, service, actors, consents, maxWaitMs: options.maxWait };
    const { run, recorder } = await openRun({ ...common, branch, view, signal: signals.signal });
    await recover(run, state.open, new Set(desired.map(({ key }) => key)));
    const plan = await gatherPlan({ ...common, desired, only }, recorder.state);
    const { approved, moved } = reviewed ? match(reviewed, plan) : { approved: undefined, moved: [] };
    if (terminal.interactive && !options.yes && !options.json) {
      terminal.out(planText(plan, terminal));
      const asks = plan.campaigns.some(({ steps }) => steps.length > 0);
      if (asks && !(await terminal.confirm('Apply this?'))) return EXIT.DONE;
    }
    for (const { key, message } of moved) run.tellStale(key, message);
    const result = await applyPlan(run, plan, approved);
    terminal.out(options.json ? resultDocument(result) : resultText(result, terminal));
    return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
  } finally {
    signals.stop();
    await service.close();
  }
}

function refusalOf({ exit }: UserFailure): Refusal | undefined {
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return names.find((name) => REFUSAL_EXITS[name] === exit);
}
