import type { Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import type { Problem } from './problem.ts';
import { putInQuotes } from './yaml/quoted.ts';
import type { Source } from './yaml/source.ts';

/**
 * A problem whose value YAML reads in another way than it looks: nothing before `#1 in hiking`, which is a comment (`# a
 * note` is one that a person wrote as such), a list for `[Last chance]`, an empty text for `>`.
 */
export function misreadValue<
  P extends Pick<Problem, 'message' | 'hint' | 'isEmptyText' | 'isListAsText' | 'ifFolded'>,
>(problem: P, written: { readonly source: Source; readonly path: Path } | undefined): P {
  if (!written) return problem;
  const { source, path } = written;
  if (problem.ifFolded && source.isFolded(path)) return { ...problem, ...problem.ifFolded };
  const brackets = problem.isListAsText ? source.written(path) : undefined;
  if (brackets !== undefined) return { ...problem, hint: putInQuotes(brackets) };
  const comment = problem.isEmptyText ? source.commentAfter(path) : undefined;
  if (!comment || /^#(?:\s|$)/.test(comment.text)) return problem;
  return {
    ...problem,
    message: `${problem.message}, because ${clip(comment.text)} is a comment in YAML`,
    hint: putInQuotes(comment.text),
  };
}
