import type { Diagnostic } from '../../model/diagnostic.ts';
import { ACCEPT_SUGGESTIONS } from '../../messages/action-messages/comment-phrases.ts';
import { escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';

/** The text of the review above its comments. */
export const SUGGESTIONS_INTRODUCTION = phraseMarkdown(ACCEPT_SUGGESTIONS);

interface Suggestion {
  /** The whole line, and what it should be. */
  readonly was: string;
  readonly put: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Identifies the suggestion, so that it can be found again. */
  readonly tag: string;
}

/** A comment on a line, with the corrected line as GitHub's own suggestion. */
export function suggestionComment({ put, diagnostics, tag }: Suggestion): string {
  const words = [...new Set(diagnostics.map(({ message, hint }) => `${message} — ${hint}`))];
  const longest = Math.max(2, ...(put.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [
    ...words.map((text) => `${escapeMarkdown(text)}\n`),
    `${fence}suggestion`,
    put,
    fence,
    `<!-- campaigns-correction:${tag} -->`,
  ].join('\n');
}
