import type { Approval, Overruling } from '../../model/approval.ts';
import type { History } from '../../record/history.ts';
import type { MergedReview } from './merged-reviews.ts';

/**
 * Which reviews that were just taken were made with an older one merged already: a revert, say. Two pull requests that
 * knew nothing of each other count both. Where git can't tell, the older one counts no more.
 */
export async function findOverrulings(
  history: History,
  kept: readonly Approval[],
  taken: readonly MergedReview[],
): Promise<readonly Overruling[]> {
  const older: Pick<Approval, 'pull' | 'commit' | 'changes'>[] = [...kept];
  const found: Overruling[] = [];
  for (const { pull, head, approval } of taken) {
    if (!approval) continue;
    for (const one of older.filter((other) => haveInCommon(other, approval))) {
      const knew = (await history.contains(head, one.commit)) ?? true;
      if (knew) found.push({ older: one.pull, newer: pull });
    }
    older.push(approval);
  }
  return found;
}

function haveInCommon(one: Pick<Approval, 'changes'>, other: Pick<Approval, 'changes'>): boolean {
  const keys = new Set(other.changes.map(({ key }) => key));
  return one.changes.some(({ key, end }) => end === undefined && keys.has(key));
}
