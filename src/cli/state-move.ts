import { openWorkspace, type CommonOptions } from '../app/context.ts';
import { moveBinding } from '../app/move-binding.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { moveDocument } from '../render/documents/state-documents.ts';
import { moveText } from '../render/text/state-texts.ts';
import type { CommandSession } from './session.ts';

interface MoveOptions extends CommonOptions {
  readonly from: string;
  readonly to: string;
}

/** Gives a binding another key, for a file that was renamed. */
export async function stateMove(options: MoveOptions, session: CommandSession): Promise<ExitCode> {
  const moved = await moveBinding(await openWorkspace(options, session), options);
  session.terminal.out(options.json ? moveDocument(moved) : moveText(moved));
  return EXIT.DONE;
}
