/** The marks between which an expression or a tag stands. */
export interface Marks {
  readonly open: '{{' | '{%';
  readonly close: '}}' | '%}';
}

/**
 * Finds where the closing mark of what opened before `from` stands; undefined when another one begins, or the text ends,
 * before. A mark in quotes closes nothing, unless the quotes stay open. Ask for places that only grow: then all calls
 * together are linear in the text.
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

/** Like `indexOf` for places that only grow; what was found ahead of the place is not searched for again. */
function finderOf(text: string, part: string): (from: number) => number {
  let found: number | undefined;
  return (from) => {
    if (found === undefined || (found !== -1 && found < from)) found = text.indexOf(part, from);
    return found;
  };
}

/**
 * The first closing mark that is in no quotes; undefined where quotes stay open, as an apostrophe does. Quotes that were
 * met once and led there are not followed again.
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
