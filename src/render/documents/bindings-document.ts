import { jsonText } from '../../model/json.ts';
import type { Binding } from '../../model/state.ts';

/** `{"format": "campaign-bindings/1", …}`, for scripts. */
export function bindingsDocument(bindings: readonly Binding[]): string {
  return jsonText({
    format: 'campaign-bindings/1',
    bindings: bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
      key,
      campaign_id: campaignId,
      channel,
      type: deliveryType,
      name,
    })),
  });
}
