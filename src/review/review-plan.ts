import { closeSteps, type Approval } from '../model/approval.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { HeldReason } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { StepName } from '../model/step-name.ts';
import type { Decision } from '../model/decision.ts';
import { decide, type OpenStep, type VerifiedApproval } from './decide.ts';
import { selectSteps } from './select-steps.ts';

/** A change of which something is not approved. */
export interface Unapproved {
  readonly key: CampaignKey;
  readonly changeId: string | null;
  /** The steps that will not be sent, and why. A start that is approved itself waits for the others. */
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  /** Only what was changed by hand would be put back: that is a matter for the drift issue. */
  readonly isDriftOnly: boolean;
}

export interface PlanReview {
  /** Campaigns of which something may be sent, each with exactly the steps that may. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  readonly unapproved: readonly Unapproved[];
  /** Pull requests that approve something of it. */
  readonly pulls: ReadonlySet<number>;
}

/** The steps of a plan, each to be decided by itself. */
export function openSteps(campaigns: readonly PlannedCampaign[]): OpenStep[] {
  return campaigns.flatMap(({ key, campaignId, digests }) =>
    digests.map((step) => ({ key, campaignId, step })),
  );
}

/** What merged pull requests approve of a plan; the approvals must be sorted, the one merged last first. */
export function reviewPlan(
  campaigns: readonly PlannedCampaign[],
  approvals: readonly VerifiedApproval[],
): PlanReview {
  const parts = new Map<CampaignKey, PlannedCampaign>();
  const unapproved: Unapproved[] = [];
  const pulls = new Set<number>();
  for (const campaign of campaigns) {
    const { key, changeId } = campaign;
    const decided = openSteps([campaign]).map((open) => ({
      name: open.step.name,
      decision: decide(open, approvals),
    }));
    const approved = decided.filter(({ decision }) => decision.kind === 'approved');
    for (const { decision } of approved) if (decision.kind === 'approved') pulls.add(decision.pull);
    const part = selectSteps(campaign, new Set(approved.map(({ name }) => name)));
    if (part) parts.set(key, part);
    const sent = new Set(part?.digests.map(({ name }) => name));
    const left = [...decided.filter(({ name }) => !sent.has(name)), ...blockedSteps(campaign, approvals)];
    if (left.length > 0) {
      const isDriftOnly = left.every(({ name }) => isDrift(campaign, name));
      unapproved.push({ key, changeId, steps: left, isDriftOnly });
    }
  }
  return { parts, unapproved, pulls };
}

/** Reasons that leave it open what there is to do: the next run may well find the reviewed step again. */
const PASSING: readonly HeldReason[] = ['in-flight', 'unreadable', 'quota', 'guard', 'needs-publish'];

/** Steps that a merged plan promised, and that today's plan lacks because the campaign is blocked by now. */
export function blockedSteps(
  { key, held, digests, verdict }: PlannedCampaign,
  approvals: readonly VerifiedApproval[],
): Unapproved['steps'][number][] {
  const isBlocked = verdict !== 'unknown' && held.some(({ reason }) => !PASSING.includes(reason));
  const seen = new Set<StepName>(digests.map(({ name }) => name));
  const found: Unapproved['steps'][number][] = [];
  for (const { approval, shown } of isBlocked ? approvals : []) {
    const steps = shown.get(key);
    if (steps?.length === 0) break;
    for (const { name } of steps ?? []) {
      const isOpen = approval.steps.some((one) => one.key === key && one.name === name && !one.end);
      if (isOpen && !seen.has(name))
        found.push({ name, decision: { kind: 'out-of-date', pull: approval.pull, difference: 'blocked' } });
      seen.add(name);
    }
  }
  return found;
}

/** Whether a step only puts back what was changed in the service. */
function isDrift({ components, transition, notes }: PlannedCampaign, name: StepName): boolean {
  if (transition?.action === name) return notes.some(({ kind }) => kind === 'moved-by-hand');
  return components.some((one) => one.name === name && one.cause === 'drifted');
}

/** Approvals of which nothing is left where the campaign is as its file says, or is not managed any more. */
export function closeResolved(
  approvals: readonly Approval[],
  campaigns: readonly PlannedCampaign[],
  isInPlan: (key: CampaignKey) => boolean,
): readonly Approval[] {
  const byKey = new Map(campaigns.map((one) => [one.key, one]));
  const isSettled = (key: CampaignKey) => {
    const campaign = byKey.get(key);
    if (!campaign) return isInPlan(key);
    return campaign.verdict === 'in-sync' || campaign.verdict === 'orphaned';
  };
  return approvals.map((one) => closeSteps(one, isSettled));
}

/** Whether nobody can tell yet what there is to do for some campaign, so that more approvals may be needed later. */
export function isUnsure(campaigns: readonly PlannedCampaign[]): boolean {
  return campaigns.some(({ verdict, held }) => verdict === 'unknown' || held.length > 0);
}
