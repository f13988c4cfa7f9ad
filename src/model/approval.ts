import type { CampaignId, CampaignKey } from './campaign.ts';
import type { StepName } from './transitions.ts';

/** Why an approved step is finished: it was sent, or nothing is left to send. */
type StepEnd = 'done' | 'closed';

/** One step of the plan in a merged pull request. */
export interface ApprovedStep {
  readonly key: CampaignKey;
  readonly name: StepName;
  /** `undefined` while it can still be applied. */
  readonly end: StepEnd | undefined;
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
  /** The status of each step, sorted by key. */
  readonly steps: readonly ApprovedStep[];
}

/** Unreviewed changes that were already reported, by campaign. */
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
  return approvals.map((approval) => {
    if (branch !== undefined && approval.base !== branch) return approval;
    return endSteps(
      approval,
      (step) => isPartOf(step, sent),
      (step) => {
        const created = step.name === 'create' && sent.campaignId !== undefined;
        return { ...step, end: 'done', ...(created && { campaignId: sent.campaignId }) };
      },
    );
  });
}

function endSteps(
  approval: Approval,
  isEnded: (step: ApprovedStep) => boolean,
  end: (step: ApprovedStep) => ApprovedStep,
): Approval {
  if (!approval.steps.some(isEnded)) return approval;
  return { ...approval, steps: approval.steps.map((step) => (isEnded(step) ? end(step) : step)) };
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
  return endSteps(
    approval,
    ({ key, end }) => end === undefined && isOver(key),
    (step) => ({ ...step, end: 'closed' }),
  );
}

/** The trailer `Change` of a commit, which newer versions may add values to. */
export type RecordedChange = AppliedChange | 'import' | 'adopt' | 'forget' | 'move' | 'target';

/** What an apply records of a campaign. */
export type AppliedChange =
  | 'create'
  | 'update'
  | 'transition'
  | 'note'
  | 'status'
  | `${'create' | 'update' | 'transition'}-not-${'done' | 'confirmed'}`;
