import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { findMoves, keepKeys } from '../app/moving.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { movesDocument } from '../render/documents/state-documents.ts';
import { movesText } from '../render/text/moves-text.ts';
import type { CommandSession } from './session.ts';

export interface KeepKeysOptions extends CommonOptions {
  readonly check?: boolean;
}

/** `fmt --keep-keys`: writes the recorded key into each file that was moved without it, and nothing else. */
export async function keepKeysInFiles(
  { check = false, json, ...options }: KeepKeysOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const moves = await findMoves({ context, workspace });
  if (!check) keepKeys(moves, context);
  const { terminal } = session;
  const done = check ? 'nothing' : 'keys-written';
  terminal.out(
    json
      ? movesDocument(moves, { workspace: workspace.name, isDone: !check })
      : movesText(moves, { workspace: workspace.name, done, columns: terminal.columns }),
  );
  if (moves.doubtful.length > 0) return EXIT.FAILED;
  return check && moves.certain.length + moves.swapped.length > 0 ? EXIT.INVALID : EXIT.DONE;
}
