import { valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';

// Names that people write for a field with another name.

/** The tracking parameter whose name lacks its prefix, or is in capitals. */
export function parameterLike(path: Path, known: readonly string[]): string | undefined {
  if (path[0] !== 'utm_params') return undefined;
  const prefixed = `utm_${String(path.at(-1))
    .replace(/^utm[_-]?/i, '')
    .toLowerCase()}`;
  return nearest(prefixed, known, 1) ?? prefixed;
}

/** Other names for the attribute that a filter compares. */
const ATTRIBUTE_NAMES = ['attribute', 'attribute_name', 'field', 'field_name', 'property'];

/** The missing name of a filter that another word was written for. */
export function otherName(path: Path, known: readonly string[], body: JsonValue): string | undefined {
  const isFilter =
    path.at(-3) === 'filters' &&
    known.includes('name') &&
    valueAt(body, [...path.slice(0, -1), 'name']) === undefined;
  return isFilter && ATTRIBUTE_NAMES.includes(String(path.at(-1))) ? 'name' : undefined;
}
