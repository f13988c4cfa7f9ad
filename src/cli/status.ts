import { openWorkspace } from '../app/context.ts';
import { readStatus } from '../app/plan.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { statusDocument } from '../render/documents/state-documents.ts';
import { statusText } from '../render/text/state-texts.ts';
import type { CommandSession, KeysOptions } from './session.ts';

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
