import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

/** A map, and where it is. */
export interface PlacedMap {
  readonly map: JsonObject;
  readonly path: Path;
}

/** All maps of a value, at any depth; the outer ones come first. */
export function mapsIn(value: JsonValue | undefined, path: Path): PlacedMap[] {
  if (isList(value)) return value.flatMap((item, index) => mapsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const members = Object.entries(value).flatMap(([name, member]) => mapsIn(member, [...path, name]));
  return [{ map: value, path }, ...members];
}

/** The maps of the components that choose users: groups, filters and their parts. */
export function mapsOfFilters(body: JsonObject): PlacedMap[] {
  return ['trigger_condition', 'segmentation_details'].flatMap((name) => mapsIn(body[name], [name]));
}
