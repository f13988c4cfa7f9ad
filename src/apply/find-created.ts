import { sameComponent } from '../model/canonical.ts';
import { componentNames, couldBe, type CampaignId, type CampaignKey, type Live } from '../model/campaign.ts';
import { isResultOf, type CreateIntent } from '../model/resolve-intent.ts';
import { isPlainSpelling } from '../model/spelling.ts';
import { boundIds, type Binding, type Intent } from '../model/state.ts';
import { MINUTE_MS } from '../model/time.ts';
import type { Remote, TrailRecord } from './ports.ts';
import { closing } from './outcomes.ts';
import type { Clock } from '../model/clock.ts';

/** The time between two searches that must both find nothing: a late creation is visible by then. */
export const SECOND_SEARCH_AFTER_MS = MINUTE_MS;

interface Searching {
  readonly options: { readonly remote: Pick<Remote, 'searchByName'> };
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
}

/** Unbound live campaigns with the intent's name, type and content that did not exist before; undefined if unknown. */
export async function findCreated(
  { options, bindings }: Searching,
  intent: CreateIntent,
): Promise<readonly Live[] | undefined> {
  const found = await options.remote.searchByName(intent, componentNames(intent.components));
  if (found.kind === 'unknown') return undefined;
  const bound = boundIds(bindings.values());
  return found.campaigns.filter((live) => couldBe(live, intent, bound) && isResultOf(intent, live));
}

/**
 * The campaign that an answer says was created; undefined if the answer names none, or one that existed before. A cache
 * or a gateway may repeat the answer to another creation, whose campaign already has a key.
 */
export function createdId(
  { bindings }: Pick<Searching, 'bindings'>,
  { key, sameNameCandidates = [] }: CreateIntent,
  said: unknown,
): CampaignId | undefined {
  if (typeof said !== 'string' || said === '') return undefined;
  const id = said as CampaignId;
  const isTaken = [...bindings.values()].some((one) => one.campaignId === id && one.key !== key);
  return isTaken || sameNameCandidates.includes(id) ? undefined : id;
}

/**
 * Whether a campaign that an answer named can be what the request created. A campaign of another type can't, nor one with
 * another name and other content: the service may spell one of the two in its own way (open point W32), but not both.
 */
export function isLikeCreated(intent: CreateIntent, live: Live): boolean {
  const { name, channel, deliveryType, components } = intent;
  if (live.channel !== channel || live.deliveryType !== deliveryType) return false;
  if (live.name === undefined || live.name === name || isPlainSpelling(name, live.name)) return true;
  const content = components.campaign_content;
  return (
    content !== undefined && sameComponent('campaign_content', content, live.components.campaign_content)
  );
}

type CloseAnswer =
  | { readonly kind: 'closed'; readonly entries: readonly TrailRecord[] }
  /** A campaign that the intent created, or may have created, exists, so nothing is closed. */
  | { readonly kind: 'found'; readonly intent: CreateIntent; readonly campaigns: readonly Live[] }
  | { readonly kind: 'unreadable'; readonly intent: CreateIntent };

/** Closes intents by hand; a creation only if two reads, a minute apart, find nothing that it made. */
export async function closeIntents(
  searching: Searching & { readonly options: { readonly clock: Clock } },
  intents: readonly Intent[],
): Promise<CloseAnswer> {
  const creates = intents.filter((one) => one.kind === 'create');
  const { clock } = searching.options;
  for (const look of creates.length > 0 ? ['first', 'second'] : []) {
    if (look === 'second') await clock.sleep(SECOND_SEARCH_AFTER_MS);
    for (const intent of creates) {
      const campaigns = await findCreated(searching, intent);
      if (campaigns === undefined) return { kind: 'unreadable', intent };
      if (campaigns.length > 0) return { kind: 'found', intent, campaigns };
    }
  }
  return { kind: 'closed', entries: intents.map((one) => closing(one, { code: 'forgotten-by-hand' })) };
}
