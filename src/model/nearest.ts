import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from './json.ts';
import { listed } from './show.ts';

/** The known name that was probably meant: the same but for case, or a few keystrokes away; else undefined. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // Nothing that is known is that long, and distances of long texts take their time.
  if (name.length > 100) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[-\s]/g, '_');
  const same = known.find((one) => plain(one) === plain(name));
  if (same !== undefined) return same;
  const [best] = known
    .map((one) => ({ one, away: keystrokes(plain(one), plain(name)) }))
    .sort((a, b) => a.away - b.away || byCodeUnit(a.one, b.one));
  return best && best.away <= Math.max(1, Math.floor(best.one.length / 3)) ? best.one : undefined;
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

/** "did you mean …" where something is near, else all that is known. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known: ${listed(known)}` : `did you mean ${near}?`;
}
