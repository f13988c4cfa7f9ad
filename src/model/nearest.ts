import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from './json.ts';
import { oppositesOf, synonymsOf } from './opposite.ts';

/**
 * The known name that was probably meant: the same except for case, or a few keystrokes away, `atMost` if that is given;
 * otherwise `undefined`. A name that means the opposite, such as `active` for `inactive`, was not meant.
 */
export function nearest(name: string, known: readonly string[], atMost = Infinity): string | undefined {
  // No known name is that long, and the distance of long texts is slow to compute.
  if (name.length > 100) return undefined;
  const same = known.find((one) => plain(one) === plain(name));
  if (same !== undefined) return same;
  const [best] = known
    .map((one) => ({ one, away: keystrokes(plain(one), plain(name)) }))
    .sort((a, b) => a.away - b.away || byCodeUnit(a.one, b.one));
  if (!best) return undefined;
  if (isOpposite(plain(name), plain(best.one)))
    return known.find((one) => synonymsOf(plain(name)).includes(plain(one)));
  return best.away <= Math.min(atMost, Math.max(1, Math.floor(best.one.length / 3))) ? best.one : undefined;
}

/** Whether a name is nearer to a known one if it is turned into its opposite. */
function isOpposite(name: string, one: string): boolean {
  const away = keystrokes(one, name);
  return oppositesOf(name).some((opposite) => keystrokes(one, opposite) < away);
}

/** The value that was probably meant: the nearest one, or the only one that begins with a text of three letters or more. */
export function likelyValue(text: string, known: readonly string[]): string | undefined {
  const [begun, ...others] = known.filter((one) => plain(one).startsWith(plain(text)));
  return nearest(text, known) ?? (text.length >= 3 && others.length === 0 ? begun : undefined);
}

/**
 * The only known name that differs just in case or in surrounding whitespace; `undefined` if the name itself is known
 * or there are several.
 */
export function sameButForCase(name: string, known: readonly string[]): string | undefined {
  const bare = (text: string) => text.trim().toLowerCase();
  const [found, ...others] = new Set(known.filter((one) => bare(one) === bare(name)));
  return found === name || others.length > 0 ? undefined : found;
}

/** How many names a "did you mean" lists. */
const SUGGESTED_AT_MOST = 3;

/**
 * The keys that were probably meant, nearest first, including keys in other folders and keys of which the name is a
 * part.
 */
export function nearestNames(name: string, known: readonly string[]): string[] {
  if (name === '' || name.length > 200) return [];
  const last = (key: string) => key.slice(key.lastIndexOf('/') + 1);
  return known
    .map((one) => ({
      one,
      away: Math.min(nearness(name, one), nearness(last(name), last(one)) + 0.5, distanceOfPart(name, one)),
    }))
    .filter(({ away }) => away < Infinity)
    .sort((a, b) => a.away - b.away || byCodeUnit(a.one, b.one))
    .slice(0, SUGGESTED_AT_MOST)
    .map(({ one }) => one);
}

/**
 * The number of keystrokes between two names, infinite if there are too many for their length. A folder and an extension
 * that both have say nothing about the rest.
 */
function nearness(name: string, one: string): number {
  const extension = /\.[a-z]+$/.exec(one)?.[0] ?? '';
  const end = name.endsWith(extension) ? extension.length : 0;
  const bare = (path: string) => path.slice(sharedFolder(name, one), path.length - end);
  const [rest, given] = [bare(one), bare(name)];
  const away = keystrokes(plain(rest), plain(given));
  return away <= Math.max(1, Math.floor(rest.length / 3)) ? away : Infinity;
}

/** The length of the folders with which both paths begin. */
function sharedFolder(name: string, one: string): number {
  let at = 0;
  while (at < one.length && one[at] === name[at]) at += 1;
  return one.lastIndexOf('/', at - 1) + 1;
}

/** Names that merely contain the text sort after misspelled ones. */
function distanceOfPart(name: string, one: string): number {
  return name.length > 2 && plain(one).includes(plain(name)) ? 100 : Infinity;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[-\s]/g, '_');
}

/** Letters to insert, delete or change. Two adjacent letters in the wrong order count as one. */
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
