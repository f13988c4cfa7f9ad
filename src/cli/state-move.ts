import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext, type Context } from '../app/context.ts';
import { moveBinding } from '../app/move-binding.ts';
import { findMoves, moveAll } from '../app/move-all.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import type { Workspace } from '../model/workspace.ts';
import { moveDocument, movesDocument } from '../render/documents/state-documents.ts';
import { movesText } from '../render/text/moves-text.ts';
import { moveText } from '../render/text/state-texts.ts';
import type { CommandSession } from './session.ts';

export interface MoveOptions extends CommonOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly allMoved?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Moves bindings to other keys, for files that were renamed. */
export async function stateMove(options: MoveOptions, session: CommandSession): Promise<ExitCode> {
  const { from, to, allMoved = false, dryRun } = options;
  if (allMoved ? from !== undefined : from === undefined || to === undefined)
    throw new UserFailure(EXIT.USAGE, { code: 'move-usage', isBoth: allMoved });
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  if (allMoved) return moveAllFiles({ context, workspace }, options, session);
  if (dryRun) throw new UserFailure(EXIT.USAGE, { code: 'move-dry-run' });
  const keys = { from: from ?? '', to: to ?? '' };
  const moved = { ...(await moveBinding(context, workspace, keys)), workspace: workspace.name };
  session.terminal.out(options.json ? moveDocument(moved) : moveText(moved));
  return EXIT.DONE;
}

async function moveAllFiles(
  target: { readonly context: Context; readonly workspace: Workspace },
  { json, dryRun = false, yes = false }: MoveOptions,
  { terminal }: CommandSession,
): Promise<ExitCode> {
  const { name } = target.workspace;
  const moves = await findMoves(target);
  const isAsking = !dryRun && !yes && terminal.interactive && moves.certain.length > 0;
  if (isAsking) {
    terminal.out(movesText(moves, { workspace: name, done: 'nothing', columns: terminal.columns }));
    const question = describeQuestion({ kind: 'move', bindings: moves.certain.length, workspace: name });
    if (!(await terminal.confirm(question)))
      throw new UserFailure(EXIT.FAILED, { code: 'canceled', what: 'move' });
  }
  if (!dryRun) await moveAll(moves, target);
  const done = dryRun ? 'nothing' : 'moved';
  terminal.out(
    json
      ? movesDocument(moves, { workspace: name, isDone: !dryRun })
      : movesText(moves, { workspace: name, done, columns: terminal.columns }),
  );
  return moves.doubtful.length + moves.swapped.length > 0 ? EXIT.FAILED : EXIT.DONE;
}
