import components from '../../schemas/components.schema.json' with { type: 'json' };
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';

/** A field that no schema of its place knows, with the names that would be known there. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

const ROOT = components as unknown as JsonObject;

/**
 * Fields inside components that the schema doesn't list. The service keeps them (open point V6), so they are no
 * mistake of shape; but most are misspelt. Conditions are not evaluated: what any branch knows is known.
 */
export function unknownFields(channel: string, name: string, component: JsonValue): UnknownField[] {
  const body = channel === 'EMAIL' ? 'email_campaign' : 'push_campaign';
  const schema = valueAt(ROOT, ['$defs', body, 'properties', name]);
  return isJsonObject(schema) ? walk(component, [name], [schema]) : [];
}

function walk(value: JsonValue, path: Path, schemas: readonly JsonObject[]): UnknownField[] {
  const all = schemas.flatMap(expand);
  if (isList(value)) {
    const items = all.flatMap((schema) => (isJsonObject(schema.items) ? [schema.items] : []));
    return value.flatMap((item, index) => walk(item, [...path, index], items));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, name];
    const below = all.flatMap((schema) => schemasOf(schema, name));
    if (below.length > 0) return walk(member, here, below.filter(isJsonObject));
    const known = [...new Set(all.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))))];
    return known.length === 0 ? [] : [{ path: here, known }];
  });
}

/** A schema with all that it refers to or combines, at the same place of the value. */
function expand(schema: JsonObject): JsonObject[] {
  const { $ref: reference } = schema;
  const referred = typeof reference === 'string' ? valueAt(ROOT, reference.slice(2).split('/')) : undefined;
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return isList(list) ? list : [];
  });
  const parts = [referred, schema.then, schema.else, schema.if, ...combined];
  return [schema, ...parts.filter(isJsonObject).flatMap(expand)];
}

/** What a schema says of one member; empty when it says nothing. */
function schemasOf(schema: JsonObject, name: string): JsonValue[] {
  const named = objectAt(schema, 'properties')[name];
  const patterned = Object.entries(objectAt(schema, 'patternProperties'))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, value]) => value);
  const { additionalProperties: rest } = schema;
  const found = [...(named === undefined ? [] : [named]), ...patterned];
  return found.length > 0 || rest === undefined || rest === false ? found : [rest];
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword];
  return isJsonObject(value) ? value : {};
}
