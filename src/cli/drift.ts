import type { DriftReport } from '../model/drift.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { driftDocument } from '../render/documents/drift-document.ts';
import { driftText } from '../render/text/report-texts.ts';
import { type CommonOptions, chooseWorkspace, openContext } from '../app/context.ts';
import { findDriftOf } from '../app/plan.ts';
import type { CommandSession } from './session.ts';

export interface DriftOptions extends CommonOptions {
  readonly only?: readonly string[];
  readonly unmanaged?: boolean;
}

/** Reports what changed in the service since the last apply. Writes nothing, neither to the service nor to any ref. */
export async function drift(options: DriftOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { terminal } = session;
  const workspace = chooseWorkspace(context, options.workspace);
  const { report } = await findDriftOf({ context, workspace }, options.only);
  const { unmanaged: listsUnmanaged = false, json = false } = options;
  terminal.out(
    json
      ? driftDocument(report, { listsUnmanaged })
      : driftText(report, { paint: terminal.paint, columns: terminal.columns, listsUnmanaged }),
  );
  return exitFor(report);
}

/** A campaign that can't be read may have drifted. */
function exitFor({ drifted, unknown }: DriftReport): ExitCode {
  if (unknown.length > 0) return EXIT.FAILED;
  return drifted.length > 0 ? EXIT.CHANGES : EXIT.DONE;
}
