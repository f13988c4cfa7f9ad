import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';

/** RFC 7396, with one difference: a reference (`$file`, `$var`) is one value, and patches are never merged into it. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch) || isReference(patch)) return patch;
  const base: JsonObject = isJsonObject(target) && !isReference(target) ? target : {};
  const merged = new Map<string, JsonValue>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** A map with a name that begins with `$`, which no field does: `$file`, `$var`, or an attempt at one of them. */
export function isReference(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((name) => name.startsWith('$'));
}
