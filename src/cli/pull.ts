import { openWorkspace } from '../app/context.ts';
import { carryOut } from '../app/rewrite.ts';
import { preparePull } from '../app/pull.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { PullReport } from '../model/pull.ts';
import { pullDocument } from '../render/documents/rewrite-documents.ts';
import { pullDoneText, pullText } from '../render/text/rewrite-texts.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

export interface PullOptions extends ProposalOptions {
  readonly only?: readonly string[];
  readonly ours?: boolean;
  readonly theirs?: boolean;
}

/** Writes changes made in the service into the files. Sends nothing, and records nothing. */
export async function pull(options: PullOptions, session: CommandSession): Promise<ExitCode> {
  const { only, ours = false, theirs = false, dryRun = false, json = false } = options;
  const { terminal } = session;
  const { context, workspace } = await openWorkspace(options, session);
  const conflicts = ours ? 'ours' : theirs ? 'theirs' : undefined;
  const prepared = await preparePull({ only, conflicts }, { context, workspace });
  const { report } = prepared;
  const count = report.pulled.length;
  const isShown = dryRun || count === 0;
  if (isShown || !json) terminal.out(json ? pullDocument(report) : pullText(report, terminal));
  if (isShown) return exitFor(report);
  await requireYes(session, options, { kind: 'write' });
  const done = carryOut(prepared, context);
  terminal.out(json ? pullDocument(done) : pullDoneText(done));
  return exitFor(done);
}

/** Changes that could not be pulled are left to do, so a script must not see success. */
function exitFor({ left, unknown }: PullReport): ExitCode {
  return left.length + unknown.length > 0 ? EXIT.FAILED : EXIT.DONE;
}
