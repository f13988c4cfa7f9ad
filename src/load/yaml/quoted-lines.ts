import { isCollection, parseDocument, Scalar, visit } from 'yaml';

// A text whose lines end in more than one way can't be a block, and no text file holds it either: git and the reader of
// files make all line ends the same. It stands in double quotes, where each line end is escaped. On one line nobody could
// read such a body, and every edit would be a change of all of it. So each of its lines has one of its own: a backslash
// at the end of a line joins it to the next (YAML 1.2, 7.3.1).

/** A text of this many lines or fewer stays on one line. */
const LINES_TOGETHER = 3;

/** The same YAML with each long text in double quotes on several lines; what stands in brackets or braces stays there. */
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

/** What is in quotes, cut behind each line end; a blank that begins a line is escaped, since it would be lost. */
function linesOf(quoted: string): string[] {
  const pieces = quoted.slice(1, -1).match(/(?:\\[^nr]|[^\\])*(?:\\r\\n|\\[nr]|$)/gs) ?? [];
  const lines = pieces.filter((piece) => piece !== '');
  const safe = lines.map((line, at) => (at > 0 && /^[ \t]/.test(line) ? `\\${line}` : line));
  return `"${safe.join('\n')}"`.split('\n');
}

/** Two columns behind the key or the dash that a value belongs to. */
function indentAt(text: string, from: number): number {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const [dashes = ''] = /^ *(?:- +)*/.exec(line) ?? [];
  return dashes.length + (dashes.length === line.length ? 0 : 2);
}
