/** The marks that enclose an expression or a tag. */
export interface Marks {
  readonly open: '{{' | '{%';
  readonly close: '}}' | '%}';
}

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
    const inside = text.slice(from, end).replace(/"[^"]*"|'[^']*'/g, '');
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
  return (from) => {
    const marks = new RegExp(`${close}|["']`, 'g');
    marks.lastIndex = from;
    for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
      if (mark[0] === close) return mark.index;
      const end = met.has(mark.index) ? -1 : text.indexOf(mark[0], mark.index + 1);
      if (end === -1) return undefined;
      met.add(mark.index);
      marks.lastIndex = end + 1;
    }
    return undefined;
  };
}
