import { canonical, leaves, pointer, type Leaf } from './canonical.ts';
import type { ComponentName } from './campaign.ts';
import {
  isJsonObject,
  isList,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from './json.ts';

// A component as a map of its leaves, and the same component without some of them. Leaves are named by JSON Pointers
// into the canonical form, so that a name means the same however the service spells the component.
//
// A list is one leaf, since a file says all of it or nothing. But a service may add fields to the elements of a list as
// it adds fields to an object. So what an element has beyond what was said of it can be separated from the list.

/**
 * The leaves of a component in canonical form, by their JSON Pointers. What elements of lists have beyond what any of
 * `said` has in the same place are leaves of their own, and the list is what remains.
 */
export function leafMap(
  name: ComponentName,
  component: JsonObject | undefined,
  said: readonly (JsonObject | undefined)[] = [],
): Map<string, JsonValue> {
  const whole = canonical(name, component ?? {});
  const beside = said.map((one) => canonical(name, one ?? {}));
  const added = addedInLists({ value: whole, said: beside, path: [], isInList: false });
  const rest = added.reduce((left, { path }) => put(left, path, undefined), whole);
  const all = [...leaves(added.length === 0 ? whole : canonical(name, rest)), ...added];
  return new Map(all.map(({ path, value }) => [pointer(path), value]));
}

/** What stands at a JSON Pointer into the canonical form of a component, inside elements of lists too. */
export function leafAt(
  name: ComponentName,
  component: JsonObject | undefined,
  at: string,
): JsonValue | undefined {
  const whole = canonical(name, component ?? {});
  return valueAt(whole, pathOf(at, whole));
}

/** The component without these leaves, spelled as it is as far as possible. */
export function withoutLeaves(
  name: ComponentName,
  component: JsonObject | undefined,
  dropped: readonly string[],
): JsonObject | undefined {
  return component && dropped.reduce((left, at) => withLeaf(name, left, { at, value: undefined }), component);
}

/**
 * The component with one leaf as `value` says, or without it. It stays spelled as it is; only where the service
 * spells the place itself in another way than the canonical form, the whole component becomes canonical.
 */
export function withLeaf(
  name: ComponentName,
  component: JsonObject,
  { at, value }: { readonly at: string; readonly value: JsonValue | undefined },
): JsonObject {
  const steps = stepsOf(at);
  const spelled = put(component, steps, value);
  const isDone = sameJson(leafAt(name, spelled, at), value);
  return isDone ? spelled : put(canonical(name, component), steps, value);
}

function put(object: JsonObject, [step, ...deeper]: Path, value: JsonValue | undefined): JsonObject {
  if (step === undefined) return object;
  const { [step]: inner, ...others } = object;
  if (deeper.length === 0) return value === undefined ? others : { ...object, [step]: value };
  const changed = putInside(inner, deeper, value);
  return changed === undefined ? object : { ...object, [step]: changed };
}

/** No element of a list comes into being: where there is none, the place is gone. */
function putInside(
  inner: JsonValue | undefined,
  steps: Path,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (isJsonObject(inner)) return put(inner, steps, value);
  const [index, ...deeper] = steps;
  if (!isList(inner))
    return value === undefined || /^\d+$/.test(String(index)) ? inner : put({}, steps, value);
  return inner.map((one, at) => {
    const isThere = String(at) === String(index) && (isJsonObject(one) || isList(one));
    return isThere ? (putInside(one, deeper, value) ?? one) : one;
  });
}

/** A value with what is said in its place, and the place. */
interface Beside {
  readonly value: JsonValue;
  readonly said: readonly JsonValue[];
  readonly path: Path;
  readonly isInList: boolean;
}

function addedInLists(one: Beside): Leaf[] {
  if (one.said.length === 0) return one.isInList ? leaves(one.value, one.path) : [];
  return membersOf(one).flatMap(addedInLists);
}

/** The members of an object, or those elements of a list of which something is said. */
function membersOf({ value, said, path, isInList }: Beside): Beside[] {
  const steps = isList(value) ? value.keys() : isJsonObject(value) ? Object.keys(value) : [];
  const members = [...steps].map((step) => ({
    value: valueAt(value, [step]) ?? null,
    said: said.map((one) => valueAt(one, [step])).filter((one) => one !== undefined),
    path: [...path, step],
    isInList: isInList || isList(value),
  }));
  return isList(value) ? members.filter((one) => one.said.length > 0) : members;
}

/** The steps of a JSON Pointer. */
export function stepsOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A JSON Pointer as a path; an all-digit step is an index only where `root` has a list there. */
export function pathOf(at: string, root: JsonValue): Path {
  return stepsOf(at).reduce<Path>(
    (path, step) => [...path, isList(valueAt(root, path)) ? Number(step) : step],
    [],
  );
}
