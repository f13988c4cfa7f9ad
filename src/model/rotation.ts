import { HOUR_MS } from './time.ts';

// A run that can't read a whole workspace reads one part of it, and the next run another part. Nothing is stored
// between runs: a runner has no disk, and a read-only run writes no ref. So the clock chooses: each hour has its part,
// and after as many hours as there are parts, it starts again with the first.
//
// But people don't run this every hour. With 4 parts, a daily run would read the same part each time, because a day has
// 6 times 4 hours. So the number of parts never shares a factor with the hours of a week (168 = 2 · 2 · 2 · 3 · 7).
// Then runs every hour, every few hours that divide a day, every day and every week all read each part once before they
// read one twice. If that makes more parts than needed, the parts overlap, so the whole budget is used.

/** The part of a workspace that a run reads. */
export interface RotationPart<Item> {
  readonly items: readonly Item[];
  /** After how many runs, one an hour, a day or a week, each item has been read at least once. */
  readonly runs: number;
}

/** The part of the items that is read at an instant: at most `size` of them, in their order. */
export function partAt<Item>(
  items: readonly Item[],
  { size, now }: { readonly size: number; readonly now: number },
): RotationPart<Item> {
  const runs = partsFor(Math.ceil(items.length / size));
  const turn = Math.floor(now / HOUR_MS) % runs;
  const start = Math.floor((turn * items.length) / runs);
  const end = start + Math.min(size, items.length);
  const isRead = (at: number) => (at >= start && at < end) || at < end - items.length;
  return { items: items.filter((_, at) => isRead(at)), runs };
}

/** The smallest sufficient number of parts that shares no factor with the hours of a week. */
function partsFor(needed: number): number {
  if (needed <= 1) return 1;
  return [2, 3, 7].some((factor) => needed % factor === 0) ? partsFor(needed + 1) : needed;
}
