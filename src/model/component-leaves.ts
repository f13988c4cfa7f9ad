import { canonical, leaves, pointer } from './canonical.ts';
import type { ComponentName } from './campaign.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

// A component as a map of its leaves, and the same component without some of them. Leaves are named by JSON Pointers
// into the canonical form, so that a name means the same however the service spells the component.

/** The leaves of a component in canonical form, by their JSON Pointers. */
export function leafMap(name: ComponentName, component: JsonObject | undefined): Map<string, JsonValue> {
  return new Map(leaves(canonical(name, component ?? {})).map(({ path, value }) => [pointer(path), value]));
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
  const isThere = leafMap(name, spelled).get(at);
  const isDone = value === undefined ? isThere === undefined : isThere !== undefined;
  return isDone ? spelled : put(canonical(name, component), steps, value);
}

function put(
  object: JsonObject,
  [step = '', ...deeper]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const { [step]: inner, ...others } = object;
  if (deeper.length > 0) {
    if (inner === undefined && value === undefined) return object;
    return { ...object, [step]: put(isJsonObject(inner) ? inner : {}, deeper, value) };
  }
  return value === undefined ? others : { ...object, [step]: value };
}

function stepsOf(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
