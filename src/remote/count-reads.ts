import type { Reading } from '../model/progress.ts';

/** Receives the progress of a read. A read of a single page isn't reported, because it ends at once. */
export type OnReading = (progress: Reading) => void;

/** Counts the campaigns in a read of several pages until it ends, whatever the reason. */
export async function countReads<Result>(
  { total, onReading }: { readonly total: number | undefined; readonly onReading: OnReading | undefined },
  read: (count: (campaigns: number) => void) => Promise<Result>,
): Promise<Result> {
  let done = 0;
  try {
    return await read((campaigns) => {
      done += campaigns;
      if (done !== total) onReading?.({ kind: 'reading', done, total });
    });
  } finally {
    if (done > 0) onReading?.({ kind: 'read' });
  }
}
