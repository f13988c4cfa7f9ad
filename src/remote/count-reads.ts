import type { Reading } from '../model/progress.ts';

/** Told how far a read is. What takes one page is over before anybody could look. */
export type OnReading = (progress: Reading) => void;

/** Counts what a read of several pages has come to, until it ends, however it ends. */
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
