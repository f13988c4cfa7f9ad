import { openWorkspace } from '../app/context.ts';
import { prepareReplacement } from '../app/replace.ts';
import { carryOut } from '../app/rewrite.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { replaceDocument } from '../render/documents/replace-document.ts';
import { replaceSteps, replaceText } from '../render/text/replace-text.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

export interface ReplaceOptions extends ProposalOptions {
  readonly name: string;
  readonly key?: string;
}

/** Moves a locked edit into a copy of its campaign, and restores the campaign's own file. */
export async function replace(options: ReplaceOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { name, key, json, dryRun = false } = options;
  const { context, workspace } = await openWorkspace(options, session);
  const prepared = await prepareReplacement({ name, key }, { context, workspace });
  const { report } = prepared;
  if (!json) terminal.out(replaceText(report, terminal));
  if (!dryRun) await requireYes(session, options, { kind: 'write' });
  const done = dryRun ? report : carryOut(prepared, context);
  terminal.out(json ? replaceDocument(done) : replaceSteps(done, terminal));
  return EXIT.DONE;
}
