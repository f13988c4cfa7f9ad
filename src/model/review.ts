import type { CampaignKey } from './campaign.ts';
import type { Stale } from './failure.ts';
import type { PlannedCampaign } from './plan.ts';
import type { NotReviewed } from './decision.ts';

/** The parts of a plan that may be executed according to its review. */
export interface Review {
  /** Campaigns with something to send, each with exactly the steps that may be sent. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  /** Campaigns whose change differs from the plan file. */
  readonly moved: readonly Stale[];
  /** Changes that would also be made but were not reviewed. */
  readonly notReviewed: readonly { readonly key: CampaignKey; readonly why: NotReviewed }[];
}
