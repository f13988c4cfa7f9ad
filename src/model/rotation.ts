import { HOUR_MS } from './time.ts';

// A run that may not read a whole workspace reads a part of it, and the next run another part. Nothing is kept between
// runs: a runner has no disk, and a run that only looks writes no ref. So the clock chooses: every hour has its part, and
// after as many hours as there are parts it is the first one's turn again.
//
// People don't run this every hour, though. With 4 parts, a run every day would read the same part each time, since a day
// is 6 times 4 hours. So the number of parts never shares a factor with the hours of a week (168 = 2 · 2 · 2 · 3 · 7):
// then runs every hour, every few hours that divide a day, every day and every week all meet each part once before they
// meet one twice. The parts overlap where that makes more of them than needed, so the whole budget is used.

/** What one run reads of a workspace. */
export interface Part<Item> {
  readonly items: readonly Item[];
  /** In how many runs, one an hour, a day or a week, each item is read at least once. */
  readonly runs: number;
}

/** The part of the items that is read at an instant, at most `size` of them, in their order. */
export function partAt<Item>(
  items: readonly Item[],
  { size, now }: { readonly size: number; readonly now: number },
): Part<Item> {
  const runs = partsFor(Math.ceil(items.length / size));
  const turn = Math.floor(now / HOUR_MS) % runs;
  const start = Math.floor((turn * items.length) / runs);
  const end = start + Math.min(size, items.length);
  const isRead = (at: number) => (at >= start && at < end) || at < end - items.length;
  return { items: items.filter((_, at) => isRead(at)), runs };
}

/** The smallest number of parts, no less than what is needed, that shares no factor with the hours of a week. */
function partsFor(needed: number): number {
  if (needed <= 1) return 1;
  return [2, 3, 7].some((factor) => needed % factor === 0) ? partsFor(needed + 1) : needed;
}
