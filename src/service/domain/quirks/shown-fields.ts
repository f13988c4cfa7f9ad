import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import type { FieldPath, Quirks } from './quirks.ts';

/**
 * A record with the fields that the service itself adds to components: defaults that a later release adds to all
 * campaigns at once, and values that change without an edit. `read` differs on each read. Open point W32.
 */
export function withShownFields(
  record: JsonObject,
  { lateDefaults, movingValues }: Quirks,
  read: () => number,
): JsonObject {
  const withDefaults = lateDefaults.reduce(
    (shown, path) => withField(shown, path, (before) => before ?? false),
    record,
  );
  return movingValues.reduce((shown, path) => withField(shown, path, () => String(read())), withDefaults);
}

type ValueOf = (before: JsonValue | undefined) => JsonValue;

/** The record with the field added. Unchanged if the component is missing or the path leads to a plain value. */
function withField(record: JsonObject, [component, ...fields]: FieldPath, value: ValueOf): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

function putAt(object: JsonObject, [field, ...deeper]: readonly string[], value: ValueOf): JsonObject {
  if (field === undefined) return object;
  const before = valueAt(object, field);
  return { ...object, [field]: deeper.length === 0 ? value(before) : putInside(before ?? {}, deeper, value) };
}

/** If the path reaches a list, it continues in each element. */
function putInside(inner: JsonValue, fields: readonly string[], value: ValueOf): JsonValue {
  if (isList(inner)) return inner.map((element) => putInside(element, fields, value));
  return isJsonObject(inner) ? putAt(inner, fields, value) : inner;
}
