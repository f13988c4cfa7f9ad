import { resolve } from 'node:path';
import { EXIT, exitOf, REFUSAL_EXITS, type ExitCode } from '../model/exit.ts';
import { emptyResult, type Refusal, type Result } from '../model/result.ts';
import type { ApplyConsent } from '../model/workspace.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { resultDocument } from '../report/documents/result-document.ts';
import { resultText } from '../report/text/result-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openService, type Context } from './context.ts';
import { holdLease } from './applying/hold-lease.ts';
import { loadDesired } from './reading/load.ts';
import { planReviewer, readReviewedPlan } from './applying/reviewed-plan.ts';
import { EVERYTHING } from './applying/reviewer.ts';
import { showDiagnostics } from './telling/show.ts';
import { onSignals } from './applying/signals.ts';
import { failureOf } from './telling/failure-of.ts';
import { applyUnderLease, type ApplyGround, type Done } from './applying/apply-under-lease.ts';
import type { Session } from './session.ts';

export interface ApplyOptions extends CommonOptions {
  readonly plan?: string;
  readonly only?: readonly string[];
  readonly exitCode?: boolean;
  readonly yes?: boolean;
  readonly allow: readonly ApplyConsent[];
  /** Milliseconds. */
  readonly maxWait: number;
}

/** Executes the plan: settles what earlier runs left open, plans, asks on a terminal, and does exactly that. */
export async function apply(options: ApplyOptions, session: Session): Promise<number> {
  let workspace = options.workspace ?? 'unknown';
  try {
    const context = await openContext(options, session);
    workspace = chooseWorkspace(context, options.workspace).name;
    return await applyTo({ ...options, workspace }, context);
  } catch (error) {
    const failure = failureOf(error);
    if (options.json && failure && failure.exit !== EXIT.USAGE) {
      const result = emptyResult(workspace, endFor(failure.exit));
      session.terminal.out(resultDocument(result));
    }
    throw error;
  }
}

async function applyTo(options: ApplyOptions, context: Context): Promise<number> {
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const reviewed = options.plan
    ? readReviewedPlan(resolve(context.cwd, options.plan), workspace.name)
    : undefined;
  const signals = onSignals(context);
  const { result, plan, why } = await applyWith(options, {
    context,
    workspace,
    signals,
    rule: { kind: 'of-default-branch' },
    reviewer: ({ only }) => Promise.resolve(reviewed ? planReviewer(reviewed, { only }) : EVERYTHING),
  });
  terminal.out(
    options.json
      ? resultDocument(result)
      : resultText(result, { ...terminal, plan, isPartial: options.only !== undefined }),
  );
  if (why !== undefined) terminal.err(`${why}\n`);
  return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
}

/** Reads the files, takes the lease and applies; writes no result anywhere but on the state branch. */
export async function applyWith(
  options: ApplyOptions,
  ground: Pick<ApplyGround, 'context' | 'workspace' | 'signals' | 'rule' | 'reviewer'>,
): Promise<Done> {
  const { context, workspace, signals } = ground;
  let service: CampaignService | undefined;
  try {
    const { desired, warnings, locate } = await loadDesired(context, workspace);
    showDiagnostics(context, warnings);
    const opened = await openService(context, workspace, signals.signal);
    service = opened;
    return await holdLease(context, workspace, (tenure) =>
      applyUnderLease(options, { ...ground, desired, locate, service: opened, ...tenure }),
    );
  } finally {
    signals.stop();
    await service?.close();
  }
}

function endFor(exit: ExitCode): Pick<Result, 'refused' | 'endedEarly'> {
  if (exit === EXIT.FAILED) return { refused: undefined, endedEarly: 'failed' };
  if (exit === EXIT.STALE) return { refused: undefined, endedEarly: 'stale' };
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return { refused: names.find((name) => REFUSAL_EXITS[name] === exit) };
}
