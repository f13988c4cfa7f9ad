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

/** If the lists are longer than this between their common beginning and end, they are aligned by index alone. */
const COMPARED_AT_MOST = 1_000;

/**
 * Aligns two lists by their longest common subsequence. Entries are compared by their texts; equal texts mean equal
 * entries.
 */
export function align(before: readonly string[], after: readonly string[]): Alignment {
  const same = commonPairs(before, after);
  const edited: [number, number][] = [];
  const removed: number[] = [];
  const added: number[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...same, [before.length, after.length] as const]) {
    while (i < nextI && j < nextJ) edited.push([i++, j++]);
    while (i < nextI) removed.push(i++);
    while (j < nextJ) added.push(j++);
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return { same, edited, removed, added };
}

function commonPairs(before: readonly string[], after: readonly string[]): [number, number][] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1;
  const middle = longestCommon(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...middle.map(([i, j]): [number, number] => [i + start, j + start]),
    ...Array.from({ length: end }, (_, at): [number, number] => [
      before.length - end + at,
      after.length - end + at,
    ]),
  ];
}

/** Dynamic programming over the rest of both lists. */
function longestCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length > COMPARED_AT_MOST || after.length > COMPARED_AT_MOST) return [];
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
