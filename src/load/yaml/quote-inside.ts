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
  const meant = value.endsWith(mark) ? value.slice(1, -1) : undefined;
  return endsAt(begin + line.indexOf(value) + closed.length, mark, meant);
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
  return endsAt(begin + column + 1, mark, end === undefined ? undefined : rest.slice(0, end));
}

function endsAt(at: number, mark: string, meant: string | undefined): TextProblem {
  return problemAt(at, 'E_YAML_SYNTAX', `the quoted text ends at this ${mark}`, otherQuotes(meant, mark));
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
