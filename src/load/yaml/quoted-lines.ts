import { isCollection, parseDocument, Scalar, visit } from 'yaml';

// A text with mixed line endings can't be a block, and it can't be kept in a text file either, because git and our
// reader make all line endings the same. So it is written in double quotes, where each line ending is escaped. On a
// single line, such a body would be unreadable, and every edit would change all of it. So each of its lines has a line
// of its own: a backslash at the end of a line joins it to the next (YAML 1.2, 7.3.1).

/** A text of this many lines or fewer stays on one line. */
const LINES_TOGETHER = 3;

/** The YAML with each long text in double quotes on several lines; texts in brackets or braces are not changed. */
export function inQuotedLines(text: string): string {
  if (!/"[^\n]*\\[nr][^\n]*"/.test(text)) return text;
  const found: (readonly [from: number, to: number])[] = [];
  visit(parseDocument(text), {
    Collection: (_, node) => (isCollection(node) && node.flow === true ? visit.SKIP : undefined),
    Scalar: (key, { type, range }) => {
      if (key !== 'key' && type === Scalar.QUOTE_DOUBLE && range) found.push([range[0], range[1]]);
    },
  });
  return found.toReversed().reduce((whole, [from, to]) => {
    const lines = linesOf(whole.slice(from, to));
    if (lines.length <= LINES_TOGETHER) return whole;
    const indent = ' '.repeat(indentAt(whole, from));
    return whole.slice(0, from) + lines.join(`\\\n${indent}`) + whole.slice(to);
  }, text);
}

/** The content of the quotes, cut after each line ending; a space at the start of a line is escaped, because it would be lost. */
function linesOf(quoted: string): string[] {
  const pieces = quoted.slice(1, -1).match(/(?:\\[^nr]|[^\\])*(?:\\r\\n|\\[nr]|$)/gs) ?? [];
  const lines = pieces.filter((piece) => piece !== '');
  const safe = lines.map((line, at) => (at > 0 && /^[ \t]/.test(line) ? `\\${line}` : line));
  return `"${safe.join('\n')}"`.split('\n');
}

/** Two columns to the right of the key or the dash that a value belongs to. */
function indentAt(text: string, from: number): number {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const [dashes = ''] = /^ *(?:- +)*/.exec(line) ?? [];
  return dashes.length + (dashes.length === line.length ? 0 : 2);
}
