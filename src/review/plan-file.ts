import type { ApprovedStep } from '../model/approval.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Stale } from '../model/failure.ts';
import { isObject } from '../model/json.ts';
import type { PlannedCampaign, StepDigest, Review } from '../model/plan.ts';
import { type StepName, sendsAs } from '../model/transitions.ts';
import { reviewPlan, selectSteps } from './review-plan.ts';
import type { ShownSteps } from './read-plan-comments.ts';

/** The steps in a plan file, for campaigns that have any. */
export function stepsInPlanFile(campaigns: readonly unknown[]): ShownSteps {
  return new Map(
    campaigns.flatMap((one): [CampaignKey, StepDigest[]][] => {
      if (!isObject(one) || typeof one.key !== 'string' || !Array.isArray(one.steps)) return [];
      const steps = one.steps.flatMap(stepIn);
      return steps.length === 0 ? [] : [[one.key as CampaignKey, steps]];
    }),
  );
}

function stepIn(value: unknown): StepDigest[] {
  if (!isObject(value) || typeof value.step !== 'string' || typeof value.target !== 'string') return [];
  const base = typeof value.base === 'string' ? value.base : null;
  return [{ name: value.step as StepName, target: value.target, base }];
}

/** What a plan file allows of the current plan. `isAsked` says which campaigns this run is about. */
export function matchPlanFile(
  shown: ShownSteps,
  campaigns: readonly PlannedCampaign[],
  isAsked: (key: CampaignKey) => boolean,
): Review {
  const today = new Set(campaigns.map(({ key }) => key));
  const gone = [...shown.keys()].filter((key) => !today.has(key) && isAsked(key));
  const matched = campaigns.map((campaign) => ({ campaign, ...match(shown, campaign) }));
  return {
    parts: new Map(matched.flatMap(({ campaign: { key }, part }) => (part ? [[key, part] as const] : []))),
    moved: [
      ...gone.map((key): Stale => ({ key, cause: { code: 'changed', what: 'file-gone' } })),
      ...matched
        .filter(({ isMoved }) => isMoved)
        .map(({ campaign: { key } }): Stale => ({ key, cause: { code: 'changed', what: 'plan' } })),
    ],
    notReviewed: matched
      .filter(({ campaign: { key, steps } }) => !shown.has(key) && steps.length > 0)
      .map(({ campaign: { key, transition } }) => {
        const status = sendsAs(transition);
        return { key, why: { kind: 'not-in-plan-file', ...(status && { sendsAs: status }) } };
      }),
  };
}

/** What is still sent of a campaign that changed after the plan file. */
const EMERGENCY_STOPS: ReadonlySet<StepName> = new Set(['PAUSE', 'STOP'] as const);

function match(
  shown: ShownSteps,
  campaign: PlannedCampaign,
): { readonly part: PlannedCampaign | undefined; readonly isMoved: boolean } {
  const { key, campaignId, digests } = campaign;
  const listed = shown.get(key);
  if (!listed) return { part: undefined, isMoved: false };
  // If the file creates a campaign that exists now, an earlier apply of this file created it.
  const steps = listed.map(({ name }): ApprovedStep => {
    const isCreated = name === 'create' && campaignId !== null;
    return isCreated ? { key, name, end: 'done', campaignId } : { key, name, end: undefined };
  });
  const approval = { approval: { pull: 0, mergedAt: '', base: '', markers: [], steps }, shown };
  const { parts, unapproved } = reviewPlan([campaign], [approval]);
  const part = parts.get(key);
  const isMoved = unapproved.length > 0 || (digests.length === 0 && !isDone(campaign));
  return { part: isMoved && part ? selectSteps(part, EMERGENCY_STOPS) : part, isMoved };
}

/** Nothing is left to send, and not because something changed: an earlier run did it, as far as possible. */
function isDone({ verdict, held }: PlannedCampaign): boolean {
  const asFarAsPossible = ['needs-publish', 'transition-not-possible'];
  return (
    verdict === 'in-sync' ||
    (verdict === 'held' && held.every(({ reason }) => asFarAsPossible.includes(reason)))
  );
}
