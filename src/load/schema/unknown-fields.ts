import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { isNamed, namesIn, schemasAt, schemasBelow, type Root } from './schema-place.ts';

/** A field that the schemas of its place don't list, with the names that they do list. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/** A component to check. */
interface Component {
  readonly name: string;
  readonly value: JsonValue;
  /** Whether the schema accepts the value at a path: only then is it clear which of its branches applies. */
  readonly isSound: (path: Path) => boolean;
}

/**
 * Fields inside a component that the schema doesn't list. The service stores them (open point V6), so they are not
 * schema errors; but most of them are misspelled.
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
