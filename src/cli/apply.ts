import { resolve } from 'node:path';
import { REFUSALS } from '../messages/catalog/refusals.ts';
import { messageFor, messageText } from '../messages/catalog/row.ts';
import { EXIT, exitOf, REFUSAL_EXITS, type ExitCode } from '../model/exit.ts';
import { emptyResult, type Refusal, type Result } from '../model/result.ts';
import { resultDocument } from '../render/documents/plan-document.ts';
import { warningsBelow } from '../render/text/diagnostics-text.ts';
import { resultText } from '../render/text/report-texts.ts';
import { type CommonOptions, chooseWorkspace, openContext } from '../app/context.ts';
import { planReviewer, readReviewedPlan } from '../app/plan-file.ts';
import { EVERYTHING, applyFiles, type ApplyRequest } from '../app/apply.ts';
import { onSignals } from '../app/process/session.ts';
import { failureOf } from '../app/process/user-failure.ts';
import type { CommandSession } from './session.ts';

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
  const { terminal } = session;
  let name = options.workspace ?? 'unknown';
  try {
    const context = await openContext(options, session);
    const workspace = chooseWorkspace(context, options.workspace);
    name = workspace.name;
    const reviewed = options.plan ? readReviewedPlan(resolve(context.cwd, options.plan), name) : undefined;
    const signals = onSignals(context);
    const { result, plan, why, warnings } = await applyFiles(options, {
      ...{ context, workspace, signals },
      reviewer: ({ only }) => Promise.resolve(reviewed ? planReviewer(reviewed, { only }) : EVERYTHING),
    });
    terminal.out(options.json ? resultDocument(result) : resultText(result, { ...terminal, plan }));
    const { shown, others } = warningsBelow(warnings, plan);
    context.interaction.warn(shown, context.repository.root);
    terminal.err(others);
    if (why) terminal.err(`${messageText(messageFor(REFUSALS, why))}\n`);
    return signals.exit() ?? exitOf(result, { exitCode: options.exitCode ?? false });
  } catch (error) {
    const failure = failureOf(error);
    if (options.json && failure && failure.exit !== EXIT.USAGE)
      terminal.out(resultDocument(emptyResult(name, endFor(failure.exit))));
    throw error;
  }
}

function endFor(exit: ExitCode): Pick<Result, 'refused' | 'endedEarly'> {
  if (exit === EXIT.FAILED) return { refused: undefined, endedEarly: 'failed' };
  if (exit === EXIT.STALE) return { refused: undefined, endedEarly: 'stale' };
  const names = Object.keys(REFUSAL_EXITS) as Refusal[];
  return { refused: names.find((name) => REFUSAL_EXITS[name] === exit) };
}
