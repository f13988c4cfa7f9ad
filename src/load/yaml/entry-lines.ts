/** A dash or a key that later lines may be aligned with. */
export interface Mark {
  readonly column: number;
  readonly isDash: boolean;
}

/** A line with a key, an entry of a list, or both. */
export interface EntryLine {
  readonly line: number;
  /** Its dashes and its key. */
  readonly marks: readonly Mark[];
  /** Its key, without quotes. */
  readonly name: string | undefined;
  /** Nothing follows the colon or the dash: the value is below. */
  readonly opens: boolean;
  /** A multi-line text begins, `|` or `>`: the indentation that its header sets, or 0. */
  readonly textIndent: number | undefined;
  /** The value ends on the line. */
  readonly isSimple: boolean;
}

export function entryOf(written: string, line: number): EntryLine | undefined {
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
    name: key?.replace(/^("|')(.*)\1$/, '$2'),
    opens: held === '' || /^[&!]\S+$/.test(held),
    textIndent: isBlock ? (digit === undefined ? 0 : Number(digit) + (marks.at(-1)?.column ?? 0)) : undefined,
    isSimple: !opensFlow && !opensQuote,
  };
}

/** The lines of a text that hold an entry; the lines of a multi-line text, `|` or `>`, don't. */
export function entriesIn(text: string, linesAtMost: number): EntryLine[] {
  const found: EntryLine[] = [];
  let block: number | undefined;
  for (const [at, written] of text.split('\n', linesAtMost).entries()) {
    const spaces = /^ */.exec(written)?.[0].length ?? 0;
    if (written.trim() === '' || (block !== undefined && spaces > block)) continue;
    const entry = entryOf(written, at + 1);
    block = entry?.textIndent === undefined ? undefined : spaces;
    if (entry) found.push(entry);
  }
  return found;
}
