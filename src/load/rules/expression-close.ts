/** The marks that enclose an expression or a tag. */
export interface Marks {
  readonly open: '{{' | '{%';
  readonly close: '}}' | '%}';
}

/** A text in quotes. In Jinja, a quote after a backslash belongs to the text, unless an expression goes on there. */
export const QUOTED = ['"', "'"]
  .map((q) => String.raw`${q}[^${q}]*(?:(?<=\\)${q}(?!\s*(?:[,|)}%\]:]|$))[^${q}]*)*${q}`)
  .join('|');

/**
 * Finds the closing mark of what was opened before `from`; undefined if another one begins, or the text ends, before
 * it. A mark in quotes closes nothing, unless the quotes are never closed. Call it with increasing positions: then all
 * calls together are linear in the text.
 */
export function closeFinder(text: string, { open, close }: Marks): (from: number) => number | undefined {
  const nextClose = finderOf(text, close);
  const closeOutsideQuotes = quoteReader(text, close);
  return (from) => {
    const end = closeOutsideQuotes(from) ?? nextClose(from);
    if (end === -1) return undefined;
    const inside = text.slice(from, end).replace(new RegExp(QUOTED, 'g'), '');
    return inside.includes(open) ? undefined : end;
  };
}

/** Like `indexOf` for increasing positions; a result ahead of the position is not searched for again. */
function finderOf(text: string, part: string): (from: number) => number {
  let found: number | undefined;
  return (from) => {
    if (found === undefined || (found !== -1 && found < from)) found = text.indexOf(part, from);
    return found;
  };
}

/**
 * The first closing mark outside quotes; undefined if quotes stay open, as with an apostrophe. Quotes that an earlier
 * search found unclosed are not searched again.
 */
function quoteReader(text: string, close: Marks['close']): (from: number) => number | undefined {
  const met = new Set<number>();
  const quoted = new RegExp(QUOTED, 'y');
  return (from) => {
    const marks = new RegExp(`${close}|\\\\?["']`, 'g');
    marks.lastIndex = from;
    for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
      if (mark[0] === close) return mark.index;
      if (mark[0].length > 1) continue;
      quoted.lastIndex = mark.index;
      if (met.has(mark.index) || !quoted.test(text)) return undefined;
      met.add(mark.index);
      marks.lastIndex = quoted.lastIndex;
    }
    return undefined;
  };
}
