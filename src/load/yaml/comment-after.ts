import { untilNext } from './hidden-by-comment.ts';
import { columnOf } from './text-places.ts';

/** How much of a text is searched for a comment, in characters. */
const COMMENT_CHARS = 300;

/** Where an unquoted text is. */
interface TextPlace {
  readonly isFlow: boolean;
  /** The column of its key; undefined for an entry of a list. */
  readonly column: number | undefined;
}

interface FoundComment {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isBelow: boolean;
}

/**
 * The comment that follows an unquoted text: on its line, or hashtags on the next lines, which are deeper than its key
 * like the rest of a text. `# a note` and `#name: value` there are comments that a person wrote as such.
 */
export function commentAfter(
  text: string,
  end: number,
  { isFlow, column }: TextPlace,
): FoundComment | undefined {
  const rest = text.slice(end, end + COMMENT_CHARS);
  const [, blanks = '', comment] = /^([ \t]*)(#.*)/.exec(rest) ?? [];
  if (comment !== undefined) {
    const from = end + blanks.length;
    const to = from + comment.trimEnd().length;
    return { from, to, text: isFlow ? untilNext(comment) : text.slice(from, to), isBelow: false };
  }
  const [below = ''] = /^(?:[ \t]*\r?\n[ ]+#(?![\w.-]+:(?:\s|$))[^\s#-].*)+/.exec(rest) ?? [];
  const from = end + below.indexOf('#');
  if (below === '' || isFlow || column === undefined || columnOf(text, from) <= column) return undefined;
  const [first = '', ...others] = below.trim().split(/\s*\n\s*/);
  return { from, to: from + first.length, text: [first, ...others].join(' '), isBelow: true };
}
