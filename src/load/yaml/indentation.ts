/** A line that isn't indented like its neighbors; lines count from 1. */
export interface Misindented {
  readonly line: number;
  readonly spaces: number;
  readonly neighbors: number;
}

/** How many lines are examined; errors in a longer file are reported without its indentation. */
const LINES_AT_MOST = 20_000;

/** `line 6 is indented by 3 spaces, its neighbors by 2`. */
export function misindentedMessage({ line, spaces, neighbors }: Misindented): string {
  return spaces === 0
    ? `line ${line} is not indented, its neighbors are by ${spacesIn(neighbors)}`
    : `line ${line} is indented by ${spacesIn(spaces)}, its neighbors by ${neighbors}`;
}

export function spacesIn(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** A dash or a key that later lines may be aligned with. */
interface Mark {
  readonly column: number;
  readonly isDash: boolean;
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
export function misindented(text: string): Misindented | undefined {
  const open: Mark[] = [];
  let first: Entry | undefined;
  let last: Entry | undefined;
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
    if (wrong !== undefined) return { line, spaces, neighbors: wrong };
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
  { open, last }: { readonly open: Mark[]; readonly last: Entry | undefined },
): number | undefined {
  const { column, isDash } = mark;
  const deepest = open.at(-1);
  if (!deepest || (column > deepest.column && last?.opens)) {
    open.push(mark);
    return undefined;
  }
  if (column > deepest.column) return deepest.column;
  let left: Mark | undefined;
  while ((open.at(-1)?.column ?? -1) > column) left = open.pop();
  const above = open.at(-1);
  if (above?.column !== column) return open.length === 0 ? column : left?.column;
  if (above.isDash === isDash) return undefined;
  // A list may begin at the column of its key.
  if (isDash) {
    if (left && !last?.opens) return left.column;
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

/** A line with a key, an entry of a list, or both. */
interface Entry {
  readonly line: number;
  /** Its dashes and its key. */
  readonly marks: readonly Mark[];
  /** Nothing follows the colon or the dash: the value is below. */
  readonly opens: boolean;
  /** A multi-line text begins, `|` or `>`: the indentation that its header sets, or 0. */
  readonly textIndent: number | undefined;
  /** The value ends on the line. */
  readonly isSimple: boolean;
}

function entryOf(written: string, line: number): Entry | undefined {
  const [whole, dashes = '', key, value] =
    /^( *(?:-(?: +|$))*)(?:([\w$.-]+|"[^"]*"|'[^']*') *:(?: +(.*)|$))?/.exec(written.trimEnd()) ?? [];
  const columns = [...dashes.matchAll(/-/g)].map(({ index }) => ({ column: index, isDash: true }));
  if (whole === undefined || (key === undefined && columns.length === 0)) return undefined;
  const marks = key === undefined ? columns : [...columns, { column: dashes.length, isDash: false }];
  const rest = key === undefined ? written.slice(dashes.length) : (value ?? '');
  const held = rest.replace(/(?:^|\s)#.*$/, '').trim();
  const opensFlow = /^[{[]/.test(held) && !/[}\]]$/.test(held);
  const opensQuote = /^(?:"[^"]*|'[^']*)$/.test(held);
  const [, digit] = /^[|>][+-]?([1-9])?[+-]?$/.exec(held) ?? [];
  const isBlock = /^[|>]/.test(held);
  return {
    line,
    marks,
    opens: held === '' || /^[&!]\S+$/.test(held),
    textIndent: isBlock ? (digit === undefined ? 0 : Number(digit) + (marks.at(-1)?.column ?? 0)) : undefined,
    isSimple: !opensFlow && !opensQuote,
  };
}
