import type { Approval, Decision, StepDifference } from '../model/approval.ts';
import type { CampaignId, CampaignKey } from '../model/campaign.ts';
import type { StepDigest } from '../model/plan.ts';
import type { StepName } from '../model/transitions.ts';
import type { ShownSteps } from './read-plan-comments.ts';

/** A merged pull request with valid signatures, and what its plan showed. */
export interface VerifiedApproval {
  readonly approval: Approval;
  readonly shown: ShownSteps;
}

/** A step of the current plan, and its campaign. */
export interface OpenStep {
  readonly key: CampaignKey;
  readonly campaignId: CampaignId | null;
  readonly step: StepDigest;
}

/**
 * The only rule of the review: the newest merged pull request that lists a step decides it, by showing the same target
 * on the same base. If it lists the campaign without any step, it revokes what older ones approved. If it lists only
 * other components of the campaign, it doesn't count. A step that was sent or closed approves nothing else afterwards.
 */
export function decide(open: OpenStep, approvals: readonly VerifiedApproval[]): Decision {
  for (const { approval, shown } of approvals) {
    const steps = shown.get(open.key);
    const difference = steps && differenceTo(open, steps, approval);
    if (difference === undefined) continue;
    if (difference === 'over') break;
    const { pull } = approval;
    return difference === 'none' ? { kind: 'approved', pull } : { kind: 'out-of-date', pull, difference };
  }
  return { kind: 'no-plan' };
}

/** `over`: the step that was shown is finished, and this is a different one that was never shown. */
function differenceTo(
  open: OpenStep,
  steps: readonly StepDigest[],
  approval: Approval,
): StepDifference | 'none' | 'over' | undefined {
  if (steps.length === 0) return 'nothing-planned';
  const { key, step } = open;
  const endOf = (name: StepName) => approval.steps.find((one) => one.key === key && one.name === name)?.end;
  const listed = steps.find(({ name }) => name === step.name);
  if (!listed) {
    const isToCreate = steps.some(({ name }) => name === 'create') && endOf('create') !== 'done';
    return step.name === 'create' || isToCreate ? 'creation' : undefined;
  }
  const end = endOf(step.name);
  if (end !== undefined) return listed.target === step.target ? end : 'over';
  if (listed.target !== step.target) return 'target';
  return listed.base === step.base || startsItsOwn(open, listed, approval) ? 'none' : 'base';
}

/** A start that was planned together with the creation is based on the campaign that this creation made. */
function startsItsOwn({ key, campaignId }: OpenStep, { base }: StepDigest, { steps }: Approval): boolean {
  if (base !== null || campaignId === null) return false;
  const created = steps.find((one) => one.key === key && one.name === 'create');
  return created?.end === 'done' && created.campaignId === campaignId;
}
