import { SENDING_STATUSES } from '../model/campaign.ts';
import type { GuardRefusal, PlannedCampaign, Step } from '../model/plan.ts';
import { isBrake } from '../model/transitions.ts';
import type { Consent, Policy } from '../model/workspace.ts';
import { guarded } from './reasons.ts';

interface GuardInputs {
  readonly policy: Policy;
  readonly consents: ReadonlySet<Consent>;
  /** Live campaigns of the workspace that are not in this plan: they count, and nothing touches them. */
  readonly sendingElsewhere: number;
}

/** Refuses a plan that touches too large a share of what is live. Emergency brakes are not counted and not held. */
export function guard(
  campaigns: readonly PlannedCampaign[],
  { policy, consents, sendingElsewhere }: GuardInputs,
): { campaigns: readonly PlannedCampaign[]; refusal: GuardRefusal | undefined } {
  const planned = campaigns.filter(
    ({ liveStatus }) => liveStatus !== null && SENDING_STATUSES.includes(liveStatus),
  );
  const live = planned.length + sendingElsewhere;
  const touched = planned.filter(({ steps }) => steps.some(isTouch)).length;
  const { share, atLeast } = policy.guard;
  if (consents.has('guard') || live < atLeast || touched / live <= share) {
    return { campaigns, refusal: undefined };
  }
  const refusal = { touched, live, share };
  return {
    campaigns: campaigns.map((one) => (one.steps.some(isTouch) ? refused(one, refusal) : one)),
    refusal,
  };
}

/** The steps stay in the plan, with what they would need; only a brake among them goes through. */
function refused(campaign: PlannedCampaign, refusal: GuardRefusal): PlannedCampaign {
  const held = [guarded(refusal), ...campaign.held];
  const brakes = campaign.steps.some((step) => !isTouch(step));
  return { ...campaign, held, verdict: brakes ? 'transition' : campaign.verdict };
}

function isTouch(step: Step): boolean {
  return step.kind !== 'transition' || !isBrake(step.transition.action);
}
