import type { CommonOptions } from '../app/context.ts';
import { prepareStarter, type StarterWishes } from '../app/init.ts';
import { initText, nextSteps, STARTER_QUESTIONS, unreviewedSteps } from '../messages/init-messages.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { jsonText } from '../model/json.ts';
import type { CommandSession } from './session.ts';
import type { Terminal } from './terminal/terminal.ts';

/** `unreviewed`: whether the workflow that applies without a review is written, too. */
type InitOptions = CommonOptions & StarterWishes & { readonly unreviewed?: boolean };

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
  const started = await write(wishes);
  const { written, kept, missing } = started;
  if (options.json) terminal.out(jsonText({ format: 'campaign-init/1', written, kept, missing }));
  else terminal.out(initText(started) + (options.quiet ? '' : nextSteps(started)));
  return EXIT.DONE;
}

/** Asks for what a new workspaces.yaml needs and no option says; undefined if the user cancels. */
async function askWishes(terminal: Terminal, given: StarterWishes): Promise<StarterWishes | undefined> {
  const conversation = terminal.converse();
  let wishes = given;
  try {
    for (const name of ['workspace', 'baseUrl', 'appKey'] as const) {
      const isNeeded = name !== 'appKey' || wishes.baseUrl !== undefined;
      if (!isNeeded || wishes[name] !== undefined) continue;
      const text = await conversation.ask(`${STARTER_QUESTIONS[name]} `);
      if (text === undefined) return undefined;
      // An empty line accepts what is in brackets.
      if (text.trim() !== '') wishes = { ...wishes, [name]: text.trim() };
    }
    return wishes;
  } finally {
    conversation.close();
  }
}
