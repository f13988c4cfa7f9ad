import type { Path } from '../model/json.ts';

/** A path as a key for maps and sets. */
export function keyOfPath(path: Path): string {
  return JSON.stringify(path);
}

/** The keys of a path and of all its prefixes, the longest first. */
export function keysUpwards(path: Path): string[] {
  return Array.from({ length: path.length + 1 }, (_, index) => keyOfPath(path.slice(0, path.length - index)));
}
