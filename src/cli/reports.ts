import { openWorkspace } from '../app/context.ts';
import { findDriftOf, readStatus } from '../app/plan.ts';
import { readAuditLog, type LogRequest } from '../app/state-commands.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { driftDocument } from '../render/documents/plan-document.ts';
import { logDocument, statusDocument } from '../render/documents/state-documents.ts';
import { logText, statusText } from '../render/text/state-texts.ts';
import { driftText } from '../render/text/report-texts.ts';
import type { CommandSession, KeysOptions } from './session.ts';

// The commands that only read. They write nothing, neither to the service nor to any ref.

/** Reports what changed in the service since the last apply. */
export async function drift(
  options: KeysOptions & { readonly unmanaged?: boolean },
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const { report } = await findDriftOf(await openWorkspace(options, session), options.only);
  const { unmanaged: listsUnmanaged = false, json = false } = options;
  terminal.out(
    json ? driftDocument(report, { listsUnmanaged }) : driftText(report, { ...terminal, listsUnmanaged }),
  );
  // A campaign that can't be read may have drifted.
  if (report.unknown.length > 0) return EXIT.FAILED;
  return report.drifted.length > 0 ? EXIT.CHANGES : EXIT.DONE;
}

/** One line per managed campaign: key, ID, live status, last apply, verdict. */
export async function status(options: KeysOptions, session: CommandSession): Promise<ExitCode> {
  const target = await openWorkspace(options, session);
  const { plan, applies, failure } = await readStatus(options.only, target);
  const { terminal } = session;
  // A script must not take a part for the whole.
  if (failure && options.json) throw failure;
  terminal.out(
    options.json
      ? statusDocument(plan, applies)
      : statusText(plan, applies, { ...terminal, isPartial: failure !== undefined }),
  );
  if (failure) throw failure;
  return plan.campaigns.some(({ verdict }) => verdict === 'unknown') ? EXIT.FAILED : EXIT.DONE;
}

/** Prints the audit trail of the workspace or of some campaigns. */
export async function log(
  options: KeysOptions & Omit<LogRequest, 'names'>,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const { only: names = [] } = options;
  const { entries, keys } = await readAuditLog(target, { ...options, names });
  if (options.json) terminal.out(logDocument(target.workspace.name, entries));
  else {
    const subjects = await target.context.history.subjectsOf(entries.flatMap(({ commit }) => commit ?? []));
    terminal.out(logText(entries, { ...terminal, keys, subjects }));
  }
  return EXIT.DONE;
}
