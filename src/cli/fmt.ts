import { type CommonOptions, openFiles, openWorkspace } from '../app/context.ts';
import { formatFiles, type FormatOptions } from '../app/format-files.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { fmtDocument } from '../render/documents/fmt-document.ts';
import { fmtText } from '../render/text/fmt-text.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { CommandSession } from './session.ts';
import { showDiagnostics } from './terminal/show-diagnostics.ts';
import { findMoves, keepKeys } from '../app/move-all.ts';
import { movesDocument } from '../render/documents/state-documents.ts';
import { movesText } from '../render/text/moves-text.ts';

export type FmtOptions = CommonOptions & FormatOptions & { readonly keepKeys?: boolean };

/** Puts files into canonical order and layout, or lists those that are not. */
export async function fmt(options: FmtOptions, session: CommandSession): Promise<ExitCode> {
  if (options.keepKeys) {
    if (options.files.length > 0)
      throw new UserFailure(EXIT.USAGE, {
        code: 'bad-option',
        option: '--keep-keys',
        why: 'together',
        other: 'FILE',
      });
    return keepKeysInFiles(options, session);
  }
  const context = await openFiles(options, session);
  const formatted = await formatFiles(context, options);
  const { diagnostics, kind, changed, refused } = formatted;
  showDiagnostics(session.terminal, diagnostics, { root: context.repository.root, stream: 'err' });
  session.terminal.out(options.json ? fmtDocument(formatted) : fmtText(formatted));
  const unfit = kind === 'checked' && changed.length > 0;
  return refused > 0 || unfit ? EXIT.INVALID : EXIT.DONE;
}

interface KeepKeysOptions extends CommonOptions {
  readonly check?: boolean;
}

/** `fmt --keep-keys`: writes the recorded key into each file that was moved without it, and nothing else. */
async function keepKeysInFiles(
  { check = false, json, ...options }: KeepKeysOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const { context, workspace } = await openWorkspace(options, session);
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
