import type { Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import type { Problem } from './problem.ts';
import { putInQuotes } from './yaml/quoted.ts';
import type { Source } from './yaml/source.ts';

/**
 * An empty value before `#1 in hiking`, which YAML reads as a comment: the text only lacks its quotes. `# a note` is a
 * comment that a person wrote as such.
 */
export function emptiedByComment<P extends Pick<Problem, 'message' | 'hint' | 'isEmptyText'>>(
  problem: P,
  written: { readonly source: Source; readonly path: Path } | undefined,
): P {
  const comment = problem.isEmptyText ? written?.source.commentAfter(written.path) : undefined;
  if (!comment || /^#(?:\s|$)/.test(comment.text)) return problem;
  return {
    ...problem,
    message: `${problem.message}, because ${clip(comment.text)} is a comment in YAML`,
    hint: putInQuotes(comment.text),
  };
}
