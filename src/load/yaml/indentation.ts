/** A line that isn't indented as its neighbors are; lines count from 1. */
export interface Misindented {
  readonly line: number;
  readonly spaces: number;
  readonly neighbors: number;
}

/** As many lines as are examined; errors of a longer file are reported without its indentation. */
const LINES_AT_MOST = 20_000;

/**
 * The first line whose indentation fits neither the lines around it nor the key that it stands below. Only for a text
 * that is no YAML, where the parser's own reason speaks of something else: a line too far to the right is to it a text
 * that goes on, with a second colon in it.
 */
export function misindented(text: string): Misindented | undefined {
  const open: number[] = [];
  let first: Entry | undefined;
  let last: Entry | undefined;
  let inText = -1;
  for (const [at, written] of text.split('\n', LINES_AT_MOST).entries()) {
    const spaces = /^ */.exec(written)?.[0].length ?? 0;
    if (written.trim() === '' || (inText >= 0 && spaces > inText)) continue;
    inText = -1;
    const entry = entryOf(written, at + 1);
    if (!entry) continue;
    if (last && !last.isSimple) return undefined;
    const [column = 0, ...inner] = entry.columns;
    const deepest = open.at(-1);
    if (deepest === undefined || (column > deepest && last?.opens)) {
      open.push(column);
    } else if (column > deepest) {
      return { line: entry.line, spaces: column, neighbors: deepest };
    } else {
      let left = deepest;
      while ((open.at(-1) ?? -1) > column) left = open.pop() ?? left;
      if (first && open.length === 0)
        return { line: first.line, spaces: first.columns[0] ?? 0, neighbors: column };
      if (open.at(-1) !== column) return { line: entry.line, spaces: column, neighbors: left };
    }
    open.push(...inner);
    first ??= entry;
    last = entry;
    if (entry.startsText) inText = column;
  }
  return undefined;
}

/** A line with a key, an entry of a list, or both. */
interface Entry {
  readonly line: number;
  /** Where its dashes and its key stand. */
  readonly columns: readonly number[];
  /** Nothing follows the colon: what the key holds stands below. */
  readonly opens: boolean;
  /** A text of several lines begins: `|` or `>`. */
  readonly startsText: boolean;
  /** What it holds ends on the line. */
  readonly isSimple: boolean;
}

function entryOf(written: string, line: number): Entry | undefined {
  const [whole, dashes = '', key, value = ''] =
    /^( *(?:- +)*)(?:([\w$.-]+|"[^"]*"|'[^']*') *:(?: +(.*)|$))?/.exec(written.trimEnd()) ?? [];
  const columns = [...dashes.matchAll(/-/g)].map(({ index }) => index);
  if (whole === undefined || (key === undefined && columns.length === 0)) return undefined;
  const held = value.replace(/(?:^|\s)#.*$/, '').trim();
  const opensFlow = /^[{[]/.test(held) && !/[}\]]$/.test(held);
  const opensQuote = /^(?:"[^"]*|'[^']*)$/.test(held);
  return {
    line,
    columns: key === undefined ? columns : [...columns, dashes.length],
    opens: key !== undefined && (held === '' || /^[&!]\S+$/.test(held)),
    startsText: /^[|>]/.test(held),
    isSimple: !opensFlow && !opensQuote,
  };
}
