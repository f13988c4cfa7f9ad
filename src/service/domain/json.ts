/** A JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A missing field reads as `undefined`. */
export interface JsonObject {
  readonly [field: string]: JsonValue;
}

/** The result of parsing a text as JSON. */
export type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: JsonValue }
  | { readonly kind: 'malformed'; readonly reason: string };

/** The deepest nesting that is accepted. Filter groups may nest, and serializing JSON uses the stack. */
const DEEPEST = 256;

/** Parses JSON. Nesting that is too deep and numbers that a double can't represent count as malformed. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'malformed', reason: 'the body is not JSON' };
  }
  if (!isJson(value)) {
    return {
      kind: 'malformed',
      reason: `the body nests deeper than ${DEEPEST} levels or has a number out of range`,
    };
  }
  return { kind: 'parsed', value };
}

/** Whether a value is an object (not a list, a plain value or `null`). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Whether a value is a list. `Array.isArray` does not narrow readonly lists. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value at a path of field names, `undefined` if the path doesn't exist. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let here = value;
  for (const field of path) {
    if (!isJsonObject(here) || !Object.hasOwn(here, field)) return undefined;
    here = here[field];
  }
  return here;
}

/** A copy without some of the fields. */
export function without(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
}

/** The fields that have a value. */
export function defined(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, JsonValue] => field[1] !== undefined),
  );
}

/** The text at a path, otherwise `null`. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : null;
}

/** The object at a path, otherwise an empty one. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The list at a path, otherwise an empty one. */
export function listAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const found = valueAt(value, ...path);
  return isList(found) ? found : [];
}

/** Works level by level instead of recursively, because a hostile body must not exhaust the stack. */
function isJson(value: unknown): value is JsonValue {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    if (level.length === 0) return true;
    if (!level.every((found) => typeof found !== 'number' || Number.isFinite(found))) return false;
    level = level.flatMap(membersOf);
  }
  return level.length === 0;
}

function membersOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
