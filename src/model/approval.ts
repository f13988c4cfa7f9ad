import type { CampaignId, CampaignKey, CampaignStatus } from './campaign.ts';
import type { StepName } from './transitions.ts';

export interface ApprovedStep {
  readonly key: CampaignKey;
  readonly name: StepName;
  /** It was sent, or nothing is left to send; `undefined` while it can still be applied. */
  readonly end: 'done' | 'closed' | undefined;
  /** The campaign that a creation made, once it is done. */
  readonly campaignId?: CampaignId;
}

/** The review of one merged pull request, as stored on the state branch. */
export interface Approval {
  readonly pull: number;
  /** When it was merged, in UTC. Of two approvals, the later one decides. */
  readonly mergedAt: string;
  /** The branch it was merged into. An apply of another branch doesn't change it. */
  readonly base: string;
  /** The signed markers exactly as in the plan comment. They are verified again on each use. */
  readonly markers: readonly string[];
  /** Who approved and who merged it, by account; `unknown` for what the code host didn't say, omitted in older ones. */
  readonly approvedBy?: readonly string[];
  readonly mergedBy?: string;
  /** The status of each step, sorted by key. */
  readonly steps: readonly ApprovedStep[];
}

export type ReportedChanges = ReadonlyMap<CampaignKey, string>;

/** What was recorded of a campaign, whichever run did it. It is a step only if that was sent successfully. */
export interface SentStep {
  readonly key: CampaignKey;
  readonly change: RecordedChange;
  readonly components: readonly string[];
  readonly campaignId: CampaignId | undefined;
}

const COMPONENT = /^[a-z]/;

/** Marks a sent step as done in all approvals of the branch, or of all branches without one. */
export function markDone(
  approvals: readonly Approval[],
  sent: SentStep,
  branch: string | undefined,
): readonly Approval[] {
  const end = (step: ApprovedStep): ApprovedStep => {
    if (!isPartOf(step, sent)) return step;
    const created = step.name === 'create' && sent.campaignId !== undefined;
    return { ...step, end: 'done', ...(created && { campaignId: sent.campaignId }) };
  };
  return approvals.map((one) => (branch !== undefined && one.base !== branch ? one : withSteps(one, end)));
}

function withSteps(approval: Approval, revise: (step: ApprovedStep) => ApprovedStep): Approval {
  const steps = approval.steps.map(revise);
  return steps.some((step, at) => step !== approval.steps[at]) ? { ...approval, steps } : approval;
}

function isPartOf({ key, name, end }: ApprovedStep, sent: SentStep): boolean {
  if (key !== sent.key || end !== undefined) return false;
  if (sent.change === 'create') return name === 'create';
  if (sent.change === 'update') return sent.components.includes(name);
  // A campaign has only one transition at a time, and actions are in capitals.
  return sent.change === 'transition' && !COMPONENT.test(name);
}

/** An approval in which the open steps of these campaigns are closed without having been sent. */
export function closeSteps(approval: Approval, isOver: (key: CampaignKey) => boolean): Approval {
  return withSteps(approval, (step) =>
    step.end === undefined && isOver(step.key) ? { ...step, end: 'closed' } : step,
  );
}

/** The trailer `Change` of a commit, which newer versions may add values to. */
export type RecordedChange = AppliedChange | 'import' | 'adopt' | 'forget' | 'move' | 'target' | 'hand-edit';

export type AppliedChange =
  | 'create'
  | 'update'
  | 'transition'
  | 'note'
  | 'status'
  | `${'create' | 'update' | 'transition'}-not-${'done' | 'confirmed'}`;

/**
 * Why a change is not reviewed. `sendsAs`: it would pause or stop a campaign, which sends on in this status. Without a review
 * key, no plan is valid. `drift`: the service was changed, and no merged plan reverts that.
 */
export type NotReviewed = { readonly sendsAs?: CampaignStatus } & (
  { readonly kind: 'no-review-key' | 'drift' | 'not-in-plan-file' } | UnapprovedSteps
);

/** Steps that are not approved, and merged pull requests that touched the campaign without a valid plan. */
export interface UnapprovedSteps {
  readonly kind: 'not-approved';
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  readonly unread: readonly { readonly pull: number; readonly why: NoPlan }[];
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

/**
 * How a step of the current plan differs from the one in a merged pull request: in what it would do (`target`), or in the
 * live campaign that it was planned on (`base`). `closed`: there was nothing left to send. `creation`: only one is one.
 */
export type StepDifference =
  'target' | 'base' | 'done' | 'closed' | 'nothing-planned' | 'creation' | 'blocked';

/** Whether a step is approved and by which pull request, or which pull request rules it out and why. */
export type Decision =
  | { readonly kind: 'approved'; readonly pull: number }
  | { readonly kind: 'out-of-date'; readonly pull: number; readonly difference: StepDifference }
  /** No merged pull request showed it. */
  | { readonly kind: 'no-plan' };
