import { plainText, plainTextOnGitHub, sentence, say, joined, type Message, type Phrase } from '../phrase.ts';

/** What a code says, the next step, and parameters for the documentation and the tests. */
export interface Row<Params> {
  readonly says: (params: Params) => Phrase;
  readonly todo: (params: Params) => Phrase;
  readonly example: Params;
}

/** One row for each code. A code without one does not compile. */
export type Catalog<Params> = { readonly [Code in keyof Params]: Row<Readonly<Params[Code]>> };

/** The message of a reason, which is a code with its parameters. */
export function messageFor<Params, Code extends keyof Params>(
  catalog: Catalog<Params>,
  code: Code,
  params: Readonly<Params[Code]>,
): Message {
  const { says, todo } = catalog[code];
  return { why: says(params), todo: todo(params) };
}

/** The message of another program, as the end of a sentence. */
export function ended(said: string): Phrase {
  return sentence(say`${said}`);
}

/** Both parts in one line, for a terminal and for JSON documents. */
export function messageText({ why, todo }: Message): string {
  return plainText(joined(why, todo));
}

/** Both parts in one line, for GitHub. */
export function messageOnGitHub({ why, todo }: Message): string {
  return plainTextOnGitHub(joined(why, todo));
}
