/** A line that isn't indented like its neighbors; lines count from 1. */
export interface Misindented {
  readonly line: number;
  readonly spaces: number;
  readonly neighbors: number;
}

/** How many lines are examined; errors in a longer file are reported without its indentation. */
const LINES_AT_MOST = 20_000;

/**
 * The first line whose indentation matches neither the lines around it nor the key above it. Only for a text that isn't
 * valid YAML and for which the parser's own reason is misleading: it treats a line that is too far to the right as a
 * text that continues, with a second colon in it.
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
  /** The columns of its dashes and its key. */
  readonly columns: readonly number[];
  /** Nothing follows the colon: the key's value is below. */
  readonly opens: boolean;
  /** A multi-line text begins: `|` or `>`. */
  readonly startsText: boolean;
  /** The value ends on the line. */
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
