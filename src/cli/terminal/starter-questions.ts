import { USUAL_WORKSPACE, wishProblem, type StarterWishes } from '../../app/init.ts';
import { STARTER_INTRODUCTION, STARTER_QUESTIONS } from '../../messages/init-messages.ts';
import { refusalText } from '../../messages/catalog/refusals.ts';
import { CHANNELS_HINT, channelsIn } from '../command.ts';
import type { Terminal, Conversation } from './terminal.ts';

const USUAL_CHANNELS = 'email, push';

/** Asks for what a new workspaces.yaml needs and no option says; undefined if the user cancels. */
export async function askWishes(
  terminal: Terminal,
  given: StarterWishes,
): Promise<StarterWishes | undefined> {
  const { workspace, baseUrl, appKey, channels } = given;
  if ([workspace, baseUrl, appKey, channels].every((one) => one !== undefined)) return given;
  terminal.err(`${STARTER_INTRODUCTION}\n\n`);
  const conversation = terminal.converse();
  try {
    return await askFor(conversation, given);
  } catch (error) {
    if (error instanceof Ended) return undefined;
    throw error;
  } finally {
    conversation.close();
  }
}

/** The user canceled the questions. */
class Ended extends Error {}

async function askFor(conversation: Conversation, given: StarterWishes): Promise<StarterWishes> {
  const { workspace: usual, baseUrl, channels } = STARTER_QUESTIONS;
  const ask = <Answer>(question: string, read: (text: string) => Read<Answer>) =>
    answered(conversation, question, read);
  const workspace =
    given.workspace ??
    (await ask(usual(USUAL_WORKSPACE), (text) => {
      const name = text || USUAL_WORKSPACE;
      return checked(name, { workspace: name });
    }));
  const address =
    given.baseUrl ??
    (await ask<string | undefined>(baseUrl, (text) =>
      text === '' ? { answer: undefined } : checked(text, { workspace, baseUrl: text, appKey: 'any' }),
    ));
  const appKey =
    given.appKey ??
    (address === undefined
      ? undefined
      : await ask(STARTER_QUESTIONS.appKey, (text) =>
          checked(text, { workspace, baseUrl: address, appKey: text }),
        ));
  const chosen =
    given.channels ??
    (await ask(channels(USUAL_CHANNELS), (text) => {
      const answer = channelsIn(text || USUAL_CHANNELS);
      return answer ? { answer } : { why: CHANNELS_HINT };
    }));
  return { workspace, baseUrl: address, appKey, channels: chosen };
}

/** What a line means, or why it isn't a valid answer. */
type Read<Answer> = { readonly answer: Answer } | { readonly why: string };

function checked(answer: string, wish: StarterWishes): Read<string> {
  const problem = wishProblem(wish);
  return problem ? { why: refusalText(problem) } : { answer };
}

/** Asks until the answer is valid. */
async function answered<Answer>(
  conversation: Conversation,
  question: string,
  read: (text: string) => Read<Answer>,
): Promise<Answer> {
  for (;;) {
    const text = await conversation.ask(`${question} `);
    if (text === undefined) throw new Ended();
    const outcome = read(text.trim());
    if ('answer' in outcome) return outcome.answer;
    conversation.say(`  ${outcome.why}\n`);
  }
}
