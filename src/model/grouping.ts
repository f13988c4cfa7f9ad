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

export function chunks<Thing>(things: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, at) =>
    things.slice(at * size, (at + 1) * size),
  );
}
