import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { prepareReplacement } from '../app/replacing/prepare-replacement.ts';
import { writeReplacement } from '../app/replacing/write-replacement.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { replaceDocument } from '../render/documents/replace-document.ts';
import { replaceSteps, replaceText } from '../render/text/replace-text.ts';
import type { CommandSession } from './session.ts';

export interface ReplaceOptions extends CommonOptions {
  readonly name: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Moves a locked edit into a copy of its campaign, and restores the campaign's own file. */
export async function replace(options: ReplaceOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { name, key, json, dryRun = false, yes = false } = options;
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const prepared = await prepareReplacement(
    { name, ...(key !== undefined && { key }) },
    { context, workspace },
  );
  const { report } = prepared;
  if (!json) terminal.out(replaceText(report, terminal));
  if (
    !dryRun &&
    !yes &&
    terminal.interactive &&
    !(await terminal.confirm(describeQuestion({ kind: 'replace' })))
  )
    throw new UserFailure(EXIT.FAILED, { code: 'replace-canceled' });
  const done = dryRun ? report : await writeReplacement(prepared, context);
  terminal.out(json ? replaceDocument(done) : replaceSteps(done, terminal));
  return EXIT.DONE;
}
