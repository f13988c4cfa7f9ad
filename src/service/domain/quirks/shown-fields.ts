import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue } from '../json.ts';
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
    (shown, path) => withField(shown, path, (before) => before ?? false),
    record,
  );
  return movingValues.reduce((shown, path) => withField(shown, path, () => String(read())), withDefaults);
}

type ValueOf = (before: JsonValue | undefined) => JsonValue;

/** The record with a field; unchanged where the component is missing or the path meets a plain value. */
function withField(record: JsonObject, [component, ...fields]: FieldPath, value: ValueOf): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

function putAt(object: JsonObject, [field, ...deeper]: readonly string[], value: ValueOf): JsonObject {
  if (field === undefined) return object;
  const before = valueAt(object, field);
  return { ...object, [field]: deeper.length === 0 ? value(before) : putInside(before ?? {}, deeper, value) };
}

/** Where the path meets a list, it goes on in each of its elements. */
function putInside(inner: JsonValue, fields: readonly string[], value: ValueOf): JsonValue {
  if (isList(inner)) return inner.map((element) => putInside(element, fields, value));
  return isJsonObject(inner) ? putAt(inner, fields, value) : inner;
}
