import { isTouched, type Approval, type Overruling, type TouchedKeys } from '../../model/approval.ts';
import type { History } from '../../record/history.ts';
import type { MergedReview } from './merged-reviews.ts';

/** A review on record, with the newest commit that its pull request had. */
export interface KeptReview {
  readonly approval: Approval;
  readonly head: string;
}

export interface OverrulingSearch {
  readonly history: Pick<History, 'contains'>;
  /** Reviews that were taken before, the one that was merged first in front; those that are over too. */
  readonly kept: readonly KeptReview[];
  /** Reviews that were taken just now, in the order of merging. */
  readonly taken: readonly MergedReview[];
  /** Campaigns that a pull request without a plan of ours touches. */
  readonly touchedBy: (review: MergedReview) => Promise<TouchedKeys>;
}

type Older = Pick<Approval, 'pull' | 'commit' | 'changes'>;

/**
 * Which reviews count no more, or not for all of their campaigns, since another pull request was merged later: one that
 * was planned with them merged already (a revert, say), or one that nobody reviewed here. Two that were both reviewed and
 * knew nothing of each other count both. Where git can't tell, the older one counts no more.
 */
export async function findOverrulings(search: OverrulingSearch): Promise<readonly Overruling[]> {
  const found: Overruling[] = [];
  const older: Older[] = search.kept.map(({ approval }) => approval).filter(hasOpen);
  for (const review of search.taken) {
    const later = await mergedLater(search, review);
    const isLater = ({ pull }: Older) => later.some(({ approval }) => approval.pull === pull);
    const before = older.filter((one) => !isLater(one));
    found.push(...(await closedByLater(search, review, later)));
    found.push(...(await overruledBy(search, review, before)));
    if (review.approval) older.push(review.approval);
  }
  return found;
}

/** A review may be taken late, when those of pull requests that were merged after it are on record already. */
async function mergedLater(
  { history, kept }: OverrulingSearch,
  { commit }: MergedReview,
): Promise<KeptReview[]> {
  const later: KeptReview[] = [];
  for (const one of kept.toReversed()) {
    if (one.approval.commit === commit) continue;
    // They stand in the order of merging: the first that came before ends the search.
    if ((await history.contains(one.approval.commit, commit)) !== true) break;
    later.push(one);
  }
  return later;
}

async function closedByLater(
  { history }: OverrulingSearch,
  { pull, commit, approval }: MergedReview,
  later: readonly KeptReview[],
): Promise<Overruling[]> {
  const closed: Overruling[] = [];
  for (const one of approval ? later : []) {
    const knew = (await history.contains(one.head, commit)) ?? true;
    const keys = new Set(one.approval.changes.map(({ key }) => key));
    if (knew) closed.push({ kind: 'closed', older: pull, keys });
  }
  return closed;
}

async function overruledBy(
  { history, touchedBy }: OverrulingSearch,
  review: MergedReview,
  before: readonly Older[],
): Promise<Overruling[]> {
  if (before.length === 0) return [];
  const { approval, head, pull: newer } = review;
  if (!approval) {
    const keys = await touchedBy(review);
    return before.map(({ pull: older }) => ({ kind: 'closed', older, keys }));
  }
  const keys = new Set(approval.changes.map(({ key }) => key));
  const overruled: Overruling[] = [];
  for (const { pull: older, commit, changes } of before) {
    const isCommon = changes.some(({ key, end }) => end === undefined && isTouched(key, keys));
    const knew = isCommon && ((await history.contains(head, commit)) ?? true);
    if (knew) overruled.push({ kind: 'knew', older, newer });
  }
  return overruled;
}

function hasOpen({ changes }: Older): boolean {
  return changes.some(({ end }) => end === undefined);
}
