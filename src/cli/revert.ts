import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { carryOut } from '../app/write-all.ts';
import { prepareRevert } from '../app/revert.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { revertDocument } from '../render/documents/revert-document.ts';
import { revertDoneText, revertText } from '../render/text/revert-text.ts';
import type { CommandSession } from './session.ts';

export interface RevertOptions extends CommonOptions {
  readonly names: readonly string[];
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Writes campaign files as they were last applied, or as of a commit. Sends nothing: the next plan shows the changes
 * that restore this version.
 */
export async function revert(options: RevertOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { names, to, json, dryRun = false, yes = false } = options;
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const allowsDirty = dryRun || (options.allow?.includes('dirty') ?? false);
  const prepared = await prepareRevert(
    { names, allowsDirty, ...(to !== undefined && { to }) },
    { context, workspace },
  );
  const { report, changes } = prepared;
  if (dryRun) {
    terminal.out(json ? revertDocument(report) : revertText(report, terminal));
    return EXIT.DONE;
  }
  if (!json) terminal.out(revertText(report, terminal));
  if (changes.length > 0 && !yes && terminal.interactive) {
    const question = describeQuestion({ kind: 'revert', files: changes.length });
    if (!(await terminal.confirm(question)))
      throw new UserFailure(EXIT.FAILED, { code: 'canceled', what: 'revert' });
  }
  const done = carryOut(prepared, context);
  terminal.out(json ? revertDocument(done) : revertDoneText(done));
  return EXIT.DONE;
}
