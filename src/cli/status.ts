import { type CommonOptions, chooseWorkspace, openContext } from '../app/context.ts';
import { readStatus } from '../app/status.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { statusDocument } from '../render/documents/status-document.ts';
import { statusText } from '../render/text/status-text.ts';
import type { CommandSession } from './session.ts';

export interface StatusOptions extends CommonOptions {
  readonly only?: readonly string[];
}

/** One line per managed campaign: key, ID, live status, last apply, verdict. */
export async function status(options: StatusOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const isPartial = options.json !== true;
  const { plan, applies, failure, unsound } = await readStatus(
    { ...options, isPartial },
    { context, workspace },
  );
  const { terminal } = session;
  terminal.out(
    options.json
      ? statusDocument(plan, applies)
      : statusText(plan, applies, { columns: terminal.columns, unsound }),
  );
  if (failure) throw failure;
  return plan.campaigns.some(({ verdict }) => verdict === 'unknown') ? EXIT.FAILED : EXIT.DONE;
}
