import { EXIT, type ExitCode } from '../model/exit.ts';
import { byCodeUnit } from '../model/json.ts';
import { LeaseRef } from '../record/lease-ref.ts';
import { releaseDocument } from '../report/documents/release-document.ts';
import { releaseText } from '../report/text/release-text.ts';
import { bindingsDocument } from '../report/documents/bindings-document.ts';
import { bindingsText } from '../report/text/bindings-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openStateBranch } from './context.ts';
import { readState } from './reading/read-state.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

/** Which file is which live campaign, as the state branch has it. */
export async function stateList(options: CommonOptions, session: Session): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const { state } = await readState(openStateBranch(context, workspace).branch);
  const bindings = [...state.bindings.values()].sort((a, b) => byCodeUnit(a.key, b.key));
  context.terminal.out(options.json ? bindingsDocument(bindings) : bindingsText(bindings));
  return EXIT.DONE;
}

/** Frees the lease of a run that died where nobody can see it. What it left open is settled by the next apply. */
export async function stateRelease(options: CommonOptions, session: Session): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { terminal, git } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const ref = new LeaseRef(git, workspace.name);
  const found = await ref.read();
  if (found.kind === 'unreachable') {
    throw new UserFailure(EXIT.FAILED, `The lease can't be read: ${found.why}`, { hint: 'Run again.' });
  }
  if (found.kind === 'taken') {
    const move = await ref.remove(found.tip);
    if (move.kind !== 'moved') {
      const why = move.kind === 'lost-race' ? 'its run has just renewed it, so it lives' : move.why;
      throw new UserFailure(EXIT.FAILED, `The lease was not freed: ${why}.`, { hint: 'Run again.' });
    }
  }
  const freed = found.kind === 'taken' ? (found.record ?? 'unreadable') : undefined;
  terminal.out(options.json ? releaseDocument(workspace.name, freed) : releaseText(workspace.name, freed));
  return EXIT.DONE;
}
