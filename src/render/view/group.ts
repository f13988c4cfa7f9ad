import { groupBy } from '../../model/grouping.ts';
import { byCodeUnit } from '../../model/json.ts';

/** A section with more campaigns than this is shown in groups, because few people read so many lines. */
export const SECTION_AT_MOST = 40;
/** The smallest number of similar campaigns that form a group. */
export const GROUP_AT_LEAST = 3;

/**
 * Similar things together if there are enough for a group, at the place of the first of them. Every other thing is alone.
 * `undefined`: unlike any other.
 */
export function gathered<Thing>(
  things: readonly Thing[],
  likeness: (thing: Thing) => string | undefined,
): Thing[][] {
  const groups = groupBy(
    things.filter((thing) => likeness(thing) !== undefined),
    (thing) => likeness(thing) ?? '',
  ).filter(({ length }) => length >= GROUP_AT_LEAST);
  const firsts = new Map(groups.map((group) => [group[0], group]));
  const grouped = new Set(groups.flat());
  return things.flatMap((thing) => {
    if (!grouped.has(thing)) return [[thing]];
    const group = firsts.get(thing);
    return group ? [group] : [];
  });
}

/** The largest first; of two equally large ones, the one whose likeness sorts first. */
export function bySize<Thing>(likeness: (thing: Thing) => string) {
  const nameOf = ([first]: readonly Thing[]) => (first === undefined ? '' : likeness(first));
  return (left: readonly Thing[], right: readonly Thing[]): number =>
    right.length - left.length || byCodeUnit(nameOf(left), nameOf(right));
}
