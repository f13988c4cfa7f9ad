import type { Live } from '../model/campaign.ts';
import type { Intent } from '../model/state.ts';
import type { CreateIntent } from '../model/creation-result.ts';
import { findCreated, SECOND_SEARCH_AFTER_MS, type Searching } from './find-created.ts';
import { closing } from './outcomes.ts';
import type { Clock } from '../model/clock.ts';
import type { TrailRecord } from './ports.ts';

/** The result of closing intents at a user's request. */
export type CloseAnswer =
  | { readonly kind: 'closed'; readonly entries: readonly TrailRecord[] }
  /** A campaign that the intent created, or may have created, exists, so nothing is closed. */
  | { readonly kind: 'found'; readonly intent: CreateIntent; readonly campaigns: readonly Live[] }
  | { readonly kind: 'unreadable'; readonly intent: CreateIntent };

/**
 * Closes intents by hand. A creation is closed only if two reads, a minute apart, find no campaign that it could have
 * made.
 */
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
