import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../json.ts';

/**
 * Components as the quirk `merge-updates` stores them: each component in the request is merged into the stored one.
 * Objects are merged field by field at any depth; lists and plain values are replaced. Open point W7.
 */
export function mergeComponents(stored: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, merged(valueAt(stored, name), value)]),
  );
}

function merged(stored: JsonValue | undefined, sent: JsonValue): JsonValue {
  if (!isJsonObject(stored) || !isJsonObject(sent)) return sent;
  return { ...stored, ...mergeComponents(stored, sent) };
}
