import { diffArrays } from 'diff/lib/diff/array.js';

/**
 * How the entries of two lists correspond: pairs of indexes, in order. Entries without a counterpart are in no pair.
 */
export interface Alignment {
  /** Entries that are equal. */
  readonly same: readonly (readonly [before: number, after: number])[];
  /** Entries at corresponding places that differ: one is treated as an edit of the other. */
  readonly edited: readonly (readonly [before: number, after: number])[];
  /** Indexes of entries that only one of the lists has. */
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Lists with more differences than this are aligned by index alone. */
const EDITS_AT_MOST = 2_000;

/** Aligns two lists by what they have in common. Entries are compared by their texts; equal texts mean equal entries. */
export function align(before: readonly string[], after: readonly string[]): Alignment {
  const parts = diffArrays([...before], [...after], { maxEditLength: EDITS_AT_MOST }) ?? [];
  const same: [number, number][] = [];
  const edited: [number, number][] = [];
  const removed: number[] = [];
  const added: number[] = [];
  let [i, j] = [0, 0];
  const fill = (nextI: number, nextJ: number) => {
    while (i < nextI && j < nextJ) edited.push([i++, j++]);
    while (i < nextI) removed.push(i++);
    while (j < nextJ) added.push(j++);
  };
  let [lost, got] = [0, 0];
  for (const { count, removed: isRemoved, added: isAdded } of parts) {
    if (isRemoved) lost += count;
    else if (isAdded) got += count;
    else {
      fill(i + lost, j + got);
      [lost, got] = [0, 0];
      for (let at = 0; at < count; at += 1) same.push([i++, j++]);
    }
  }
  fill(before.length, after.length);
  return { same, edited, removed, added };
}
