import type { JsonObject, JsonValue } from '../json.ts';

/** A schema under `components/schemas`, by its name. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** A schema of the components with words of its own beside it. */
export function described(description: string, name: string): JsonObject {
  return { description, ...ref(name) };
}

/** An object with exactly these fields; required are all of them unless told otherwise. */
export function closed(
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject {
  return { ...open(properties, required), additionalProperties: false };
}

/** An object with these fields, and maybe others. */
export function open(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function text(description: string, more: JsonObject = {}): JsonObject {
  return { description, type: 'string', ...more };
}

export function word(description: string, words: readonly string[]): JsonObject {
  return { description, enum: words };
}

export function switched(description: string): JsonObject {
  return { description, type: 'boolean' };
}

/** A whole number within bounds. */
export function count(description: string, bounds: JsonObject = { minimum: 1 }): JsonObject {
  return { description, type: 'integer', ...bounds };
}

export function list(description: string, items: JsonValue, more: JsonObject = {}): JsonObject {
  return { description, type: 'array', items, ...more };
}
