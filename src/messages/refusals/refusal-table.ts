import type { Phrase } from '../phrase.ts';

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
