import { byCodeUnit } from '../../model/json.ts';

/** A section of more campaigns than this is shown in groups: no one reads so many lines. */
export const SECTION_AT_MOST = 40;
/** Fewer campaigns that are alike are no group. */
export const GROUP_AT_LEAST = 3;

/** Things that are alike in what `likeness` says of them, in the order in which the first of each kind came. */
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
 * Things that are alike together where they are enough for a group, at the place of the first of them; each other thing
 * alone. `undefined`: like no other.
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

/** The greatest first; of two as great the one whose likeness comes first. */
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
