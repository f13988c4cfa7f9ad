import { blackoutAfter } from '../model/blackout-cause.ts';
import { SENDING_STATUSES, type CampaignStatus, type Desired, type Live } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Note } from '../model/plan.ts';
import { written } from '../model/read-view.ts';
import { firstInstant, isScheduled } from '../model/schedule.ts';
import { bare } from '../model/show.ts';
import { heldByNewStart, scheduleBefore } from '../model/start-past.ts';
import { HOUR_MS } from '../model/time.ts';
import type { Binding } from '../model/state.ts';
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
  return blackout && heldBy('locked', blackout, { components: ['scheduling_details'] });
}

/** That an edit brings the start of a live campaign so close that there is hardly time to undo it. */
export function startsSoonNote(
  { desired, live, binding }: Pick<Rescheduled, 'desired' | 'live' | 'binding'>,
  now: number,
): Note[] {
  const { scheduling_details: wanted } = desired.components;
  if (!wanted || !isScheduled(desired.deliveryType) || !SENDING_STATUSES.includes(live.status)) return [];
  const schedule = written(wanted);
  const first = firstInstant(schedule);
  const before = firstInstant(scheduleBefore(live, binding.applied.scheduling_details));
  const isSoon = first < now + HOUR_MS && !(before < now + HOUR_MS);
  if (!isSoon) return [];
  const { start_time: start, timezone: zone = 'UTC', delivery_type: type } = schedule;
  const isLocal = type === 'SEND_IN_USER_TIMEZONE';
  return [{ kind: 'starts-soon', start: bare(start), zone: bare(zone), ...(isLocal && { isLocal }) }];
}
