import { clipTo } from '../text-layout.ts';
import type { MarkedLine } from './marked-line.ts';

/** Characters of a value that are shown. */
export const VALUE_AT_MOST = 160;
/** Characters that are kept before the first difference, so that a reader can find the place. */
const LEAD = 20;

/** A text with an ellipsis where something is missing, and how many characters that is. */
export interface Cut {
  readonly text: string;
  readonly left: number;
}

interface Limits {
  readonly width: number;
  /** Parts that are kept whole or not at all. */
  readonly wholes: readonly string[];
}

/**
 * Two values, each in at most `width` characters, cut so that their difference is visible: a common beginning is left out
 * if it doesn't fit.
 */
export function excerpts(was: string, now: string, limits: Limits): readonly [was: Cut, now: Cut] {
  const fits = Math.max(was.length, now.length) <= limits.width;
  const from = fits ? 0 : outsideOf(was, Math.max(0, sharedStart(was, now) - LEAD), limits.wholes);
  return [cutFrom(was, from, limits), cutFrom(now, from, limits)];
}

/** Lines of a diff, each in at most `width` characters. A line and its replacement are cut at the same place. */
export function excerptLines(lines: readonly MarkedLine[], limits: Limits): (MarkedLine & Cut)[] {
  const width = limits.width - 2;
  const cut = lines.map(({ mark, text }) => ({ mark, ...cutFrom(text, 0, { width, wholes: [] }) }));
  for (const { from, count } of replacements(lines)) {
    for (let at = from; at < from + count; at++) {
      const [was = '', now = ''] = [lines[at], lines[at + count]].map((line) => line?.text);
      const [short, other] = excerpts(was, now, { ...limits, width });
      cut[at] = { mark: '-', ...short };
      cut[at + count] = { mark: '+', ...other };
    }
  }
  return cut;
}

/** Where as many lines were added as removed: `count` lines from `from` on, and as many right after them. */
function replacements(lines: readonly MarkedLine[]): { from: number; count: number }[] {
  const found: { from: number; count: number }[] = [];
  for (let from = 0; from < lines.length;) {
    const gone = runOf('-', lines, from);
    const come = runOf('+', lines, from + gone);
    if (gone > 0 && gone === come) found.push({ from, count: gone });
    from += Math.max(1, gone + come);
  }
  return found;
}

function runOf(mark: string, lines: readonly MarkedLine[], from: number): number {
  let end = from;
  while (lines[end]?.mark === mark) end++;
  return end - from;
}

/** The place itself, or the start of the whole part that contains it. */
function outsideOf(text: string, at: number, wholes: readonly string[]): number {
  for (const one of wholes) {
    const start = at === 0 ? -1 : text.lastIndexOf(one, at - 1);
    if (start !== -1 && at < start + one.length) return start;
  }
  return at;
}

/** A text from a place on. */
function cutFrom(whole: string, from: number, { width, wholes }: Limits): Cut {
  const text = from === 0 ? whole : `…${whole.slice(from)}`;
  if (text.length <= width) return { text, left: Math.min(from, whole.length) };
  const end = outsideOf(text, width - 1, wholes);
  const shown = end > 1 ? `${text.slice(0, end)}…` : clipTo(text, width);
  return { text: shown, left: from + text.length - (shown.length - 1) };
}

/** The length of the common beginning of two texts. A pair of surrogates is never split. */
function sharedStart(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at > 0 && /[\ud800-\udbff]/.test(left[at - 1] ?? '') ? at - 1 : at;
}
