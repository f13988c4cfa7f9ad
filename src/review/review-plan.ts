import { closeSteps, type Approval, type Decision } from '../model/approval.ts';
import { type CampaignKey, componentNames, pickComponents } from '../model/campaign.ts';
import type { HeldReason } from '../model/held.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import { type StepName, isEmergencyStop, publishesVersion } from '../model/transitions.ts';
import { decide, type OpenStep, type VerifiedApproval } from './decide.ts';

/** A change that isn't completely approved. */
export interface Unapproved {
  readonly key: CampaignKey;
  readonly changeId: string | null;
  /** The steps that will not be sent, and why. A start that is approved itself waits for the others. */
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  /** Whether it only reverts manual changes, which the drift issue reports. */
  readonly isDriftOnly: boolean;
}

export interface PlanReview {
  /** Campaigns with something to send, each with exactly the steps that may be sent. */
  readonly parts: ReadonlyMap<CampaignKey, PlannedCampaign>;
  readonly unapproved: readonly Unapproved[];
  /** The pull requests that approve any of it. */
  readonly pulls: ReadonlySet<number>;
}

/** The steps of a plan, each of which is decided separately. */
export function openSteps(campaigns: readonly PlannedCampaign[]): OpenStep[] {
  return campaigns.flatMap(({ key, campaignId, digests }) =>
    digests.map((step) => ({ key, campaignId, step })),
  );
}

/** What merged pull requests approve of a plan. The approvals must be sorted, the latest merge first. */
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

/** Reasons that leave open what will be done: the next run may well plan the reviewed step again. */
const TEMPORARY: readonly HeldReason[] = ['in-flight', 'unreadable', 'quota', 'guard', 'needs-publish'];

/** Steps that a merged plan showed and that the current plan lacks because the campaign is blocked now. */
function blockedSteps(
  { key, held, digests, verdict }: PlannedCampaign,
  approvals: readonly VerifiedApproval[],
): Unapproved['steps'][number][] {
  const isBlocked = verdict !== 'unknown' && held.some(({ reason }) => !TEMPORARY.includes(reason));
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

/** Whether a step only reverts what was changed in the service. */
function isDrift({ components, transition, notes }: PlannedCampaign, name: StepName): boolean {
  if (transition?.action === name && !publishesVersion(transition))
    return notes.some(({ kind }) => kind === 'moved-by-hand');
  if (transition?.action === name) return components.every(({ cause }) => cause === 'drifted');
  return components.some((one) => one.name === name && one.cause === 'drifted');
}

/** Closes the open steps of campaigns that equal their file or aren't managed anymore. */
export function closeResolved(
  approvals: readonly Approval[],
  campaigns: readonly PlannedCampaign[],
  isInPlan: (key: CampaignKey) => boolean,
): readonly Approval[] {
  const verdicts = new Map(campaigns.map(({ key, verdict }) => [key, verdict]));
  const hasNothingToDo = (key: CampaignKey) => {
    const verdict = verdicts.get(key);
    return verdict === undefined ? isInPlan(key) : verdict === 'in-sync' || verdict === 'orphaned';
  };
  return approvals.map((one) => closeSteps(one, hasNothingToDo));
}

/** Whether it is still unknown what will be done about some campaign, so that more approvals may be needed later. */
export function isUnsure(campaigns: readonly PlannedCampaign[]): boolean {
  return campaigns.some(({ verdict, held }) => verdict === 'unknown' || held.length > 0);
}

/** A planned campaign with only the steps of these names; undefined if it has none of them. */
export function selectSteps(
  campaign: PlannedCampaign,
  names: ReadonlySet<StepName>,
): PlannedCampaign | undefined {
  const allowed = withoutEarlyStart(campaign, names);
  const steps = campaign.steps.flatMap((step) => partOfStep(step, allowed));
  if (steps.length === 0) return undefined;
  const { transition } = campaign;
  return {
    ...campaign,
    steps,
    digests: campaign.digests.filter(({ name }) => allowed.has(name)),
    transition: transition && allowed.has(transition.action) ? transition : null,
  };
}

/** A campaign is started only together with everything that its file says. */
function withoutEarlyStart(
  { transition, digests }: PlannedCampaign,
  names: ReadonlySet<StepName>,
): ReadonlySet<StepName> {
  if (!transition || isEmergencyStop(transition.action) || digests.every(({ name }) => names.has(name)))
    return names;
  return new Set([...names].filter((name) => name !== transition.action));
}

function partOfStep(step: Step, names: ReadonlySet<StepName>): Step[] {
  switch (step.kind) {
    case 'create':
      return names.has('create') ? [step] : [];
    case 'transition':
      return names.has(step.transition.action) ? [step] : [];
    case 'update': {
      const all = componentNames(step.components);
      const allowed = all.filter((name) => names.has(name));
      if (allowed.length === 0) return [];
      const dropped: readonly string[] = all.filter((name) => !names.has(name));
      const body = Object.entries(step.request.body).filter(([name]) => !dropped.includes(name));
      const request = { ...step.request, body: Object.fromEntries(body) };
      return [{ ...step, request, components: pickComponents(step.components, allowed) }];
    }
  }
}
