import { EXIT, type ExitCode } from '../model/exit.ts';
import { readAuditTrail } from '../record/audit-trail.ts';
import { isProblem } from '../record/state-branch.ts';
import { logDocument, logText } from '../report/log-text.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseWorkspace, openContext, openStateBranch } from './context.ts';
import { UserFailure } from './user-failure.ts';

export interface LogOptions extends CommonOptions {
  readonly key?: string;
}

/** Prints the audit trail: of one campaign, or of the workspace. Works offline with what this clone knows. */
export async function log(options: LogOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const { git, branch } = openStateBranch(context, workspace);
  const view = await branch.read();
  if (isProblem(view) && view.kind !== 'unreachable')
    throw new UserFailure(EXIT.INVALID, view.message, { hint: view.hint });
  const tip = isProblem(view) ? await branch.lastKnown() : view.tip;
  if (isProblem(view)) terminal.tell(`${view.message} This is what the clone knows.\n`);
  const entries = tip === undefined ? [] : await readAuditTrail(git, tip, options.key);
  terminal.out(options.json ? logDocument(workspace.name, entries) : logText(entries, options.key));
  return EXIT.DONE;
}
