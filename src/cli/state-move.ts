import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { moveBinding } from '../app/move.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { moveDocument } from '../render/documents/state-documents.ts';
import { moveText } from '../render/text/state-texts.ts';
import type { CommandSession } from './session.ts';

export interface MoveOptions extends CommonOptions {
  readonly from: string;
  readonly to: string;
}

/** Gives a binding another key, for a file that was renamed. */
export async function stateMove(options: MoveOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const { from, to } = options;
  const moved = { ...(await moveBinding(context, workspace, { from, to })), workspace: workspace.name };
  session.terminal.out(options.json ? moveDocument(moved) : moveText(moved));
  return EXIT.DONE;
}
