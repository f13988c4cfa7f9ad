import { EXIT, type ExitCode } from '../model/exit.ts';
import { readAuditTrail } from '../record/audit-trail.ts';
import { isProblem } from '../record/state-branch.ts';
import { logDocument } from '../report/documents/log-document.ts';
import { logText } from '../report/text/log-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openStateBranch } from './context.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

export interface LogOptions extends CommonOptions {
  readonly key?: string;
}

/** Prints the audit trail: of one campaign, or of the workspace. Works offline with what this clone knows. */
export async function log(options: LogOptions, session: Session): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const { git, branch } = openStateBranch(context, workspace);
  const found = await branch.findTip();
  const isOffline = isProblem(found) && found.kind === 'unreachable';
  if (isProblem(found) && !isOffline)
    throw new UserFailure(EXIT.INVALID, found.message, { hint: found.hint });
  if (isProblem(found)) terminal.tell(`${found.message} This is what the clone knows.\n`);
  // What origin has not taken yet has happened, too.
  const tips = isProblem(found) ? [await branch.lastKnown()] : [found.tip, found.parted];
  const known = tips.filter((tip) => tip !== undefined);
  const entries = await readAuditTrail(git, known, options.key);
  terminal.out(options.json ? logDocument(workspace.name, entries) : logText(entries, options.key));
  return EXIT.DONE;
}
