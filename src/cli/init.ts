import type { CommonOptions } from '../app/context.ts';
import { prepareStarter, type StarterWishes } from '../app/init.ts';
import type { Channel } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { initDocument } from '../render/documents/init-document.ts';
import { initText, nextSteps, unreviewedSteps } from '../messages/init-messages.ts';
import type { CommandSession } from './session.ts';
import { askWishes } from './terminal/starter-questions.ts';

export interface InitOptions extends CommonOptions {
  readonly baseUrl?: string;
  readonly appKey?: string;
  readonly channels?: readonly Channel[];
  /** Whether the workflow that applies without a review is written, too. */
  readonly unreviewed?: boolean;
}

/** Writes a starter and prints the next steps. On a terminal, asks first for what the options don't say. */
export async function init(options: InitOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { branch, isConfigured, write } = await prepareStarter(options, session);
  // Before anything is written, because the workflow is only as safe as its environment.
  if (options.unreviewed) terminal[options.json ? 'err' : 'out'](unreviewedSteps(branch));
  const asks = terminal.interactive && !options.json && !isConfigured;
  const wishes: StarterWishes | undefined = asks ? await askWishes(terminal, options) : options;
  if (wishes === undefined) {
    terminal.err('Canceled. Nothing was written.\n');
    return EXIT.FAILED;
  }
  const started = write(wishes);
  if (options.json) terminal.out(initDocument(started));
  else terminal.out(initText(started) + (options.quiet ? '' : nextSteps(started)));
  return EXIT.DONE;
}
