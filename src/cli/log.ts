import { readAuditLog } from '../app/audit-log.ts';
import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { logDocument } from '../render/documents/log-document.ts';
import { logText } from '../render/text/log-text.ts';
import type { CommandSession } from './session.ts';

export interface LogOptions extends CommonOptions {
  readonly key?: string;
}

/** Prints the audit trail: of one campaign, or of the workspace. */
export async function log(options: LogOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const entries = await readAuditLog(context, workspace, options.key);
  session.terminal.out(options.json ? logDocument(workspace.name, entries) : logText(entries, options.key));
  return EXIT.DONE;
}
