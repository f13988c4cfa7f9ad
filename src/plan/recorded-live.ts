import type { CampaignKey, Live, LiveAnswer } from '../model/campaign.ts';
import type { Binding, State } from '../model/state.ts';

/** What the service would answer if nothing had moved since the last look: the live side of an offline plan. */
export function recordedAnswers({ bindings }: State): ReadonlyMap<CampaignKey, LiveAnswer> {
  return new Map(
    [...bindings].map(([key, binding]) => [key, { kind: 'present', live: recordedLive(binding) }]),
  );
}

/** Components that no file ever said are not in it, whatever live has of them. */
function recordedLive(binding: Binding): Live {
  return {
    id: binding.campaignId,
    documentId: binding.id,
    channel: binding.channel,
    deliveryType: binding.deliveryType,
    status: binding.status.seen,
    name: binding.name,
    components: binding.observed,
    // What can't be managed is never bound.
    readOnly: undefined,
  };
}
