import { commitSubjects, readAuditLog, type LogRequest, editCommits } from '../app/audit-log.ts';
import { type CommonOptions, openWorkspace } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { logDocument } from '../render/documents/state-documents.ts';
import { logText } from '../render/text/log-text.ts';
import type { CommandSession } from './session.ts';

export interface LogOptions extends CommonOptions, Pick<LogRequest, 'number' | 'since'> {
  readonly only?: readonly string[];
}

/** Prints the audit trail of the workspace or of some campaigns. */
export async function log(options: LogOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { context, workspace } = await openWorkspace(options, session);
  const { number, since, only: names = [] } = options;
  const { entries, keys, trail } = await readAuditLog(context, workspace, { names, number, since });
  if (options.json) terminal.out(logDocument(workspace.name, entries));
  else {
    const isFiltered = since !== undefined;
    const subjects = await commitSubjects(entries, context);
    const edits = await editCommits({ entries, trail }, context);
    terminal.out(logText(entries, { columns: terminal.columns, keys, isFiltered, subjects, edits }));
  }
  return EXIT.DONE;
}
