import { type InWorkspace, openWorkspace } from '../app/context.ts';
import { findMoves, moveAll } from '../app/move-all.ts';
import { moveBinding } from '../app/move-binding.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { moveDocument, movesDocument } from '../render/documents/state-documents.ts';
import { movesText } from '../render/text/moves-text.ts';
import { moveText } from '../render/text/state-texts.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

interface MoveOptions extends ProposalOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly allMoved?: boolean;
}

/** Moves bindings to other keys, for files that were renamed. */
export async function stateMove(options: MoveOptions, session: CommandSession): Promise<ExitCode> {
  const { from, to, allMoved = false, dryRun } = options;
  if (allMoved ? from !== undefined : from === undefined || to === undefined)
    throw new UserFailure(EXIT.USAGE, {
      code: 'bad-option',
      option: 'OLD NEW, or --all-moved',
      why: 'missing',
    });
  const target = await openWorkspace(options, session);
  if (allMoved) return moveAllFiles(target, options, session);
  if (dryRun)
    throw new UserFailure(EXIT.USAGE, {
      code: 'bad-option',
      option: '--dry-run',
      why: 'needs',
      other: '--all-moved',
    });
  const keys = { from: from ?? '', to: to ?? '' };
  const moved = await moveBinding(target, keys);
  session.terminal.out(options.json ? moveDocument(moved) : moveText(moved));
  return EXIT.DONE;
}

async function moveAllFiles(
  target: InWorkspace,
  { json, dryRun = false, yes = false }: MoveOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const { name } = target.workspace;
  const moves = await findMoves(target);
  const text = (done: 'nothing' | 'moved') =>
    movesText(moves, { workspace: name, done, columns: terminal.columns });
  if (!dryRun && !yes && terminal.interactive && moves.certain.length > 0) {
    terminal.out(text('nothing'));
    const question = { kind: 'move', bindings: moves.certain.length, workspace: name } as const;
    await requireYes(session, {}, question);
  }
  if (!dryRun) await moveAll(moves, target);
  const isDone = !dryRun;
  terminal.out(json ? movesDocument(moves, { workspace: name, isDone }) : text(isDone ? 'moved' : 'nothing'));
  return moves.doubtful.length + moves.swapped.length > 0 ? EXIT.FAILED : EXIT.DONE;
}
