import { SENDING_STATUSES } from '../model/campaign.ts';
import type { GuardRefusal, PlannedCampaign, Step } from '../model/plan.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import type { Consent, Policy } from '../model/workspace.ts';
import { guarded } from './reasons.ts';

interface GuardInputs {
  readonly policy: Policy;
  readonly allowed: ReadonlySet<Consent>;
  /** Live campaigns of the workspace that are not in this plan. They count, but nothing touches them. */
  readonly sendingElsewhere: number;
}

/** Refuses a plan that touches too large a share of the live campaigns. Emergency stops don't count. */
export function guard(
  campaigns: readonly PlannedCampaign[],
  { policy, allowed, sendingElsewhere }: GuardInputs,
): { campaigns: readonly PlannedCampaign[]; refusal: GuardRefusal | undefined } {
  const sending = campaigns.filter(
    ({ liveStatus }) => liveStatus !== null && SENDING_STATUSES.includes(liveStatus),
  );
  const sendingCount = sending.length + sendingElsewhere;
  const touched = sending.filter(({ steps }) => steps.some(isTouch)).length;
  const { share, atLeast } = policy.guard;
  if (allowed.has('guard') || sendingCount < atLeast || touched / sendingCount <= share) {
    return { campaigns, refusal: undefined };
  }
  const refusal = { touched, live: sendingCount, share };
  const all = campaigns.map((one) => (one.steps.some(isTouch) ? refused(one, refusal) : one));
  return { campaigns: all, refusal };
}

/** The steps stay in the plan. Only an emergency stop among them is applied. */
function refused(campaign: PlannedCampaign, refusal: GuardRefusal): PlannedCampaign {
  const held = [guarded(refusal), ...campaign.held];
  const emergencyStops = campaign.steps.some((step) => !isTouch(step));
  return { ...campaign, held, verdict: emergencyStops ? 'transition' : campaign.verdict };
}

function isTouch(step: Step): boolean {
  return step.kind !== 'transition' || !isEmergencyStop(step.transition.action);
}
