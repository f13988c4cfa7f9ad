import type { DriftReport } from '../model/drift.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { driftDocument } from '../render/documents/plan-document.ts';
import { driftText } from '../render/text/report-texts.ts';
import { openWorkspace } from '../app/context.ts';
import { findDriftOf } from '../app/drift.ts';
import type { CommandSession, KeysOptions } from './session.ts';

/** Reports what changed in the service since the last apply. Writes nothing, neither to the service nor to any ref. */
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
  return exitFor(report);
}

/** A campaign that can't be read may have drifted. */
function exitFor({ drifted, unknown }: DriftReport): ExitCode {
  if (unknown.length > 0) return EXIT.FAILED;
  return drifted.length > 0 ? EXIT.CHANGES : EXIT.DONE;
}
