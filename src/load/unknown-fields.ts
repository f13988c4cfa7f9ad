import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { isNamed, namesIn, schemasAt, schemasBelow, type Root } from './schema-place.ts';

/** A field that no schema of its place knows, with the names that would be known there. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/**
 * Fields inside a component that the schema doesn't list. The service keeps them (open point V6), so they are no
 * mistake of shape; but most are misspelt.
 */
export function unknownFields(root: Root, name: string, component: JsonValue): UnknownField[] {
  const walk = (value: JsonValue, path: Path, schemas: readonly JsonObject[]): UnknownField[] => {
    if (isList(value)) {
      const items = schemasBelow(schemas, 0, root.document);
      return value.flatMap((item, index) => walk(item, [...path, index], items));
    }
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([field, member]) => {
      const here = [...path, field];
      if (isNamed(schemas, field)) return walk(member, here, schemasBelow(schemas, field, root.document));
      const known = namesIn(schemas);
      return known.length === 0 ? [] : [{ path: here, known }];
    });
  };
  return walk(component, [name], schemasAt(root, [name]));
}
