import { valueAt, type JsonValue } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { nameList } from '../model/show.ts';

/** "did you mean …" if a name is similar and not in `map` yet, otherwise all known names. */
export function suggestion(name: string, known: readonly string[], map?: JsonValue): string {
  const near = nearest(name, known);
  if (near === undefined) return `known: ${nameList(known)}`;
  return valueAt(map, [near]) === undefined ? `did you mean ${near}?` : `remove it: ${near} is already there`;
}
