import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from './json.ts';
import { listed } from './show.ts';

/** The known name that was probably meant: the same but for case, or a few keystrokes away; else undefined. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // Nothing that is known is that long, and distances of long texts take their time.
  if (name.length > 100) return undefined;
  const same = known.find((one) => plain(one) === plain(name));
  if (same !== undefined) return same;
  const [best] = known
    .map((one) => ({ one, away: keystrokes(plain(one), plain(name)) }))
    .sort((a, b) => a.away - b.away || byCodeUnit(a.one, b.one));
  return best && best.away <= Math.max(1, Math.floor(best.one.length / 3)) ? best.one : undefined;
}

/** The one known name that differs in case or in blanks around it only; undefined where it is known, or there are several. */
export function sameButForCase(name: string, known: readonly string[]): string | undefined {
  const bare = (text: string) => text.trim().toLowerCase();
  const [found, ...others] = new Set(known.filter((one) => bare(one) === bare(name)));
  return found === name || others.length > 0 ? undefined : found;
}

/** How many names a "did you mean" offers. */
const SUGGESTED_AT_MOST = 3;

/** The keys that were probably meant, nearest first: also ones of another folder, or of which this is only a part. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  if (name === '' || name.length > 200) return [];
  const last = (key: string) => key.slice(key.lastIndexOf('/') + 1);
  return known
    .map((one) => ({
      one,
      away: Math.min(nearness(name, one), nearness(last(name), last(one)) + 0.5, partness(name, one)),
    }))
    .filter(({ away }) => away < Infinity)
    .sort((a, b) => a.away - b.away || byCodeUnit(a.one, b.one))
    .slice(0, SUGGESTED_AT_MOST)
    .map(({ one }) => one);
}

/** Keystrokes between the two; infinite where they are too many. */
function nearness(name: string, one: string): number {
  const away = keystrokes(plain(one), plain(name));
  return away <= Math.max(1, Math.floor(one.length / 3)) ? away : Infinity;
}

/** What is only a part of a name comes after what was misspelt. */
function partness(name: string, one: string): number {
  return name.length > 2 && plain(one).includes(plain(name)) ? 100 : Infinity;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[-\s]/g, '_');
}

/** Letters to type, to take out or to change; two that changed places count as one. */
function keystrokes(left: string, right: string): number {
  return isSwap(left, right) ? 1 : distance(left, right);
}

function isSwap(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return (
    at < left.length &&
    left[at] === right[at + 1] &&
    left[at + 1] === right[at] &&
    left.slice(at + 2) === right.slice(at + 2)
  );
}

/** "did you mean …" for the keys of campaigns, else what is known. */
export function keySuggestion(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  const [last, ...others] = near.toReversed();
  if (last === undefined)
    return known.length === 0
      ? 'There are none yet. Add a campaign file first.'
      : `Name one of these: ${listed(known)}.`;
  const first = others.length === 0 ? '' : `${others.toReversed().join(', ')} or `;
  return `Did you mean ${first}${last}?`;
}

/** "did you mean …" where something is near, else all that is known. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known: ${listed(known)}` : `did you mean ${near}?`;
}
