import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import type { FieldPath, Quirks } from './quirks.ts';

/**
 * A record with the fields that the service itself puts into components: defaults that a later release adds to all
 * campaigns at once, and values that change without an edit. `read` is another number on each read. Open point W32.
 */
export function withShownFields(
  record: JsonObject,
  { lateDefaults, movingValues }: Quirks,
  read: () => number,
): JsonObject {
  const withDefaults = lateDefaults.reduce(
    (shown, path) => (valueAt(shown, ...path) === undefined ? withField(shown, path, false) : shown),
    record,
  );
  return movingValues.reduce((shown, path) => withField(shown, path, String(read())), withDefaults);
}

/** The record with a field; unchanged where the component is missing or the path leaves the objects. */
function withField(record: JsonObject, [component, ...fields]: FieldPath, value: JsonValue): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

function putAt(object: JsonObject, [field, ...deeper]: readonly string[], value: JsonValue): JsonObject {
  if (field === undefined) return object;
  if (deeper.length === 0) return { ...object, [field]: value };
  const inner = valueAt(object, field) ?? {};
  return isJsonObject(inner) ? { ...object, [field]: putAt(inner, deeper, value) } : object;
}
