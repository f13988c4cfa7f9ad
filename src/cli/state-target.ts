import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { moveTarget } from '../app/state-target.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { targetDocument } from '../render/documents/state-documents.ts';
import { targetMovedText, targetText } from '../render/text/target-text.ts';
import type { CommandSession } from './session.ts';

export interface TargetOptions extends CommonOptions {
  readonly yes?: boolean;
}

/** Records that a workspace moved to the address that workspaces.yaml names now. */
export async function stateTarget(options: TargetOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const moved = await moveTarget({ context, workspace }, async (move) => {
    if (options.yes) return true;
    if (!terminal.interactive) throw new UserFailure(EXIT.USAGE, { code: 'target-move-unasked' });
    terminal.err(targetText(move));
    return terminal.confirm(describeQuestion({ kind: 'target', workspace: workspace.name }));
  });
  terminal.out(options.json ? targetDocument(moved) : targetMovedText(moved));
  return EXIT.DONE;
}
