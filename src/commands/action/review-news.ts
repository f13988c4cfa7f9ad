import { isTouched, type Approval, type TouchedKeys } from '../../model/approval.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Review } from '../../model/review.ts';
import { counted } from '../../report/text-layout.ts';
import type { MergedReview } from './merged-reviews.ts';

/** What a reviewer learnt that people should be told. */
export interface ReviewNews {
  /** Pull requests to tell what became of them: just merged, or with something that was still open. */
  readonly pulls: Set<number>;
  /** Those of them that approve something. */
  readonly approving: Set<number>;
  readonly notices: string[];
  /** What would have been held if a review were required. */
  readonly notReviewed: Review['notReviewed'][number][];
}

interface Known {
  readonly open: readonly Approval[];
  readonly genuine: ReadonlySet<number>;
  readonly reviews: readonly MergedReview[];
}

/** Pull requests of which something is approved, and those whose approvals hold no more. */
export function tellApproved(news: ReviewNews, { open, genuine, reviews }: Known): void {
  for (const { pull } of [...open, ...reviews.filter(({ approval }) => approval)]) news.pulls.add(pull);
  for (const { pull } of open) {
    if (genuine.has(pull)) news.approving.add(pull);
    else
      news.notices.push(
        `What #${pull} approved counts no more: its signature does not hold with this review-key.`,
      );
  }
}

/** So many pull requests are told by name: the first run of a long history may meet hundreds. */
const UNREAD_AT_MOST = 20;

interface Unread {
  /** Campaigns of which something waits for a review. */
  readonly missing: readonly CampaignKey[];
  readonly reviews: readonly MergedReview[];
  readonly touched: (review: MergedReview) => Promise<TouchedKeys>;
}

/** Why merged pull requests that are about what waits approve nothing of it. */
export async function tellUnread(news: ReviewNews, { missing, reviews, touched }: Unread): Promise<void> {
  if (missing.length === 0) return;
  const unread: MergedReview[] = [];
  for (const review of reviews.filter(({ approval }) => !approval)) {
    const keys = await touched(review);
    if (missing.some((key) => isTouched(key, keys))) unread.push(review);
  }
  for (const { pull, why } of unread.slice(-UNREAD_AT_MOST)) {
    news.pulls.add(pull);
    news.notices.push(`Nothing of #${pull} is approved: ${why}.`);
  }
  const more = unread.length - UNREAD_AT_MOST;
  if (more > 0) news.notices.push(`Nor is anything of ${counted(more, 'older pull request')}.`);
}
