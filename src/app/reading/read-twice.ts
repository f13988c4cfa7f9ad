import type { CampaignKey, Components, Live } from '../../model/campaign.ts';
import type { LiveAnswer } from '../../model/live-answer.ts';
import { steady } from '../../model/self-changing.ts';
import { knownOf, type State } from '../../model/state.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';

/**
 * Reads campaigns a second time if leaves changed that no file ever set, although a campaign was edited since the last
 * check. If a leaf differs between the two reads and `updated_at` does not, the leaf changes by itself. This costs
 * nothing if nothing changed.
 */
export async function withSecondReads(
  service: Pick<CampaignService, 'readCampaigns'>,
  answers: ReadonlyMap<CampaignKey, LiveAnswer>,
  { state, files }: { readonly state: State; readonly files: ReadonlyMap<CampaignKey, Components> },
): Promise<Map<CampaignKey, LiveAnswer>> {
  const suspects = [...answers].flatMap(([key, answer]) => {
    const binding = state.bindings.get(key);
    if (answer.kind !== 'present' || answer.live.updatedAt === undefined || !binding) return [];
    const desired = files.get(key);
    const { isUnexplained } = steady(desired ?? {}, { live: answer.live, binding });
    return isUnexplained
      ? [{ key, id: binding.campaignId, live: answer.live, known: knownOf(binding, desired) }]
      : [];
  });
  if (suspects.length === 0) return new Map(answers);
  const known = new Map(suspects.map((one) => [one.id, one.known]));
  const again = await service.readCampaigns([...known.keys()], known);
  return new Map([
    ...answers,
    ...suspects.map(({ key, id, live }): [CampaignKey, LiveAnswer] => {
      const second = again.get(id);
      return [
        key,
        { kind: 'present', live: second?.kind === 'present' ? compared(live, second.live) : live },
      ];
    }),
  ]);
}

/** The first read, with what the second one shows about it. */
function compared(first: Live, second: Live): Live {
  return first.updatedAt === second.updatedAt ? { ...first, again: second.components } : first;
}
