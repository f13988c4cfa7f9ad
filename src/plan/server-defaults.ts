import type { ComponentName } from '../model/campaign.ts';
import { leafMap, withoutLeaves } from '../model/component-leaves.ts';
import { sameJson, type JsonObject } from '../model/json.ts';
import { isDefault } from '../model/verify.ts';

/** What a component is by the file, by the record and by the service. */
export interface FourValues {
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

/** The live component without defaults that the service began to add since the last look. */
export function withoutNewDefaults(name: ComponentName, four: FourValues): JsonObject | undefined {
  return withoutLeaves(name, four.live, newDefaults(name, four));
}

/**
 * Defaults that the service began to add since the last look: leaves that no file ever said and that were not there
 * then, with a value that says nothing (open point W32).
 */
export function newDefaults(
  name: ComponentName,
  { live, observed, applied, desired }: FourValues,
): readonly string[] {
  if (!live || !applied) return [];
  const said = [applied, desired];
  const known = [applied, observed, desired].map((value) => leafMap(name, value, said));
  return [...leafMap(name, live, said)].flatMap(([place, value]) =>
    isDefault(value) && !known.some((one) => one.has(place)) ? [place] : [],
  );
}
