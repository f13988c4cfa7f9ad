import { clip } from '../text-layout.ts';

/** Characters of a value that are shown. */
export const VALUE_AT_MOST = 160;
/** Characters that are kept before the first difference, so that a reader can find the place. */
const LEAD = 20;

/**
 * Two values, each in at most `width` characters, cut so that their difference is visible: a common beginning is left out
 * if it doesn't fit.
 */
export function excerpts(was: string, now: string, width: number): readonly [was: string, now: string] {
  if (was.length <= width && now.length <= width) return [was, now];
  const start = outsideOf(was, Math.max(0, sharedStart(was, now) - LEAD));
  const cut = (text: string) => clipWhole(start === 0 ? text : `…${text.slice(start)}`, width);
  return [cut(was), cut(now)];
}

/** Lines of a diff, each in at most `width` characters. A line and its replacement are cut at the same place. */
export function excerptLines(lines: readonly string[], width: number): string[] {
  const cut = lines.map((line) => clip(line, width));
  for (const { from, count } of replacements(lines)) {
    for (let at = from; at < from + count; at++) {
      const [was = '', now = ''] = [lines[at], lines[at + count]].map((line) => line?.slice(2));
      const [short, other] = excerpts(was, now, width - 2);
      cut[at] = `- ${short}`;
      cut[at + count] = `+ ${other}`;
    }
  }
  return cut;
}

/** Where as many lines were added as removed: `count` lines from `from` on, and as many right after them. */
function replacements(lines: readonly string[]): { from: number; count: number }[] {
  const found: { from: number; count: number }[] = [];
  for (let from = 0; from < lines.length;) {
    const gone = runOf('-', lines, from);
    const come = runOf('+', lines, from + gone);
    if (gone > 0 && gone === come) found.push({ from, count: gone });
    from += Math.max(1, gone + come);
  }
  return found;
}

function runOf(mark: string, lines: readonly string[], from: number): number {
  let end = from;
  while (lines[end]?.startsWith(`${mark} `)) end++;
  return end - from;
}

/** The replacement for unreadable data. It is kept whole or not at all, since its end identifies the data. */
const STAND_IN = /\[[\w:/;+.-]+, [\d,]+ characters, #[0-9a-f]{8}\]/g;

/** The place itself, or the start of the replacement that contains it. */
function outsideOf(text: string, at: number): number {
  const inside = [...text.matchAll(STAND_IN)].find(
    ({ index, 0: found }) => index < at && at < index + found.length,
  );
  return inside?.index ?? at;
}

function clipWhole(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = outsideOf(text, width - 1);
  return end > 1 ? `${text.slice(0, end)}…` : clip(text, width);
}

/** The length of the common beginning of two texts. A pair of surrogates is never split. */
function sharedStart(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at > 0 && /[\ud800-\udbff]/.test(left[at - 1] ?? '') ? at - 1 : at;
}
