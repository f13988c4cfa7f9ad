import { canonical } from './canonical.ts';
import type { ComponentName } from './campaign.ts';
import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from './json.ts';
import { isHidden } from './read-view.ts';

// A component as a map of its leaves, and the same component without some of them. Leaves are named by JSON Pointers
// into the canonical form, so that a name means the same however the service spells the component.
//
// A list is one leaf, because a file contains either all of it or none. But a service may add fields to the elements of
// a list, as it adds fields to an object. So the fields that an element has in addition can be separated from the list.

/**
 * The leaves of a component in canonical form, by their JSON Pointers. If a list element is one of the elements of `said`
 * at the same position with more fields, these fields are separate leaves, and the list is the rest. An element that was
 * edited or moved has none: which of its fields are new can't be known.
 */
export function leafMap(
  name: ComponentName,
  component: JsonObject | undefined,
  said: readonly (JsonObject | undefined)[] = [],
): Map<string, JsonValue> {
  const whole = canonical(name, component ?? {});
  const beside = said.map((one) => canonical(name, one ?? {}));
  const added = addedInLists({ value: whole, said: beside, path: [], isInList: false });
  const others = added.map(({ path }) => ({ path, value: undefined }));
  const rest = added.length === 0 ? whole : canonical(name, put(whole, others));
  const all = [...leaves(rest), ...added];
  return new Map(all.map(({ path, value }) => [pointer(path), value]));
}

/** One leaf of a component: a value that is neither an object nor a list, or a whole list. */
interface Leaf {
  readonly path: Path;
  readonly value: JsonValue;
}

/** The leaves of a component in canonical form, in document order. An empty object has none. */
export function leaves(value: JsonValue, path: Path = []): Leaf[] {
  if (!isJsonObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

/** RFC 6901. */
export function pointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The leaves that `live` doesn't show as they are in `wanted`; `hidden`: that it can't show, so they may exist (W5). */
export function unshownLeaves(name: ComponentName, wanted: JsonObject, live: JsonObject | undefined) {
  const there = leafMap(name, live);
  const unshown = [...leafMap(name, wanted)].flatMap(([path, value]) => {
    const shown = there.get(path);
    return sameJson(shown, value) ? [] : [{ path, value, shown }];
  });
  const hidden = unshown.filter(({ path }) => isHidden(name, path, { wanted, live }));
  const isHere = new Set(hidden);
  return { missing: unshown.filter((one) => !isHere.has(one)), hidden: hidden.map(({ path }) => path) };
}

/** The leaves of `wanted` that `live` should show and doesn't, as JSON Pointers. */
export function missingLeaves(...values: Parameters<typeof unshownLeaves>): string[] {
  return unshownLeaves(...values).missing.map(({ path }) => path);
}

/** The value at a JSON Pointer into the canonical form of a component, also inside list elements. */
export function leafAt(
  name: ComponentName,
  component: JsonObject | undefined,
  at: string,
): JsonValue | undefined {
  const whole = canonical(name, component ?? {});
  return valueAt(whole, pathOf(at, whole));
}

/** The component without these leaves. Its spelling is kept as far as possible. */
export function withoutLeaves(
  name: ComponentName,
  component: JsonObject | undefined,
  dropped: readonly string[],
): JsonObject | undefined {
  if (!component || dropped.length === 0) return component;
  const leaves = dropped.map((at) => ({ at, value: undefined }));
  return withLeaves(name, component, leaves);
}

/** The component with leaves set to values or removed, in its own spelling if that has them. */
export function withLeaves(
  name: ComponentName,
  component: JsonObject,
  leaves: readonly { readonly at: string; readonly value: JsonValue | undefined }[],
): JsonObject {
  const wanted = leaves.map(({ at, value }) => ({ path: stepsOf(at), value }));
  const spelled = put(component, wanted);
  const isDone = leaves.every(({ at, value }) => sameJson(leafAt(name, spelled, at), value));
  return isDone ? spelled : put(canonical(name, component), wanted);
}

/** A copy with values put at paths; undefined removes what is there. */
function put(
  object: JsonObject,
  wanted: readonly { readonly path: Path; readonly value: JsonValue | undefined }[],
): JsonObject {
  const copy = structuredClone(object);
  for (const { path, value } of wanted) putInto(copy, path.map(String), value);
  return copy;
}

/** In place. A list keeps all of its elements, and gets no others. */
function putInto(
  parent: JsonValue,
  [step = '', ...deeper]: readonly string[],
  value: JsonValue | undefined,
): void {
  const inner = memberOf(parent as JsonObject, step);
  const isInside = deeper.length > 0 && (isJsonObject(inner) || isList(inner));
  if (isInside) putInto(inner, deeper, value);
  if (isInside || isList(parent)) return;
  if (value === undefined && deeper.length === 0) Reflect.deleteProperty(parent as JsonObject, step);
  if (value === undefined || /^\d+$/.test(deeper[0] ?? '')) return;
  const made = deeper.length === 0 ? value : {};
  // A field may have any name, also that of the prototype.
  Object.defineProperty(parent, step, { value: made, ...OWN });
  if (deeper.length > 0) putInto(made, deeper, value);
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** A value, the values in the same position that are known, and the position. */
interface Placed {
  readonly value: JsonValue;
  readonly said: readonly JsonValue[];
  readonly path: Path;
  readonly isInList: boolean;
}

function addedInLists(one: Placed): Leaf[] {
  if (one.said.length === 0) return one.isInList ? leaves(one.value, one.path) : [];
  const members = membersOf(one);
  const isKept = ({ value, said }: Placed) => said.some((known) => contains(value, known));
  return (isList(one.value) ? members.filter(isKept) : members).flatMap(addedInLists);
}

/** Whether a value is `said`, perhaps with more fields. */
function contains(value: JsonValue | undefined, said: JsonValue): boolean {
  if (isJsonObject(value) && isJsonObject(said))
    return Object.entries(said).every(([name, member]) => contains(value[name], member));
  if (isList(value) && isList(said))
    return value.length === said.length && said.every((element, at) => contains(value[at], element));
  return sameJson(value, said);
}

function membersOf({ value, said, path, isInList }: Placed): Placed[] {
  const steps = isList(value) ? value.keys() : isJsonObject(value) ? Object.keys(value) : [];
  return [...steps].map((step) => ({
    value: valueAt(value, [step]) ?? null,
    said: said.map((one) => valueAt(one, [step])).filter((one) => one !== undefined),
    path: [...path, step],
    isInList: isInList || isList(value),
  }));
}

export function stepsOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A JSON Pointer as a path. A segment of digits is an index only if `root` has a list there. */
export function pathOf(at: string, root: JsonValue): Path {
  return stepsOf(at).reduce<Path>(
    (path, step) => [...path, isList(valueAt(root, path)) ? Number(step) : step],
    [],
  );
}
