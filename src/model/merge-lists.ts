import { align, type Alignment } from './align.ts';

/** Whose value wins where the file and the service both changed the same place. */
export type Winner = 'file' | 'live';

/** Two versions of a list, as texts of its entries: equal texts mean equal entries. */
interface Versions {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An entry of the merged list, by its indexes in the lists that have it. */
export type MergedEntry =
  /** Only one side has it, or it replaces what the other side says. */
  | { readonly from: 'file' | 'live'; readonly at: number }
  /** Both sides have it, and at most one of them changed it. */
  | { readonly from: 'both'; readonly base: number; readonly file: number; readonly live: number };

/**
 * The three-way merge of an ordered list, as git does it with lines: what one side changed is taken, and where both
 * changed the same place, `side` wins. The two lists `before` have the same length: the service shows the entries in
 * the order in which they were sent.
 */
export function mergeLists(file: Versions, live: Versions, side: Winner): MergedEntry[] {
  const [own, theirs] = [changesOf(file), changesOf(live)];
  const merged: MergedEntry[] = [];
  for (let base = 0; base <= file.before.length; base += 1) {
    merged.push(
      ...inserted({ file: own.added.get(base), live: theirs.added.get(base) }, { file, live, side }),
    );
    const [ours, seen] = [own.entries.get(base), theirs.entries.get(base)];
    if (!ours && !seen) continue;
    if (ours && seen && !(ours.isEdited && seen.isEdited)) {
      merged.push({ from: 'both', base, file: ours.at, live: seen.at });
      continue;
    }
    // One side removed what the other one changed, or both changed it. What nobody else changed may be removed.
    if (!ours && !seen?.isEdited) continue;
    if (!seen && !ours?.isEdited) continue;
    const chosen = ours && seen && file.after[ours.at] === live.after[seen.at] ? 'file' : side;
    const one = chosen === 'file' ? ours : seen;
    if (one) merged.push({ from: chosen, at: one.at });
  }
  return merged;
}

interface ListChanges {
  /** The entries that are left, by their index before. */
  readonly entries: ReadonlyMap<number, { readonly at: number; readonly isEdited: boolean }>;
  /** The indexes of new entries, by the index of the former entry that they precede. */
  readonly added: ReadonlyMap<number, readonly number[]>;
}

function changesOf({ before, after }: Versions): ListChanges {
  const { same, edited, added }: Alignment = align(before, after);
  const entries = new Map<number, { readonly at: number; readonly isEdited: boolean }>();
  for (const [from, at] of same) entries.set(from, { at, isEdited: false });
  for (const [from, at] of edited) entries.set(from, { at, isEdited: true });
  const former = new Map([...entries].map(([from, { at }]) => [at, from]));
  const places = new Map<number, number[]>();
  for (const at of added) {
    let next = at;
    while (next < after.length && !former.has(next)) next += 1;
    const place = former.get(next) ?? before.length;
    places.set(place, [...(places.get(place) ?? []), at]);
  }
  return { entries, added: places };
}

/** New entries at one place. If each side has some that the other one doesn't have, their order would be a guess. */
function inserted(
  added: Readonly<Record<Winner, readonly number[] | undefined>>,
  { file, live, side }: { readonly file: Versions; readonly live: Versions; readonly side: Winner },
): MergedEntry[] {
  const [own, theirs] = [added.file ?? [], added.live ?? []];
  const [said, shown] = [own.map((at) => file.after[at]), theirs.map((at) => live.after[at])];
  const hasOwn = said.some((one) => !shown.includes(one));
  const hasTheirs = shown.some((one) => !said.includes(one));
  const from = hasOwn && hasTheirs ? side : hasTheirs ? 'live' : 'file';
  return (from === 'file' ? own : theirs).map((at) => ({ from, at }));
}
