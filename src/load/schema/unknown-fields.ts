import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { isNamed, namesIn, schemasAt, schemasBelow, type Root } from './schema-place.ts';

/** A field that no schema of its place knows, with the names that would be known there. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/** A component to look through. */
interface Component {
  readonly name: string;
  readonly value: JsonValue;
  /** Whether the schema accepts what stands at a path: only then is it clear which of its branches holds. */
  readonly isSound: (path: Path) => boolean;
}

/**
 * Fields inside a component that the schema doesn't list. The service keeps them (open point V6), so they are no
 * mistake of shape; but most are misspelt.
 */
export function unknownFields(root: Root, { name, value: component, isSound }: Component): UnknownField[] {
  const { document } = root;
  const below = (schemas: readonly JsonObject[], path: Path, value: JsonValue) =>
    schemasBelow(schemas, { step: path.at(-1) ?? 0, document, ...(isSound(path) && { value }) });

  const walk = (value: JsonValue, path: Path, schemas: readonly JsonObject[]): UnknownField[] => {
    if (isList(value)) {
      return value.flatMap((item, index) => {
        const here = [...path, index];
        return walk(item, here, below(schemas, here, item));
      });
    }
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([field, member]) => {
      const here = [...path, field];
      if (isNamed(schemas, field)) return walk(member, here, below(schemas, here, member));
      const known = namesIn(schemas);
      return known.length === 0 ? [] : [{ path: here, known }];
    });
  };
  return walk(component, [name], schemasAt(root, [name]));
}
