import { byCodeUnit } from '../../model/json.ts';

/** A section with more campaigns than this is shown in groups, because few people read so many lines. */
export const SECTION_AT_MOST = 40;
/** The smallest number of similar campaigns that form a group. */
export const GROUP_AT_LEAST = 3;

/** Things with the same `likeness` together, in the order of the first of each kind. */
export function groupBy<Thing>(things: readonly Thing[], likeness: (thing: Thing) => string): Thing[][] {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const kind = likeness(thing);
    const group = groups.get(kind);
    if (group) group.push(thing);
    else groups.set(kind, [thing]);
  }
  return [...groups.values()];
}

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

/** Things in their order, at most `size` together. */
export function chunks<Thing>(things: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, at) =>
    things.slice(at * size, (at + 1) * size),
  );
}
