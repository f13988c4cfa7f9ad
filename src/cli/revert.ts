import { openWorkspace } from '../app/context.ts';
import { carryOut } from '../app/rewrite.ts';
import { prepareRevert } from '../app/revert.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { revertDocument } from '../render/documents/rewrite-documents.ts';
import { revertDoneText, revertText } from '../render/text/rewrite-texts.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

export interface RevertOptions extends ProposalOptions {
  readonly names: readonly string[];
  readonly to?: string;
}

/**
 * Writes campaign files as they were last applied, or as of a commit. Sends nothing: the next plan shows the changes
 * that restore this version.
 */
export async function revert(options: RevertOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { names, to, json, dryRun = false } = options;
  const { context, workspace } = await openWorkspace(options, session);
  const allowsDirty = dryRun || (options.allow?.includes('dirty') ?? false);
  const prepared = await prepareRevert(
    { names, allowsDirty, ...(to !== undefined && { to }) },
    { context, workspace },
  );
  const { report, changes } = prepared;
  if (!json) terminal.out(revertText(report, terminal));
  else if (dryRun) terminal.out(revertDocument(report));
  if (dryRun) return EXIT.DONE;
  if (changes.length > 0) await requireYes(session, options, { kind: 'write' });
  const done = carryOut(prepared, context);
  terminal.out(json ? revertDocument(done) : revertDoneText(done));
  return EXIT.DONE;
}
