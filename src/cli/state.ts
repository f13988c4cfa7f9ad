import { listBindings } from '../app/bindings.ts';
import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { releaseLease } from '../app/release.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { bindingsDocument } from '../render/documents/bindings-document.ts';
import { releaseDocument } from '../render/documents/release-document.ts';
import { bindingsText } from '../render/text/bindings-text.ts';
import { releaseText } from '../render/text/release-text.ts';
import type { CommandSession } from './session.ts';

export interface ListOptions extends CommonOptions {
  readonly only?: readonly string[];
}

/** Lists the live campaign that each file is bound to. */
export async function stateList(options: ListOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const bindings = await listBindings(context, workspace, options);
  const { terminal } = session;
  terminal.out(options.json ? bindingsDocument(bindings) : bindingsText(bindings, workspace, terminal));
  return EXIT.DONE;
}

/** Releases the lease of a run that died. */
export async function stateRelease(options: CommonOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const { name } = workspace;
  const freed = await releaseLease(context, workspace);
  session.terminal.out(options.json ? releaseDocument(name, freed) : releaseText(name, freed));
  return EXIT.DONE;
}
