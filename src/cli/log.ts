import { readAuditLog, type LogRequest } from '../app/state-commands.ts';
import { openWorkspace } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { logDocument } from '../render/documents/state-documents.ts';
import { logText } from '../render/text/state-texts.ts';
import type { CommandSession, KeysOptions } from './session.ts';

type LogOptions = KeysOptions & Pick<LogRequest, 'number' | 'since'>;

/** Prints the audit trail of the workspace or of some campaigns. */
export async function log(options: LogOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const { number, since, only: names = [] } = options;
  const { entries, keys } = await readAuditLog(target, { names, number, since });
  if (options.json) terminal.out(logDocument(target.workspace.name, entries));
  else {
    const subjects = await target.context.history.subjectsOf(entries.flatMap(({ commit }) => commit ?? []));
    terminal.out(logText(entries, { ...terminal, keys, subjects }));
  }
  return EXIT.DONE;
}
