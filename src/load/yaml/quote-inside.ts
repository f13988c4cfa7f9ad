import { lineAt, valueOn, type ParserStop } from './error-lines.ts';
import { putInQuotes, quotedYaml } from './quoted.ts';
import { problemAt, type TextProblem } from './text-problem.ts';

// An apostrophe in single quotes, or a quote in double quotes, ends the text: `'Don't miss it: today'`. The parser
// complains about what follows it, or about a colon later on.

/** The longest text that is shown, in characters. */
const SHOWN_CHARS = 200;

/** The parser's codes for such a text: on a line, with a colon later on, in brackets. */
const CODES: readonly ParserStop['code'][] = ['UNEXPECTED_TOKEN', 'BLOCK_AS_IMPLICIT_KEY', 'MISSING_CHAR'];

/** The text up to its end, by its quotes. */
const CLOSED: Readonly<Record<string, RegExp>> = { "'": /^'(?:[^']|'')*'/, '"': /^"(?:[^"\\]|\\.)*"/ };

/** A quote inside a text in the same quotes. */
export function quoteInside({ code, text, at }: ParserStop): TextProblem | undefined {
  if (!CODES.includes(code)) return undefined;
  const line = lineAt({ text, at });
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const value = valueOn(line) ?? '';
  const [mark = ''] = /^["']/.exec(value) ?? [];
  if (mark === '') return inBrackets(line, { column: at - 1 - begin, begin });
  const [closed = ''] = CLOSED[mark]?.exec(value) ?? [];
  const isEven = value.split(mark).length % 2 === 1;
  const isInside = /^[^\s:]/.test(value.slice(closed.length)) || (value.endsWith(mark) && !isEven);
  if (closed === '' || !isInside) return undefined;
  const end = begin + line.indexOf(value) + closed.length;
  const rest = value.slice(closed.length);
  if (/^\W/.test(rest) && !value.endsWith(mark) && isEven) return endsAt(end, mark, afterQuote(closed, rest));
  return endsAt(end, mark, otherQuotes(value.endsWith(mark) ? value.slice(1, -1) : undefined, mark));
}

/** `['Don't miss', b]`: `column` is that of the quote before the place where the parser stopped. */
function inBrackets(
  line: string,
  { column, begin }: { readonly column: number; readonly begin: number },
): TextProblem | undefined {
  const [mark = ''] = /^["'](?=[^\s:,\]}])/.exec(line.slice(column)) ?? [];
  if (mark === '') return undefined;
  const rest = line.slice(line.lastIndexOf(mark, column - 1) + 1);
  const end = new RegExp(`${mark}\\s*(?:[,\\]}]|$)`).exec(rest)?.index;
  const hint = otherQuotes(end === undefined ? undefined : rest.slice(0, end), mark);
  return endsAt(begin + column + 1, mark, hint);
}

function endsAt(at: number, mark: string, hint: string): TextProblem {
  return problemAt(at, 'E_YAML', `the quoted text ends at this ${mark}`, hint);
}

/** What to do with what follows a whole text in quotes: a comma as in JSON, a comment, or more of the text. */
function afterQuote(closed: string, rest: string): string {
  if (/^[,;.]$/.test(rest)) return `remove the ${rest} after it`;
  return rest.startsWith('#') ? 'write a space before the #' : putInQuotes(closed + rest);
}

/** The text with other quotes around it; in words if it is long or has escapes. */
function otherQuotes(meant: string | undefined, mark: string): string {
  const isShown = meant !== undefined && meant.length <= SHOWN_CHARS;
  if (mark === '"')
    return isShown && !meant.includes('\\')
      ? `put the whole text in single quotes: ${quotedYaml(meant)}`
      : 'write \\" for each quote inside the text';
  if (!isShown) return 'put the whole text in double quotes';
  const text = meant.replaceAll("''", "'");
  return /["\\]/.test(text) ? putInQuotes(text) : `put the whole text in double quotes: ${quotedYaml(text)}`;
}
