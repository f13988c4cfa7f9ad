import type { CommonOptions } from '../app/common-options.ts';
import { prepareStarter } from '../app/init.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { initDocument } from '../render/documents/init-document.ts';
import { initText, nextSteps, unreviewedSteps } from '../render/text/init-text.ts';
import type { CommandSession } from './session.ts';

export interface InitOptions extends CommonOptions {
  /** Whether the workflow that applies without a review is written, too. */
  readonly unreviewed?: boolean;
}

/** Writes a starter and says what to do next. */
export async function init(options: InitOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { branch, write } = await prepareStarter(options, session);
  // Before anything is written: the workflow is only as safe as its environment.
  if (options.unreviewed) terminal[options.json ? 'err' : 'out'](unreviewedSteps(branch));
  const started = write();
  terminal.out(options.json ? initDocument(started) : initText(started));
  if (!options.json && !options.quiet) terminal.out(nextSteps(started));
  return EXIT.DONE;
}
