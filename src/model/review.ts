import type { CampaignKey } from './campaign.ts';
import type { PlannedCampaign } from './plan.ts';

/** What of a plan may be executed, by what was reviewed of it. */
export interface Review {
  /** Campaigns of which something may be sent, each with exactly the steps that may. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  /** Campaigns whose change is another one than a plan file shows. */
  readonly moved: readonly { readonly key: CampaignKey; readonly message: string }[];
  /** What would be done as well, but was not reviewed. */
  readonly notReviewed: readonly { readonly key: CampaignKey; readonly message: string }[];
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

/** What differs between a step of today's plan and the one that a merged pull request showed. */
export type Difference =
  /** It would do something else. */
  | 'target'
  /** Live is not what the plan was made on. */
  | 'base'
  /** It was sent already. */
  | 'done'
  /** There was nothing left to send of it meanwhile. */
  | 'closed'
  /** The pull request planned no change of this campaign. */
  | 'nothing-planned'
  /** One is a creation and the other is not. */
  | 'creation'
  /** It is blocked now, for a reason of its own. */
  | 'blocked';

/** Whether a step is approved, and by which pull request; or which one decides that it is not, and why. */
export type Decision =
  | { readonly kind: 'approved'; readonly pull: number }
  | { readonly kind: 'out-of-date'; readonly pull: number; readonly difference: Difference }
  /** No merged pull request showed it. */
  | { readonly kind: 'no-plan' };
