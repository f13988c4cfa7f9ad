import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';
import { atMargin } from './at-margin.ts';
import { entriesIn, entryOf, type EntryLine, type Mark } from './entry-lines.ts';
import { outvoted } from './outvoted.ts';
import { wrongDash } from './wrong-dash.ts';

/** A line that isn't indented like its neighbors; lines count from 1. */
export interface Misindented {
  readonly line: number;
  readonly spaces: number;
  /** How many spaces it needs. */
  readonly neighbors: number;
  /** The neighbors are only below. */
  readonly isFirst?: true;
}

/** How many lines are examined; errors in a longer file are reported without its indentation. */
export const LINES_AT_MOST = 20_000;

/** `line 6 needs 2 spaces at its start, like the lines around it`. */
export function misindentedMessage({ line, neighbors, isFirst }: Misindented): string {
  return neighbors === 0
    ? `line ${line} belongs at the left margin`
    : `line ${line} needs ${spacesIn(neighbors)} at its start, like the lines ${isFirst ? 'below' : 'around'} it`;
}

/** `add 2 spaces`. */
export function misindentedHint({ spaces, neighbors }: Pick<Misindented, 'spaces' | 'neighbors'>): string {
  return neighbors > spaces
    ? `add ${spacesIn(neighbors - spaces)}`
    : `remove ${spacesIn(spaces - neighbors)}`;
}

export function spacesIn(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** The text after a `|` or `>`: the column of its key, and the indentation of its lines once one has been read. */
interface Block {
  readonly key: number;
  readonly indent: number | undefined;
}

/**
 * The first line whose indentation matches neither the lines around it nor the key above it. Only for a text that isn't
 * valid YAML and for which the parser's own reason is misleading: it treats a line that is too far to the right as a
 * text that continues, with a second colon in it.
 */
export function misindented(text: string): (Misindented & Noticed) | undefined {
  const mismatch = firstMismatch(text);
  if (!mismatch) return undefined;
  const { isHolder = false, ...found } = mismatch;
  const noticed = found.line;
  const likely = isHolder
    ? found
    : (wrongDash(text, noticed, LINES_AT_MOST) ??
      outvoted(text, noticed, LINES_AT_MOST) ??
      atMargin(text, noticed, LINES_AT_MOST) ??
      found);
  return { ...likely, ...(isAtTop(text, likely) && { neighbors: 0 }), noticed };
}

/** Whether a line has a name of the top level, and fewer spaces than everything that is inside such a name. */
function isAtTop(text: string, { line, spaces }: Misindented): boolean {
  const lines = text.split('\n', LINES_AT_MOST);
  const [, name = ''] = /^ +(\w+) *:(?:\s|$)/.exec(lines[line - 1] ?? '') ?? [];
  if (![...OUR_KEYS, ...BODY_KEYS].includes(name)) return false;
  return !lines.some(
    (other, at) => at !== line - 1 && (/^ +(?=[^\s#])/.exec(other)?.[0].length ?? Infinity) <= spaces,
  );
}

interface Noticed {
  /** The line that doesn't fit what is above it. The mistake may be above. */
  readonly noticed: number;
}

/** `isHolder`: the line has one space too many, because what is below it is where its neighbors would be. */
type Mismatch = Misindented & { readonly isHolder?: boolean };

function firstMismatch(text: string): Mismatch | undefined {
  const open: Mark[] = [];
  let first: EntryLine | undefined;
  let last: EntryLine | undefined;
  let block: Block | undefined;
  for (const [at, written] of text.split('\n', LINES_AT_MOST).entries()) {
    if (written.trim() === '') continue;
    const line = at + 1;
    const spaces = /^ */.exec(written)?.[0].length ?? 0;
    const entry = entryOf(written, line);
    if (block && spaces > block.key) {
      const { indent = spaces } = block;
      if (spaces < indent && !written.trimStart().startsWith('#'))
        return { line, spaces, neighbors: entry ? block.key : indent };
      block = { ...block, indent };
      continue;
    }
    if (block?.indent !== undefined && !entry && isText(written))
      return { line, spaces, neighbors: block.indent };
    block = undefined;
    if (!entry) continue;
    if (last && !last.isSimple) return undefined;
    const [mark, ...inner] = entry.marks;
    const wrong = mark && misplaced(mark, { open, last });
    if (wrong !== undefined && open.length === 0 && first)
      return { line: first.line, spaces: first.marks[0]?.column ?? 0, neighbors: wrong };
    if (wrong !== undefined) {
      const [next] = entriesIn(text, LINES_AT_MOST).filter((one) => one.line > line);
      const outer = open.at(-1)?.column;
      const isHolder = entry.opens && next?.marks[0]?.column === wrong && outer === spaces - 1;
      return { line, spaces, neighbors: isHolder ? outer : wrong, isHolder };
    }
    open.push(...inner);
    first ??= entry;
    last = entry;
    if (entry.textIndent !== undefined) block = { key: spaces, indent: entry.textIndent || undefined };
  }
  return undefined;
}

/**
 * Closes what ends before a mark, and opens the mark; if it is out of place, the column where its neighbors are. With
 * nothing left open, the mark is to the left of everything, and what is out of place is the first line.
 */
function misplaced(
  mark: Mark,
  { open, last }: { readonly open: Mark[]; readonly last: EntryLine | undefined },
): number | undefined {
  const { column, isDash } = mark;
  const deepest = open.at(-1);
  if (!deepest || (column > deepest.column && last?.opens)) {
    open.push(mark);
    return undefined;
  }
  if (column > deepest.column) return deepest.column;
  let [left, leftDash]: (Mark | undefined)[] = [];
  while ((open.at(-1)?.column ?? -1) > column) {
    left = open.pop();
    if (left?.isDash) leftDash = left;
  }
  const above = open.at(-1);
  if (above?.column !== column)
    return open.length === 0 ? column : (isDash ? (leftDash ?? left) : left)?.column;
  if (above.isDash === isDash) return undefined;
  // A list may begin at the column of its key.
  if (isDash) {
    if (!last?.opens) return (leftDash ?? left ?? open.findLast((one) => one.isDash))?.column;
    open.push(mark);
    return undefined;
  }
  open.pop();
  const before = open.at(-1);
  return before?.column === column ? undefined : (left?.column ?? before?.column);
}

/** A line that is neither an entry nor a comment nor a mark between documents. */
function isText(written: string): boolean {
  return !/^\s*(?:#|\?|---|\.\.\.|[^:]*:(?:\s|$))/.test(written);
}
