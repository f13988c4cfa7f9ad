import { listed } from '../../model/show.ts';
import { say, type Phrase } from '../phrase.ts';

/** Why a command ended early, and what to do. */
export interface RefusalMessage {
  readonly message: Phrase;
  readonly hint: Phrase;
}

/** The words of each code. */
export type RefusalTable<Cause extends { readonly code: string }> = {
  readonly [Code in Cause['code']]: (cause: Extract<Cause, { readonly code: Code }>) => RefusalMessage;
};

/** A text from outside as the end of a sentence: with one full stop, whatever it ends with. */
export function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A push finds its destination by the end of its name, so another ref with the same end is in its way. */
export function renameOthers(refs: readonly string[]): Phrase {
  return say`git confuses it with ${listed(refs)} at origin. Delete or rename the latter, then run this again.`;
}
