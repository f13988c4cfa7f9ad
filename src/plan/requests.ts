import type { Components, Desired } from '../model/campaign.ts';
import {
  type Request,
  type Step,
  type Transition,
  creation,
  UNKNOWN_ID,
  UNKNOWN_REQUEST_ID,
} from '../model/plan.ts';
import { publishesVersion } from '../model/transitions.ts';

/** Specification, Create Campaign Draft: the complete campaign. */
export function createRequest(desired: Desired, actor: string): Request {
  return creation({
    channel: desired.channel,
    campaign_delivery_type: desired.deliveryType,
    created_by: actor,
    ...desired.components,
  });
}

/** Specification, Update Campaign; open point W7a: exactly the components that must change, each as a whole. */
export function updateRequest(
  desired: Desired,
  id: string,
  { components, actor }: { readonly components: Components; readonly actor: string },
): Request {
  return {
    method: 'PATCH',
    path: `/v5/campaigns/${encodeURIComponent(id)}`,
    body: {
      channel: desired.channel,
      campaign_delivery_type: desired.deliveryType,
      updated_by: actor,
      ...components,
    },
  };
}

/** Open points W9 (actions) and W19 (publishing, as in the earlier version of the API). */
export function transitionStep(transition: Transition, id: string | undefined, actor: string): Step {
  // The edit creates the document of a new version.
  const campaign = id === undefined || publishesVersion(transition) ? UNKNOWN_ID : encodeURIComponent(id);
  const request: Request =
    transition.action === 'PUBLISH'
      ? {
          method: 'PATCH',
          path: `/core-services/v1/campaigns/${campaign}`,
          body: { request_id: UNKNOWN_REQUEST_ID, updated_by: actor, status: 'PUBLISH' },
        }
      : { method: 'PATCH', path: `/v5/campaigns/${campaign}/status`, body: { action: transition.action } };
  return { kind: 'transition', request, transition };
}
