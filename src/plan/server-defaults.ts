import type { ComponentName } from '../model/campaign.ts';
import { leafMap, withoutLeaves } from '../model/component-leaves.ts';
import { sameJson, type JsonObject, isList } from '../model/json.ts';
import { isDefault } from '../model/verify.ts';
import { canonicalPart, sameComponent } from '../model/canonical.ts';
import { mergeValues, type FourSides } from '../model/merge.ts';

/** A component in the file, in the record and in the service. */
export interface FourValues {
  readonly desired: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
  /** Whether the record was found in live and never sent by us. */
  readonly adopted: boolean;
}

/**
 * The live component without what the service added by itself: leaves that no file ever had, that existed right after
 * our last write of the whole component, and that haven't changed since. The next write gets them added again. Leaves
 * that existed before our first write don't count, because that write removes them and the plan must show it.
 */
export function withoutServerDefaults(name: ComponentName, four: FourValues): JsonObject | undefined {
  const live = withoutNewDefaults(name, four);
  const { observed, applied, desired, adopted } = four;
  if (!live || !observed || !applied || adopted) return live;
  const said = [applied, desired].map((value) => leafMap(name, value));
  const seen = leafMap(name, observed, [applied, desired]);
  const added = [...leafMap(name, live, [applied, desired])].filter(
    ([place, value]) => !said.some((one) => one.has(place)) && sameJson(seen.get(place), value),
  );
  return withoutLeaves(
    name,
    live,
    added.map(([place]) => place),
  );
}

/** The live component without defaults that the service has started to add since the last read. */
export function withoutNewDefaults(name: ComponentName, four: FourValues): JsonObject | undefined {
  return withoutLeaves(name, four.live, newDefaults(name, four));
}

/**
 * Defaults that the service has started to add since the last read: leaves that no file ever had, that did not exist
 * then, and whose value means nothing (open point W32). If the service has a new object, all its leaves must be so.
 */
export function newDefaults(
  name: ComponentName,
  { live, observed, applied, desired }: FourValues,
): readonly string[] {
  if (!live || !applied || sameComponent(name, live, observed)) return [];
  const said = [applied, desired];
  const known = [applied, observed, desired].map((value) => leafMap(name, value, said));
  const places = new Set(known.flatMap((one) => [...one.keys()].flatMap(prefixesOf)));
  const added = [...leafMap(name, live, said)].filter(([place]) => !places.has(place));
  const meaningful = new Set(
    added.filter(([place, value]) => !isDefault(place, value)).map(([place]) => firstNew(place, places)),
  );
  return added.map(([place]) => place).filter((place) => !meaningful.has(firstNew(place, places)));
}

/** The value at a place, or the largest part of the component around it that did not exist. */
function firstNew(place: string, known: ReadonlySet<string>): string {
  return prefixesOf(place).find((prefix) => !known.has(prefix)) ?? place;
}

/** `/a/b/c` → `/a`, `/a/b`, `/a/b/c` */
function prefixesOf(place: string): string[] {
  const steps = place.split('/').slice(1);
  return steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`);
}

/**
 * Compares a component that both the file and live changed, leaf by leaf. `agreed`: each changed leaf has the same
 * value in both, as after a pull. `merged`: the file contains all live changes plus edits of its own, also in one list.
 * `apart`: live has a change that the file doesn't have, so sending the file would undo it.
 */
export function movedLeaves(name: ComponentName, four: FourValues): 'agreed' | 'merged' | 'apart' {
  const said = [four.applied, four.desired];
  const [desired, applied, observed, live] = [four.desired, four.applied, four.observed, four.live].map(
    (one) => leafMap(name, one, said),
  );
  const places = new Set([desired, applied, observed, live].flatMap((one) => [...(one?.keys() ?? [])]));
  let hasEdits = false;
  for (const place of places) {
    const [file, sent, seen, now] = [desired, applied, observed, live].map((one) => one?.get(place));
    if (sameJson(file, now)) continue;
    // What we last sent isn't a manual edit, however late live shows it (open point W31).
    const isMoved = !sameJson(now, seen) && !sameJson(now, sent);
    if (isMoved && !hasAll({ file, applied: sent, observed: seen, live: now }, place)) return 'apart';
    hasEdits ||= isMoved || !sameJson(file, sent);
  }
  return hasEdits ? 'merged' : 'agreed';
}

/** Whether a list in the file has all changes of the service, so that merging them would not change it. */
function hasAll(four: FourSides, place: string): boolean {
  const { file, live } = four;
  if (!isList(file) || !isList(live)) return false;
  const field = place.slice(place.lastIndexOf('/') + 1);
  const merged = mergeValues(four, { field, zone: undefined, side: 'live' });
  return sameJson(merged === undefined ? undefined : canonicalPart(merged, { field, zone: undefined }), file);
}
