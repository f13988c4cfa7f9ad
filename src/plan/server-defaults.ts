import { canonical, leaves, pointer } from '../model/canonical.ts';
import type { ComponentName } from '../model/campaign.ts';
import { isDefault } from '../model/verify.ts';
import { isJsonObject, sameJson, type JsonObject, type JsonValue, type Path } from '../model/json.ts';

interface FourValues {
  readonly desired: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
  /** Whether the record was found in live and never sent by us. */
  readonly adopted: boolean;
}

/**
 * The live component without what the service added by itself: leaves that no file ever said, that stood there right
 * after our last write of the whole component, and that have not moved since. The next write gets them added again. What
 * stood there before we ever wrote is no such thing: the first write takes it away, and that has to be seen.
 */
export function withoutServerDefaults(name: ComponentName, four: FourValues): JsonObject | undefined {
  const live = withoutNewDefaults(name, four);
  const { observed, applied, desired, adopted } = four;
  if (!live || !observed || !applied || adopted) return live;
  const said = new Set(
    [applied, desired ?? {}].flatMap((value) => leavesOf(name, value).map(([place]) => place)),
  );
  const seen = new Map(leavesOf(name, observed));
  const added = leavesOf(name, live).filter(
    ([place, value]) => !said.has(place) && sameJson(seen.get(place), value),
  );
  const drop = new Set(added.map(([place]) => place));
  return drop.size === 0 ? live : prune(canonical(name, live), [], drop);
}

/**
 * The live component without defaults that the service began to add since the last look: leaves that no file ever said
 * and that were not there then, with a value that says nothing (open point W32).
 */
export function withoutNewDefaults(
  name: ComponentName,
  { live, observed, applied, desired }: FourValues,
): JsonObject | undefined {
  if (!live || !applied) return live;
  const known = new Set(
    [applied, observed ?? {}, desired ?? {}].flatMap((value) =>
      leavesOf(name, value).map(([place]) => place),
    ),
  );
  const added = leavesOf(name, live).filter(([place, value]) => !known.has(place) && isDefault(value));
  return added.length === 0 ? live : prune(canonical(name, live), [], new Set(added.map(([place]) => place)));
}

function leavesOf(name: ComponentName, value: JsonObject): [string, JsonValue][] {
  return leaves(canonical(name, value)).map((leaf) => [pointer(leaf.path), leaf.value]);
}

/** The object without the leaves at `drop`, and without objects that held nothing else. */
function prune(value: JsonObject, path: Path, drop: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
      const here = [...path, name];
      if (drop.has(pointer(here))) return [];
      if (!isJsonObject(member)) return [[name, member]];
      const rest = prune(member, here, drop);
      return Object.keys(rest).length === 0 && Object.keys(member).length > 0 ? [] : [[name, rest]];
    }),
  );
}
