import { forget, listBindings, moveBinding, moveTarget, releaseLease } from '../app/state-commands.ts';
import { type CommonOptions, openWorkspace } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import * as documents from '../render/documents/state-documents.ts';
import * as texts from '../render/text/state-texts.ts';
import { requireYes, type CommandSession, type KeysOptions, type ProposalOptions } from './session.ts';
import { badOption } from '../app/process/user-failure.ts';

/** Lists the live campaign that each file is bound to. */
export async function stateList(options: KeysOptions, session: CommandSession): Promise<ExitCode> {
  const target = await openWorkspace(options, session);
  const bindings = await listBindings(target, options.only);
  const { terminal } = session;
  terminal.out(options.json ? documents.bindingsDocument(bindings) : texts.bindingsText(bindings, terminal));
  return EXIT.DONE;
}

/** Releases the lease of a run that died. */
export async function stateRelease(options: CommonOptions, session: CommandSession): Promise<ExitCode> {
  const target = await openWorkspace(options, session);
  const { name } = target.workspace;
  const freed = await releaseLease(target);
  session.terminal.out(
    options.json ? documents.releaseDocument(name, freed) : texts.releaseText(name, freed),
  );
  return EXIT.DONE;
}

/** Records that a workspace moved to the address that workspaces.yaml names now. */
export async function stateTarget(options: ProposalOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const moved = await moveTarget(target, async (move) => {
    if (options.yes) return;
    if (!terminal.interactive) throw badOption('--yes', { why: 'unconfirmed' });
    terminal.err(texts.targetText(move));
    await requireYes(session, options, { kind: 'target', workspace: target.workspace.name });
  });
  terminal.out(options.json ? documents.targetDocument(moved) : texts.targetMovedText(moved));
  return EXIT.DONE;
}

interface ForgetOptions extends ProposalOptions {
  readonly keys: readonly string[];
  readonly all?: boolean;
}

/** Removes bindings without touching the live campaigns. */
export async function stateForget(options: ForgetOptions, session: CommandSession): Promise<ExitCode> {
  const { all = false, keys } = options;
  const { terminal } = session;
  if (all && !options.yes && !terminal.interactive) {
    throw badOption('--yes', { why: 'unconfirmed' });
  }
  const target = await openWorkspace(options, session);
  const { name } = target.workspace;
  const forgotten = await forget({ keys, all }, target, (count) =>
    requireYes(session, options, { kind: 'forget', campaigns: count, workspace: name }),
  );
  terminal.out(
    options.json ? documents.forgottenDocument(name, forgotten) : texts.forgottenText(name, forgotten),
  );
  return EXIT.DONE;
}

/** Gives a binding another key, for a file that was renamed. */
export async function stateMove(
  options: CommonOptions & { readonly from: string; readonly to: string },
  session: CommandSession,
): Promise<ExitCode> {
  const moved = await moveBinding(await openWorkspace(options, session), options);
  session.terminal.out(options.json ? documents.moveDocument(moved) : texts.moveText(moved));
  return EXIT.DONE;
}
