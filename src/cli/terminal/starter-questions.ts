import { wishProblem, type StarterWishes } from '../../app/init.ts';
import { STARTER_INTRODUCTION, STARTER_QUESTIONS } from '../../messages/init-messages.ts';
import { refusalText } from '../../messages/catalog/refusals.ts';
import type { Terminal } from './terminal.ts';

/** In this order: an app key is asked only for an address. */
const ASKED = ['workspace', 'baseUrl', 'appKey'] as const;

/** Asks for what a new workspaces.yaml needs and no option says; undefined if the user cancels. */
export async function askWishes(
  terminal: Terminal,
  given: StarterWishes,
): Promise<StarterWishes | undefined> {
  const conversation = terminal.converse();
  let wishes = given;
  try {
    if (ASKED.some((name) => given[name] === undefined)) conversation.say(`${STARTER_INTRODUCTION}\n\n`);
    for (const name of ASKED) {
      const isAsked = name !== 'appKey' || wishes.baseUrl !== undefined;
      while (isAsked && wishes[name] === undefined) {
        const text = (await conversation.ask(`${STARTER_QUESTIONS[name]} `))?.trim();
        if (text === undefined) return undefined;
        // An empty line accepts what is in brackets.
        if (text === '' && name !== 'appKey') break;
        const { baseUrl } = wishes;
        const asked = {
          workspace: { workspace: text },
          baseUrl: { baseUrl: text, appKey: 'any' },
          appKey: { baseUrl, appKey: text },
        };
        const problem = wishProblem(asked[name]);
        if (problem) conversation.say(`  ${refusalText(problem)}\n`);
        else wishes = { ...wishes, [name]: text };
      }
    }
    return wishes;
  } finally {
    conversation.close();
  }
}
