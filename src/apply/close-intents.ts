import { MINUTE_MS } from '../model/time.ts';
import type { Live } from '../model/campaign.ts';
import type { Intent } from '../model/state.ts';
import { findCreated, type CreateIntent, type Searching } from './find-created.ts';
import { closing } from './outcomes.ts';
import type { Clock } from '../model/clock.ts';
import type { Entry } from './ports.ts';

/** A sent creation that may still be on its way is there a minute later. */
const SECOND_READ_AFTER_MS = MINUTE_MS;

/** What becomes of intents that a person wants to be closed. */
export type LetGo =
  | { readonly kind: 'closed'; readonly entries: readonly Entry[] }
  /** What it made is there, or may be: nothing is closed. */
  | { readonly kind: 'found'; readonly intent: CreateIntent; readonly campaigns: readonly Live[] }
  | { readonly kind: 'unreadable'; readonly intent: CreateIntent };

/** Closes intents by hand: a creation only where two looks, a minute apart, find nothing that it could have made. */
export async function closeIntents(
  searching: Searching & { readonly options: { readonly clock: Clock } },
  intents: readonly Intent[],
): Promise<LetGo> {
  const creates = intents.filter((one) => one.kind === 'create');
  const { clock } = searching.options;
  for (const live of creates.length > 0 ? ['first', 'second'] : []) {
    if (live === 'second') await clock.sleep(SECOND_READ_AFTER_MS);
    for (const intent of creates) {
      const campaigns = await findCreated(searching, intent);
      if (campaigns === undefined) return { kind: 'unreadable', intent };
      if (campaigns.length > 0) return { kind: 'found', intent, campaigns };
    }
  }
  return { kind: 'closed', entries: intents.map((one) => closing(one, 'forgotten by hand')) };
}
