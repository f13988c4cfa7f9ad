import { SENDING_STATUSES, type CampaignStatus, type Desired, type Live } from '../model/campaign.ts';
import { held, type Held } from '../model/held.ts';
import type { JsonObject } from '../model/json.ts';
import { written } from '../model/read-view.ts';
import { startInstant, startIsPast } from '../model/schedule.ts';
import { heldByStart } from '../model/start-past.ts';
import type { Binding } from '../model/state.ts';
import { blackoutDayOf, blackoutFor } from './blackout.ts';
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
 * Why a live campaign doesn't get the schedule of its file: the service may send a campaign at once whose new start is in
 * the past, and a new day may be one on which the team sends nothing. A schedule that was so before may stay.
 */
export function untimelySchedule(rescheduled: Rescheduled): Held | undefined {
  const { desired, live, status, context } = rescheduled;
  const { scheduling_details: wanted } = desired.components;
  if (!wanted || !SENDING_STATUSES.includes(status)) return undefined;
  const before = scheduleBefore(rescheduled);
  const { now } = context;
  const isPast = startIsPast(desired.deliveryType, written(wanted), now);
  if (isPast && startInstant(written(wanted)) !== startInstant(before))
    return withSchedule(heldByStart(desired, { live, at: now, isNew: false, isEdit: true }));
  const blackout = blackoutFor(rescheduled, 'UPDATE', context);
  if (!blackout || blackoutDayOf(desired, before, context) !== undefined) return undefined;
  return withSchedule(held('locked', blackout));
}

/** Live may show a schedule without its day (open point W5). */
function scheduleBefore({ live, binding }: Rescheduled): JsonObject {
  const shown = written(live.components.scheduling_details ?? {});
  return Number.isNaN(startInstant(shown)) ? written(binding.applied.scheduling_details ?? shown) : shown;
}

function withSchedule(obstacle: Held | undefined): Held | undefined {
  return obstacle && { ...obstacle, reason: 'locked', components: ['scheduling_details'] };
}
