import { nameList } from '../../model/show.ts';
import { say, sentence, type Phrase } from '../phrase.ts';

/** Why a command ended early, and what to do. */
export interface RefusalMessage {
  readonly message: Phrase;
  readonly hint: Phrase;
}

/** The message for each code. */
export type RefusalTable<Cause extends { readonly code: string }> = {
  readonly [Code in Cause['code']]: (cause: Extract<Cause, { readonly code: Code }>) => RefusalMessage;
};

/** The message for one cause. */
export function messageIn<Cause extends { readonly code: string }, Code extends Cause['code']>(
  table: RefusalTable<Cause>,
  code: Code,
  cause: Extract<Cause, { readonly code: Code }>,
): RefusalMessage {
  return table[code](cause);
}

/** The message of another program, as the end of a sentence. */
export function ended(said: string): Phrase {
  return sentence(say`${said}`);
}

/** git finds the destination of a push by the end of its name, so another ref with the same end confuses it. */
export function renameOthers(refs: readonly string[], what = 'it'): Phrase {
  return say`git confuses ${what} with ${nameList(refs)} on origin. Delete or rename ${nameList(refs)}, then run this again.`;
}
