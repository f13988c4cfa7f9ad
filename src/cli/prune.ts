import { openWorkspace } from '../app/context.ts';
import { carryOutPrune, preparePrune } from '../app/prune.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { pruneDocument } from '../render/documents/prune-document.ts';
import { nothingDeletedText, pruneDoneText, pruneText } from '../render/text/prune-text.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

export interface PruneOptions extends ProposalOptions {
  readonly only?: readonly string[];
}

/** Deletes the files of campaigns that have ended, after asking. Sends nothing, and keeps all bindings. */
export async function prune(options: PruneOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { only = [], json = false, dryRun = false, yes = false } = options;
  const { context, workspace } = await openWorkspace(options, session);
  const report = await preparePrune(only, { context, workspace });
  if (!json) terminal.out(pruneText(report, terminal));
  const count = report.campaigns.flatMap(({ files }) => files).length;
  const isProposal = dryRun || count === 0 || (!yes && !terminal.interactive);
  if (isProposal) {
    const proposal = { names: only, dryRun, columns: terminal.columns };
    terminal.out(json ? pruneDocument(report) : nothingDeletedText(report, proposal));
    return EXIT.DONE;
  }
  await requireYes(session, options, { kind: 'prune', files: count });
  const done = await carryOutPrune(report, context);
  terminal.out(json ? pruneDocument(done) : pruneDoneText(done));
  return EXIT.DONE;
}
