import type { CampaignKey } from './campaign.ts';
import type { PlannedCampaign } from './plan.ts';

/** What somebody reviewed of a plan. */
export interface Review {
  /** Campaigns of which something may be sent, each with exactly the steps that may. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  /** Campaigns that would be changed otherwise than was reviewed. */
  readonly moved: readonly { readonly key: CampaignKey; readonly message: string }[];
  /** What would be done as well, and nobody looked at. */
  readonly notReviewed: readonly { readonly key: CampaignKey; readonly message: string }[];
}
