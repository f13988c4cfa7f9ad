import type { Diagnostic } from '../../model/diagnostic.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** What the review says above its comments. */
export const SUGGESTIONS_INTRODUCTION =
  'Some mistakes in the campaign files have a correction that is certain. To take one over, choose **Commit suggestion**.';

interface Suggestion {
  /** The whole line, and what it should be. */
  readonly was: string;
  readonly put: string;
  readonly diagnostics: readonly Diagnostic[];
  /** By which the same suggestion is found again. */
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
