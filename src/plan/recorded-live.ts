import type { CampaignKey, Live } from '../model/campaign.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import type { Binding, State } from '../model/state.ts';

/** What the service would answer if nothing had changed since the last read: the live side of an offline plan. */
export function recordedAnswers({ bindings }: State): ReadonlyMap<CampaignKey, LiveAnswer> {
  return new Map(
    [...bindings].map(([key, binding]) => [key, { kind: 'present', live: recordedLive(binding) }]),
  );
}

/** The record has only the components that some file had; others that live may have are missing here. */
function recordedLive(binding: Binding): Live {
  return {
    id: binding.campaignId,
    documentId: binding.documentId,
    channel: binding.channel,
    deliveryType: binding.deliveryType,
    status: binding.status.seen,
    name: binding.name,
    components: binding.observed,
    // Campaigns that can't be managed are never bound.
    readOnly: undefined,
  };
}
