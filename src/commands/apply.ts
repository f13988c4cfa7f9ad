import { hostname } from 'node:os';
import { applyPlan } from '../apply/apply-plan.ts';
import { recover } from '../apply/recover.ts';
import { Run } from '../apply/run.ts';
import { EXIT, exitOf, type ExitCode } from '../model/exit.ts';
import type { Consent } from '../model/workspace.ts';
import { GitRecorder } from '../record/git-recorder.ts';
import { planText } from '../report/plan-text.ts';
import { progressLine } from '../report/progress-text.ts';
import { resultDocument, resultText } from '../report/result-text.ts';
import { findActors } from './actors.ts';
import {
  chooseWorkspace,
  openContext,
  openService,
  openStateBranch,
  targetOf,
  type CommonOptions,
} from './context.ts';
import { gatherPlan, readState } from './gather.ts';
import { loadDesired } from './load.ts';
import { checkOnly } from './only.ts';
import { checkRepository } from './check-repository.ts';
import { match, readReviewedPlan } from './reviewed-plan.ts';
import { showDiagnostics } from './show.ts';
import { onSignals } from './signals.ts';

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
export async function apply(options: ApplyOptions): Promise<ExitCode | 130 | 143> {
  const context = await openContext(options);
  const { terminal, clock, chance, repository } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const { desired, warnings } = await loadDesired(context, workspace);
  showDiagnostics(context, warnings);
  const reviewed = options.plan ? readReviewedPlan(options.plan, workspace.name) : undefined;
  const service = openService(context, workspace);
  const signals = onSignals();
  try {
    const { branch } = openStateBranch(context, workspace);
    const view = await readState(branch);
    await checkRepository(context, {
      desired,
      branch,
      state: view.state,
      allowDirty: options.allow.includes('dirty'),
    });
    const only = checkOnly(options.only, { desired, state: view.state });
    const actors = await findActors(context, workspace, desired);
    const consents = new Set(options.allow.filter((one) => one !== 'dirty'));
    const name = `${new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${chance.uuid().slice(0, 8)}`;
    const recorder = new GitRecorder({
      branch,
      view,
      workspace: workspace.name,
      target: targetOf(workspace),
      run: name,
      commit: await repository.head(),
      authorOf: (key) =>
        [...actors].find(([one]) => one === key)?.[1] ?? {
          name: workspace.actor ?? hostname(),
          email: workspace.actor ?? 'unknown',
        },
      clock,
    });
    const run = new Run(
      {
        workspace: workspace.name,
        run: name,
        remote: service,
        recorder,
        clock,
        chance,
        windows: workspace.limits.create,
        deadline: clock.now() + options.maxWait,
        consents,
        onProgress: (progress) => {
          terminal.tell(progressLine(progress));
        },
        signal: signals.signal,
      },
      view.state,
    );
    await recover(run, view.state.open, new Set(desired.map(({ key }) => key)));
    const { maxWait: maxWaitMs } = options;
    const plan = await gatherPlan(
      { context, workspace, desired, actors, service, only, consents, maxWaitMs },
      recorder.state,
    );
    const { approved, moved } = reviewed ? match(reviewed, plan) : { approved: undefined, moved: [] };
    if (terminal.interactive && !options.yes && !options.json) {
      terminal.out(planText(plan, terminal));
      if (plan.campaigns.some(({ steps }) => steps.length > 0) && !(await terminal.confirm('Apply this?')))
        return EXIT.DONE;
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
