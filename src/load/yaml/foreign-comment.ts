import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';

// Comments of other languages behind a value, and comments that lack the space before their #.

interface ForeignComment {
  /** The value before it. */
  readonly before: string;
  readonly message: string;
  /** What to do with the comment. */
  readonly advice: string;
}

const COMMENT = /^(\/\/|\/\*+|<!--|--(?= )|;(?= )|#)\s*(\S.*?)\s*(?:\*+\/|-->)?$/;

/** Such a comment in a value that can't have any other text, such as a date, a number or a name in capitals. */
function commentIn(text: string): ForeignComment | undefined {
  const [, before = '', rest = ''] =
    /^([^\n]*?[^\s,;])(?:[ \t]+|(?=[;#]))((?:[/<;#]|--)[^\n]*)$/.exec(text) ?? [];
  const found = commentAt(rest);
  return found && { before, ...found };
}

/** What is said about such a value; if the possible ones are known, only about one of them. */
export function valueAndComment(
  text: string,
  known?: readonly string[],
): readonly [message: string, hint: string] | undefined {
  const found = commentIn(text);
  const meant = found && known ? nearest(found.before, known) : found?.before;
  return found && meant !== undefined
    ? [found.message, `write ${clip(meant)}, and ${found.advice}`]
    : undefined;
}

/** The foreign comment in what follows a value on its line. */
export function commentAt(rest: string): Omit<ForeignComment, 'before'> | undefined {
  const [, mark, comment = ''] = COMMENT.exec(rest.trim()) ?? [];
  if (mark === undefined) return undefined;
  return {
    message: mark === '#' ? 'a comment needs a space before its #' : `${mark} doesn't begin a comment here`,
    // Between brackets, a comment would hide the closing bracket.
    advice: `put the comment on a line of its own: ${clip(`# ${comment}`)}`,
  };
}
