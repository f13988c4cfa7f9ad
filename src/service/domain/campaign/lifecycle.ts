import { isJsonObject, textAt, valueAt, without, type JsonObject } from '../json.ts';
import type { CampaignRecord } from './campaign-record.ts';
import { startInstant } from './campaign-status.ts';
import { nextSend } from './periodic-sends.ts';
import { instantOfWireTime, wireTime } from './wire-time.ts';

/** How long a send takes here, in milliseconds of the service's clock. Open point S11. */
export const SENDING_MS = 60_000;

/** When the clock will change a campaign next, given that it has changed all until `after`; `null` for never. */
export function dueAt(record: CampaignRecord, after: number): number | null {
  switch (record.status) {
    case 'SCHEDULED': {
      const start = startInstant(record);
      // A start that was put into the past by an edit happens now, not then.
      return start === null ? null : Math.max(start, after);
    }
    case 'SENDING': {
      const begun = instantOfWireTime(textAt(record, 'sent_time'));
      return begun === null ? null : begun + SENDING_MS;
    }
    case 'ACTIVE':
      return isPeriodic(record) && record.parent_id === undefined
        ? nextSend(scheduleOf(record), after)
        : null;
    case 'DRAFT':
    case 'PAUSED':
    case 'SENT':
    case 'STOPPED':
    case 'ARCHIVED':
    case 'RETIRED':
    case 'EXPIRED':
    case 'UNDER_REVIEW':
    case 'REJECTED':
      return null;
  }
}

/** What the clock makes of a campaign. */
export type Step =
  | { readonly kind: 'moved'; readonly record: CampaignRecord; readonly due: number | null }
  /** A periodic campaign sends: a child goes out (open point S9). */
  | { readonly kind: 'sends'; readonly due: number | null };

/**
 * What happens to a campaign at the instant that it was due (open points S9 and S11): a one-time one sends for a
 * minute and is over, a periodic one begins, and then sends again and again, others wait for what sets them off.
 */
export function stepAt(record: CampaignRecord, at: number): Step {
  if (record.status === 'ACTIVE') return { kind: 'sends', due: dueAt(record, at) };
  const moved = movedAt(record, at);
  // A first send may be due at the very start.
  const due = dueAt(moved, at - 1);
  const isOver = due === null && moved.status === 'ACTIVE' && isPeriodic(moved);
  return { kind: 'moved', record: isOver ? { ...moved, status: 'SENT' } : moved, due };
}

/** The campaign that stands for one send of a periodic one: its own record, with the content as it was sent. */
export function childOf(
  parent: CampaignRecord,
  send: { readonly id: string; readonly at: number },
): CampaignRecord {
  const { id, at } = send;
  const inherited = without(parent, ['version_number', 'rejection_comment']);
  const time = wireTime(at);
  const own = {
    id,
    campaign_id: id,
    parent_id: parent.campaign_id,
    status: 'SENDING',
    sent_time: time,
  } as const;
  const { channel, campaign_delivery_type } = parent;
  return { ...inherited, channel, campaign_delivery_type, ...own, created_at: time, updated_at: time };
}

/** How many sends a periodic campaign makes in all, `null` for as many as come. */
export function sendsInAll(record: CampaignRecord): number | null {
  const count = valueAt(record, 'scheduling_details', 'periodic_details', 'no_of_occurences');
  return typeof count === 'number' ? count : null;
}

function movedAt(record: CampaignRecord, at: number): CampaignRecord {
  if (record.status === 'SENDING') return { ...record, status: 'SENT' };
  if (record.campaign_delivery_type !== 'ONE_TIME') return { ...record, status: 'ACTIVE' };
  return { ...record, status: 'SENDING', sent_time: wireTime(at) };
}

function isPeriodic(record: CampaignRecord): boolean {
  return record.campaign_delivery_type === 'PERIODIC';
}

function scheduleOf(record: CampaignRecord): JsonObject {
  const schedule = record.scheduling_details;
  return isJsonObject(schedule) ? schedule : {};
}
