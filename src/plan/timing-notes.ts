import { SENDING_STATUSES, type Desired, type Live } from '../model/campaign.ts';
import type { Note } from '../model/plan.ts';
import { written } from '../model/read-view.ts';
import { firstInstant, isScheduled, startIsPast } from '../model/schedule.ts';
import { bare } from '../model/show.ts';
import type { Binding } from '../model/state.ts';
import { HOUR_MS } from '../model/time.ts';
import { scheduleBefore, scheduleToPublish } from '../model/timing.ts';

/**
 * The note for a file that leaves its campaign a draft: what is created or edited now can't be published later. A draft
 * that isn't touched may have been given up, so there is no note.
 */
export function startPastNote(desired: Desired, live: Live | undefined, now: number): Note[] {
  const { status, deliveryType } = desired;
  const staysDraft = (status === undefined || status === 'DRAFT') && (live?.status ?? 'DRAFT') === 'DRAFT';
  const schedule = scheduleToPublish(desired, live);
  if (!staysDraft || !startIsPast(deliveryType, schedule, now)) return [];
  const { start_time: start, timezone: zone = 'UTC' } = schedule;
  return [{ kind: 'start-past', start: bare(start), zone: bare(zone) }];
}

/** That an edit brings the start of a live campaign so close that there is hardly time to undo it. */
export function startsSoonNote(
  { desired, live, binding }: { readonly desired: Desired; readonly live: Live; readonly binding: Binding },
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
