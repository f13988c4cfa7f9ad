import type { StepName } from './step-name.ts';

/** Why a change is not reviewed. */
export type NotReviewed =
  /** No plan counts without a review key. */
  | { readonly kind: 'no-review-key' }
  /** It was changed in the service, and no merged plan puts that back. */
  | { readonly kind: 'drift' }
  /** The plan file doesn't have it. */
  | { readonly kind: 'not-in-plan-file' }
  | UnapprovedSteps;

/** Steps that are not approved, and merged pull requests that touched the campaign without a plan that counts. */
export interface UnapprovedSteps {
  readonly kind: 'not-approved';
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  readonly unread: readonly UnreadReview[];
}

/** A merged pull request that touched a campaign and approves nothing of it. */
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
