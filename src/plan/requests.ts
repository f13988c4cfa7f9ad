import type { Components, Desired } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request, Step, Transition } from '../model/plan.ts';

/** The placeholder in a path or body for an ID that is known only when the request is sent. */
const UNKNOWN_ID = '{campaign_id}';
const UNKNOWN_REQUEST_ID = '{request_id}';

/** Specification, Create Campaign Draft: the complete campaign. */
export function createRequest(desired: Desired, actor: string): Request {
  return {
    method: 'POST',
    path: '/v5/campaigns',
    body: {
      channel: desired.channel,
      campaign_delivery_type: desired.deliveryType,
      created_by: actor,
      ...present(desired.components),
    },
  };
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
      ...present(components),
    },
  };
}

/** Open points W9 (actions) and W19 (publishing, as in the earlier version of the API). */
export function transitionStep(transition: Transition, id: string | undefined, actor: string): Step {
  const campaign = id === undefined ? UNKNOWN_ID : encodeURIComponent(id);
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

function present(components: Components): JsonObject {
  return Object.fromEntries(Object.entries(components));
}
