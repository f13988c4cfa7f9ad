import { SENDING_STATUSES, type CampaignStatus, type Desired, type Live } from '../model/campaign.ts';
import { held, type Held } from '../model/held.ts';
import { heldByNewStart, scheduleBefore } from '../model/start-past.ts';
import type { Binding } from '../model/state.ts';
import { blackoutAfter } from './blackout.ts';
import type { CampaignContext } from './context.ts';

interface Rescheduled {
  readonly desired: Desired;
  readonly live: Live;
  readonly binding: Binding;
  /** The campaign's status when the patch arrives. */
  readonly status: CampaignStatus;
  readonly context: Pick<CampaignContext, 'policy' | 'now'>;
}

/**
 * Why a live campaign doesn't get the schedule of its file: it would start in the past, or send on more days on which the
 * team sends nothing. A schedule that was so before may stay.
 */
export function untimelySchedule(rescheduled: Rescheduled): Held | undefined {
  const { desired, live, status, binding, context } = rescheduled;
  if (!desired.components.scheduling_details || !SENDING_STATUSES.includes(status)) return undefined;
  const { scheduling_details: applied } = binding.applied;
  const past = heldByNewStart(desired, { live, applied, at: context.now });
  if (past) return past;
  const blackout = blackoutAfter(rescheduled, scheduleBefore(live, applied), context);
  return blackout && held('locked', blackout, { components: ['scheduling_details'] });
}
