import { Lexer } from 'yaml';

/** The lexer's mark that the next token is a scalar, which may also begin with "#". */
const SCALAR_FOLLOWS = '\u001f';

/** The comments of a YAML text, each with its "#" and without spaces at its end, in a fixed order. */
export function commentsIn(text: string): string[] {
  const comments: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && token.startsWith('#')) comments.push(token.trimEnd());
    isScalar = !isScalar && token === SCALAR_FOLLOWS;
  }
  return comments.sort();
}
