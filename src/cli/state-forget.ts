import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { forget } from '../app/forget.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { forgottenDocument } from '../render/documents/state-documents.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { forgottenText } from '../render/text/state-texts.ts';
import type { CommandSession } from './session.ts';

export interface ForgetOptions extends CommonOptions {
  readonly keys: readonly string[];
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** Removes bindings without touching the live campaigns. */
export async function stateForget(options: ForgetOptions, session: CommandSession): Promise<ExitCode> {
  const { all = false, keys } = options;
  if (all === keys.length > 0) {
    throw new UserFailure(EXIT.USAGE, { code: all ? 'forget-keys-and-all' : 'forget-nothing-named' });
  }
  const { terminal } = session;
  if (all && !options.yes && !terminal.interactive) {
    throw new UserFailure(EXIT.USAGE, { code: 'forget-unasked' });
  }
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const { name } = workspace;
  const forgotten = await forget({ keys, all }, { context, workspace }, async (count) => {
    if (options.yes) return true;
    const question = describeQuestion({ kind: 'forget', campaigns: count, workspace: name });
    return terminal.confirm(question);
  });
  terminal.out(options.json ? forgottenDocument(name, forgotten) : forgottenText(name, forgotten));
  return EXIT.DONE;
}
