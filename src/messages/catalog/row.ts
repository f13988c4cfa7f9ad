import { joined, plainText, plainTextOnGitHub, say, sentence, type Message, type Phrase } from '../phrase.ts';

/** What happened, and the next step. */
export type Words = readonly [why: Phrase, todo: Phrase];

/** One row for each code. A code without one does not compile. */
export type Catalog<Params> = { readonly [Code in keyof Params]: (params: Readonly<Params[Code]>) => Words };

/** The message of a reason, which is a code with its parameters. */
export function messageFor<Params, Code extends keyof Params>(
  catalog: Catalog<Params>,
  code: Code,
  params: Readonly<Params[Code]>,
): Message {
  const [why, todo] = catalog[code](params);
  return { why, todo };
}

/** A code as words of a sentence: `never-applied` as `never applied`. */
export function inWords(why: string): string {
  return why.replaceAll('-', ' ');
}

/** The message of another program, as the end of a sentence. */
export function ended(said: string): Phrase {
  return sentence(say`${said}`);
}

export function inOne({ why, todo }: Message): Phrase {
  return joined(why, todo);
}

/** Both parts in one line, for a terminal and for JSON documents. */
export function messageText(message: Message): string {
  return plainText(inOne(message));
}

/** Both parts in one line, for GitHub. */
export function messageOnGitHub(message: Message): string {
  return plainTextOnGitHub(inOne(message));
}
