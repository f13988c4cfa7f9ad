import type { Path } from '../model/json.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';

/** Whether nothing is known to be wrong at a place, above it or below it. */
export type Sound = (path: Path) => boolean;

/**
 * One mistake often breaks several rules. So the checks run in stages, and each is silent at, above and below the places
 * where an earlier one found something.
 */
export function soundBeside(spoken: readonly Path[]): Sound {
  const places = new Set(spoken.map(keyOfPath));
  const above = new Set(spoken.flatMap(keysUpwards));
  return (path) => !above.has(keyOfPath(path)) && !keysUpwards(path).some((key) => places.has(key));
}
