import { isMap, isPair, isScalar, isSeq, Scalar, visit } from 'yaml';
import { clip } from '../../model/show.ts';
import { READ_BY_PEOPLE } from '../rules/content-texts.ts';
import { misindentedHint, misindentedMessage } from './indentation.ts';
import type { ParsedYaml } from './parse-yaml.ts';
import { columnOf } from './text-places.ts';
import type { TextProblem } from './text-problem.ts';

// An unquoted text goes on in the next line if that line is deeper, whatever it begins with. So an entry of a list that is
// indented too far silently becomes a part of the entry above it: `Gold - Silver` instead of two tiers. Such a text is
// valid YAML and hardly ever meant. A program that breaks long lines may write one, but only where the line is full.

/** A line up to this width was not broken because it was full, in columns; programs break lines at about 80. */
const UNBROKEN_COLUMNS = 60;

/** Lines that look like entries of a list but continue an unquoted text: for each such text, the first. */
export function joinedEntries({ document, lines }: ParsedYaml, text: string): TextProblem[] {
  const found: TextProblem[] = [];
  visit(document, {
    Scalar: (_, node, ancestors) => {
      const [from = 0, to = from] = node.range ?? [];
      if (node.type !== Scalar.PLAIN || !text.slice(from, to).includes('\n')) return;
      const parent = ancestors.at(-1);
      const list = isSeq(parent) && !parent.flow;
      const map = ancestors.at(-2);
      const key = isPair(parent) && parent.value === node && isMap(map) && !map.flow ? parent.key : undefined;
      const problem = list
        ? inList({ from, to, lineOf: (at) => lines.linePos(at).line }, text)
        : isScalar(key)
          ? inMap({ from, to, name: String(key.value) }, text)
          : undefined;
      if (problem) found.push(problem);
    },
  });
  return found;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** An entry of a list that has become a part of the entry above it. */
function inList(
  { lineOf, ...span }: Span & { readonly lineOf: (at: number) => number },
  text: string,
): TextProblem | undefined {
  const entry = entriesIn(span, text)[0];
  const dash = text.lastIndexOf('-', span.from);
  if (!entry || text.slice(dash + 1, span.from).trim() !== '') return undefined;
  const { at, column: spaces } = entry;
  const neighbors = columnOf(text, dash);
  return {
    from: at,
    to: at + 1,
    code: 'E_YAML',
    message: misindentedMessage({ line: lineOf(at), spaces, neighbors }),
    hint: `${misindentedHint({ spaces, neighbors })}${entry.isSpaced ? '' : ', and put a space after the dash'}`,
  };
}

/** A list that is read as one text. */
function inMap({ name, ...span }: Span & { readonly name: string }, text: string): TextProblem | undefined {
  const [entry, ...others] = entriesIn(span, text);
  if (!entry || READ_BY_PEOPLE.includes(name)) return undefined;
  const problem = { from: entry.at, to: entry.at + 1, code: 'E_YAML' } as const;
  if (entry.isSpaced) {
    return {
      ...problem,
      message: `this line continues the text above it, so ${clip(name)} is text, not a list`,
      hint: `write each entry of a list on a line of its own below ${clip(name)}:, or put the text in quotes`,
    };
  }
  const isWhole = text[span.from] === '-' && others.every(({ isSpaced }) => !isSpaced);
  if (!isWhole) return undefined;
  return {
    ...problem,
    from: span.from,
    to: span.from + 1,
    message: `the spaces after the dashes are missing, so ${clip(name)} is text, not a list`,
    hint: 'put a space after each dash: "- a"',
  };
}

interface EntryLine {
  /** The offset of its dash. */
  readonly at: number;
  readonly column: number;
  /** A space follows the dash. */
  readonly isSpaced: boolean;
}

/** The lines of a text, except its first, that begin with a dash, if no line above was full. */
function entriesIn({ from, to }: Span, text: string): EntryLine[] {
  const found: EntryLine[] = [];
  for (let feed = text.indexOf('\n', from); feed !== -1 && feed < to; feed = text.indexOf('\n', feed + 1)) {
    if (columnOf(text, feed) > UNBROKEN_COLUMNS) return [];
    const [, blanks = '', after] =
      /^( *)-(.?)/.exec(text.slice(feed + 1, Math.min(to, feed + 1 + UNBROKEN_COLUMNS))) ?? [];
    if (after === undefined) continue;
    const at = feed + 1 + blanks.length;
    found.push({ at, column: blanks.length, isSpaced: /^\s?$/.test(after) });
  }
  return found;
}
