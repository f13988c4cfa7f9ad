import { listBindings } from '../app/bindings.ts';
import { forget } from '../app/forget.ts';
import { releaseLease } from '../app/release.ts';
import { moveTarget } from '../app/move-target.ts';
import { type CommonOptions, openWorkspace } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import {
  bindingsDocument,
  releaseDocument,
  targetDocument,
  forgottenDocument,
} from '../render/documents/state-documents.ts';
import {
  bindingsText,
  releaseText,
  targetMovedText,
  targetText,
  forgottenText,
} from '../render/text/state-texts.ts';
import { requireYes, type CommandSession } from './session.ts';
import { UserFailure } from '../app/process/user-failure.ts';

export interface ListOptions extends CommonOptions {
  readonly only?: readonly string[];
}

/** Lists the live campaign that each file is bound to. */
export async function stateList(options: ListOptions, session: CommandSession): Promise<ExitCode> {
  const { context, workspace } = await openWorkspace(options, session);
  const bindings = await listBindings(context, workspace, options);
  const { terminal } = session;
  terminal.out(options.json ? bindingsDocument(bindings) : bindingsText(bindings, workspace, terminal));
  return EXIT.DONE;
}

/** Releases the lease of a run that died. */
export async function stateRelease(options: CommonOptions, session: CommandSession): Promise<ExitCode> {
  const { context, workspace } = await openWorkspace(options, session);
  const { name } = workspace;
  const freed = await releaseLease(context, workspace);
  session.terminal.out(options.json ? releaseDocument(name, freed) : releaseText(name, freed));
  return EXIT.DONE;
}

export interface TargetOptions extends CommonOptions {
  readonly yes?: boolean;
}

/** Records that a workspace moved to the address that workspaces.yaml names now. */
export async function stateTarget(options: TargetOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const moved = await moveTarget(target, async (move) => {
    if (options.yes) return;
    if (!terminal.interactive)
      throw new UserFailure(EXIT.USAGE, { code: 'bad-option', option: '--yes', why: 'unconfirmed' });
    terminal.err(targetText(move));
    await requireYes(session, options, { kind: 'target', workspace: target.workspace.name });
  });
  terminal.out(options.json ? targetDocument(moved) : targetMovedText(moved));
  return EXIT.DONE;
}

export interface ForgetOptions extends CommonOptions {
  readonly keys: readonly string[];
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** Removes bindings without touching the live campaigns. */
export async function stateForget(options: ForgetOptions, session: CommandSession): Promise<ExitCode> {
  const { all = false, keys } = options;
  if (all === keys.length > 0) {
    const option = all ? '--all' : 'KEY or --all';
    const fault = all ? ({ why: 'together', other: 'KEY' } as const) : ({ why: 'missing' } as const);
    throw new UserFailure(EXIT.USAGE, { code: 'bad-option', option, ...fault });
  }
  const { terminal } = session;
  if (all && !options.yes && !terminal.interactive) {
    throw new UserFailure(EXIT.USAGE, { code: 'bad-option', option: '--yes', why: 'unconfirmed' });
  }
  const target = await openWorkspace(options, session);
  const { name } = target.workspace;
  const { forgotten, countedCreations } = await forget({ keys, all }, target, (count) =>
    requireYes(session, options, { kind: 'forget', campaigns: count, workspace: name }),
  );
  const counted = all ? countedCreations : 0;
  terminal.out(options.json ? forgottenDocument(name, forgotten) : forgottenText(name, forgotten, counted));
  return EXIT.DONE;
}
