import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from './json.ts';
import { looks } from './show.ts';

/** How many letters of a name may be wrong; more make another word. */
const WRONG_AT_MOST = 2;

/**
 * The known name that was probably meant: the same except for case, or a few letters away, `atMost` if that is given;
 * otherwise `undefined`. A name with another first letter may mean the opposite, such as `inactive` for `active`.
 */
export function nearest(name: string, known: readonly string[], atMost = WRONG_AT_MOST): string | undefined {
  // No known name is that long, and the distance of long texts is slow to compute.
  if (name.length > 100) return undefined;
  const same = known.find((one) => plain(one) === plain(name));
  if (same !== undefined) return same;
  const [best] = byDistance(known, (one) => {
    if (plain(one)[0] !== plain(name)[0]) return Infinity;
    const away = isSwapped(plain(one), plain(name)) ? 1 : distance(plain(one), plain(name));
    return away <= Math.min(atMost, Math.max(1, Math.floor(one.length / 3))) ? away : Infinity;
  });
  return best;
}

/** Whether two neighboring letters are in the wrong order: one slip, but two edits. */
function isSwapped(one: string, other: string): boolean {
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2);
  return at >= 0 && swapped === other;
}

/** The names that are not infinitely far away, nearest first. */
function byDistance(known: readonly string[], away: (name: string) => number): string[] {
  return known
    .map((name) => [name, away(name)] as const)
    .filter(([, far]) => far < Infinity)
    .sort(([a, far], [b, further]) => far - further || byCodeUnit(a, b))
    .map(([name]) => name);
}

/** The only known name that differs just in case, or in what nobody sees; `undefined` if the name itself is known. */
export function sameButForCase(name: string, known: readonly string[]): string | undefined {
  const bare = (text: string) => looks(text).toLowerCase();
  const [found, ...others] = new Set(known.filter((one) => bare(one) === bare(name)));
  return found === name || others.length > 0 ? undefined : found;
}

/** How many names a "did you mean" lists. */
const SUGGESTED_AT_MOST = 3;

/** The keys that were probably meant, nearest first: also in other folders, or with the name as a part. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  if (name === '' || name.length > 200) return [];
  const last = (key: string) => key.slice(key.lastIndexOf('/') + 1);
  const suggested = byDistance(known, (one) => {
    const least = Math.min(
      distance(plain(name), plain(one)),
      distance(plain(last(name)), plain(last(one))) + 0.5,
    );
    if (least <= WRONG_AT_MOST + 0.5) return least;
    return name.length > 2 && plain(one).includes(plain(name)) ? 100 : Infinity;
  });
  return suggested.slice(0, SUGGESTED_AT_MOST);
}

function plain(text: string): string {
  return looks(text).toLowerCase().replace(/[-\s]/g, '_');
}
