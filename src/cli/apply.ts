import { resolve } from 'node:path';
import { describeRefusal } from '../messages/catalog/refusals.ts';
import { messageText } from '../messages/catalog/row.ts';
import { EXIT, exitOf, REFUSAL_EXITS, type ExitCode } from '../model/exit.ts';
import { emptyResult, type Refusal, type Result } from '../model/result.ts';
import { resultDocument } from '../render/documents/plan-document.ts';
import { resultText } from '../render/text/report-texts.ts';
import { type CommonOptions, chooseWorkspace, openContext, type Context } from '../app/context.ts';
import { planReviewer, readReviewedPlan } from '../app/plan-file.ts';
import { EVERYTHING, applyFiles, type ApplyRequest } from '../app/apply.ts';
import { onSignals } from '../app/process/session.ts';
import { failureOf } from '../app/process/user-failure.ts';
import type { CommandSession } from './session.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface ApplyOptions extends CommonOptions, ApplyRequest {
  readonly plan?: string;
  readonly exitCode?: boolean;
  readonly allow: ApplyRequest['allow'];
}

/**
 * Executes the plan: resolves what earlier runs left open, plans, asks for confirmation on a terminal, and applies
 * exactly that plan.
 */
export async function apply(options: ApplyOptions, session: CommandSession): Promise<number> {
  let workspace = options.workspace ?? 'unknown';
  try {
    const context = await openContext(options, session);
    workspace = chooseWorkspace(context, options.workspace).name;
    return await applyTo({ ...options, workspace }, context, session.terminal);
  } catch (error) {
    const failure = failureOf(error);
    if (options.json && failure && failure.exit !== EXIT.USAGE) {
      const result = emptyResult(workspace, endFor(failure.exit));
      session.terminal.out(resultDocument(result));
    }
    throw error;
  }
}

async function applyTo(options: ApplyOptions, context: Context, terminal: Terminal): Promise<number> {
  const workspace = chooseWorkspace(context, options.workspace);
  const reviewed = options.plan
    ? readReviewedPlan(resolve(context.cwd, options.plan), workspace.name)
    : undefined;
  const signals = onSignals(context);
  const { result, plan, why } = await applyFiles(options, {
    context,
    workspace,
    signals,
    rule: { kind: 'of-default-branch' },
    reviewer: ({ only }) => Promise.resolve(reviewed ? planReviewer(reviewed, { only }) : EVERYTHING),
  });
  terminal.out(options.json ? resultDocument(result) : resultText(result, { ...terminal, plan }));
  if (why) terminal.err(`${messageText(describeRefusal(why))}\n`);
  return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
}

function endFor(exit: ExitCode): Pick<Result, 'refused' | 'endedEarly'> {
  if (exit === EXIT.FAILED) return { refused: undefined, endedEarly: 'failed' };
  if (exit === EXIT.STALE) return { refused: undefined, endedEarly: 'stale' };
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return { refused: names.find((name) => REFUSAL_EXITS[name] === exit) };
}
