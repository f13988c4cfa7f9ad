import type { CampaignKey } from './campaign.ts';
import type { Stale } from './failure.ts';
import type { PlannedCampaign } from './plan.ts';
import type { NotReviewed } from './decision.ts';

/** What of a plan may be executed, by what was reviewed of it. */
export interface Review {
  /** Campaigns of which something may be sent, each with exactly the steps that may. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  /** Campaigns whose change is another one than a plan file shows. */
  readonly moved: readonly Stale[];
  /** What would be done as well, but was not reviewed. */
  readonly notReviewed: readonly { readonly key: CampaignKey; readonly why: NotReviewed }[];
}
