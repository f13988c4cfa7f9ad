import { isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import type { Unwritable } from '../model/raw-values.ts';
import { canBeText } from './style.ts';

/** The texts in a value that no file can hold. */
export function unwritableTexts(value: JsonValue, path: Path): Unwritable[] {
  if (typeof value === 'string') return canBeText(value) ? [] : [{ kind: 'characters', path }];
  if (isList(value)) return value.flatMap((item, at) => unwritableTexts(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => unwritableTexts(member, [...path, name]));
}
