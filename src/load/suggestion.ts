import { nearest } from '../model/nearest.ts';
import { nameList } from '../model/show.ts';

/** "did you mean …" if a name is similar, otherwise all known names. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known: ${nameList(known)}` : `did you mean ${near}?`;
}
