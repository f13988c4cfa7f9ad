import { canonical } from '../model/canonical.ts';
import type { CampaignKey, Components } from '../model/campaign.ts';
import { stableText } from '../model/json.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';

/**
 * Lets each start wait for the campaigns with the same content that this plan pauses or stops. If one of them isn't stopped
 * after all, users would get the message from both.
 */
export function withStartsAfter(
  campaigns: readonly PlannedCampaign[],
  bindings: State['bindings'],
): readonly PlannedCampaign[] {
  const stopped = new Map<string, CampaignKey[]>();
  for (const { key, transition, desired, live } of campaigns) {
    if (!transition || !isEmergencyStop(transition.action)) continue;
    // Live may spell what was sent in another way, and the file may have an edit that wasn't sent.
    const sent = [desired?.components, live?.components, bindings.get(key)?.applied];
    for (const content of new Set(sent.flatMap(contentOf)))
      stopped.set(content, [...(stopped.get(content) ?? []), key]);
  }
  return campaigns.map((one) => {
    const { transition, desired } = one;
    if (!transition || isEmergencyStop(transition.action)) return one;
    const startsAfter = contentOf(desired?.components).flatMap((content) => stopped.get(content) ?? []);
    return startsAfter.length > 0 ? { ...one, startsAfter } : one;
  });
}

/** The whole content as one text that is the same for all spellings; empty if there is none. */
function contentOf(components: Components | undefined): string[] {
  const content = components?.campaign_content;
  return content ? [stableText(canonical('campaign_content', content))] : [];
}
