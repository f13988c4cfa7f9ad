import type { CampaignStatus } from './campaign.ts';
import type { StepName } from './transitions.ts';

/** Why a change is not reviewed. `sendsAs`: it would pause or stop a campaign, which sends on in this status. */
export type NotReviewed = WhyNotReviewed & { readonly sendsAs?: CampaignStatus };

type WhyNotReviewed =
  /** Without a review key, no plan is valid. `drift`: the service was changed, and no merged plan reverts that. */
  { readonly kind: 'no-review-key' | 'drift' | 'not-in-plan-file' } | UnapprovedSteps;

/** Steps that are not approved, and merged pull requests that touched the campaign without a valid plan. */
export interface UnapprovedSteps {
  readonly kind: 'not-approved';
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  readonly unread: readonly UnreadReview[];
}

/** A merged pull request that touched a campaign but approves nothing of it. */
export interface UnreadReview {
  readonly pull: number;
  readonly why: NoPlan;
}

/** Why a merged pull request approves nothing. */
export type NoPlan =
  | 'no-comment'
  | 'no-marker'
  | 'not-signed'
  | `other-${'repository' | 'folder' | 'workspace' | 'base' | 'pull'}`
  | 'other-head'
  | 'edited'
  | 'part-missing';

/** The difference between a step of the current plan and the one in a merged pull request. */
export type StepDifference =
  /** It would do something different. */
  | 'target'
  /** Live has changed since the plan was made. */
  | 'base'
  /** It was already sent. */
  | 'done'
  /** There was nothing left to send in the meantime. */
  | 'closed'
  /** The pull request planned no change of this campaign. */
  | 'nothing-planned'
  /** One is a creation and the other isn't. */
  | 'creation'
  /** It is blocked now, for its own reason. */
  | 'blocked';

/** Whether a step is approved and by which pull request, or which pull request rules it out and why. */
export type Decision =
  | { readonly kind: 'approved'; readonly pull: number }
  | { readonly kind: 'out-of-date'; readonly pull: number; readonly difference: StepDifference }
  /** No merged pull request showed it. */
  | { readonly kind: 'no-plan' };
