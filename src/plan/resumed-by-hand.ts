import { SENDING_STATUSES } from '../model/campaign.ts';
import type { Note } from '../model/plan.ts';
import type { CampaignContext, ExistingCampaign } from './context.ts';
import { notesOf } from './overlap.ts';
import { areSoon, isSame } from './sends-twice.ts';

/**
 * That users may get the message of a campaign from another campaign, too, because it was resumed in the service and its
 * file agrees by now. Where both send exactly the same, that is noted as for all live campaigns.
 */
export function overlapNotesOfResumed(
  { desired, live, binding }: Pick<ExistingCampaign, 'desired' | 'live' | 'binding'>,
  { senders, now }: Pick<CampaignContext, 'senders' | 'now'>,
): Note[] {
  if (binding.status.seen !== 'PAUSED' || !SENDING_STATUSES.includes(live.status)) return [];
  const resumed = { ...desired, hasBegun: true };
  const others = senders
    .likeOrAtTimeOf(desired)
    .filter((other) => !isSame(resumed, other) && !areSoon(resumed, other, now));
  return notesOf(resumed, others, () => undefined);
}
