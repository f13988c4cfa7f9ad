import type { CampaignId, CampaignKey } from './campaign.ts';
import type { StepName } from './step-name.ts';

/** Why an approved step is over: it was sent, or there is nothing left of it to send. */
export type StepEnd = 'done' | 'closed';

/** One step that a merged pull request's plan showed. */
export interface ApprovedStep {
  readonly key: CampaignKey;
  readonly name: StepName;
  /** Undefined while it may still be applied. */
  readonly end: StepEnd | undefined;
  /** The campaign that a creation made, once it is done. */
  readonly campaignId?: CampaignId;
}

/** The review of one merged pull request, as the state branch keeps it. */
export interface Approval {
  readonly pull: number;
  /** When it was merged, in UTC: of two approvals the one merged later decides. */
  readonly mergedAt: string;
  /** The branch it was merged into; an apply of another branch leaves it alone. */
  readonly base: string;
  /** The signed markers exactly as the plan comment had them: verified again whenever they are used. */
  readonly markers: readonly string[];
  /** How far each step is; sorted by key. */
  readonly steps: readonly ApprovedStep[];
}

/** Merged plans that showed something that is not reviewed, by campaign: which change was already reported. */
export type ReportedChanges = ReadonlyMap<CampaignKey, string>;

/** A step that was sent with success, whoever asked for it. */
export interface SentStep {
  readonly key: CampaignKey;
  readonly change: string;
  readonly components: readonly string[];
  readonly campaignId: CampaignId | undefined;
}

const COMPONENT = /^[a-z]/;

/**
 * The approvals after a step was sent: what was sent is done in each approval of the branch that has it. Without a
 * branch, as for an apply by hand, all of them count.
 */
export function markDone(
  approvals: readonly Approval[],
  sent: SentStep,
  branch: string | undefined,
): readonly Approval[] {
  return approvals.map((approval) => {
    if (branch !== undefined && approval.base !== branch) return approval;
    if (!approval.steps.some((step) => isPartOf(step, sent))) return approval;
    return {
      ...approval,
      steps: approval.steps.map((step) => {
        if (!isPartOf(step, sent)) return step;
        const created = step.name === 'create' && sent.campaignId !== undefined;
        return { ...step, end: 'done' as const, ...(created && { campaignId: sent.campaignId }) };
      }),
    };
  });
}

function isPartOf({ key, name, end }: ApprovedStep, sent: SentStep): boolean {
  if (key !== sent.key || end !== undefined) return false;
  switch (sent.change) {
    case 'create':
      return name === 'create';
    case 'update':
      return sent.components.includes(name);
    case 'transition':
      // One campaign has one transition at a time, and actions are written in capitals.
      return !COMPONENT.test(name);
    default:
      return false;
  }
}

/** An approval whose open steps of these campaigns are over without having been sent. */
export function closeSteps(approval: Approval, isOver: (key: CampaignKey) => boolean): Approval {
  if (!approval.steps.some(({ key, end }) => end === undefined && isOver(key))) return approval;
  return {
    ...approval,
    steps: approval.steps.map((step) =>
      step.end === undefined && isOver(step.key) ? { ...step, end: 'closed' as const } : step,
    ),
  };
}
