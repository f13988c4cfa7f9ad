import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../failure.ts';
import { objectAt, textAt, valueAt, without, type JsonObject } from '../json.ts';
import type { CampaignRecord, CampaignStatus } from './campaign-record.ts';
import { nextSend } from './periodic-sends.ts';
import { instantOfWireTime, wireTime, localTimeToInstant } from './local-time.ts';

/** How long a send takes, in milliseconds of the service's clock. Open point S11. */
const SENDING_MS = 60_000;

/** When the clock will next change a campaign, if all changes up to `after` are done. `null` means never. */
export function dueAt(record: CampaignRecord, after: number): number | null {
  const { status, parent_id: parent } = record;
  if (status === 'SCHEDULED') {
    const start = startInstant(record);
    // If an edit moved the start into the past, the campaign starts now.
    return start === null ? null : Math.max(start, after);
  }
  if (status === 'SENDING') {
    const begun = instantOfWireTime(textAt(record, 'sent_time'));
    return begun === null ? null : begun + SENDING_MS;
  }
  const isPaused = status === 'PAUSED';
  if ((status !== 'ACTIVE' && !isPaused) || parent !== undefined) return null;
  if (isPeriodic(record)) return isPaused ? null : nextSend(objectAt(record, 'scheduling_details'), after);
  const expiry = isTimed(record) ? null : expiryInstant(record);
  return expiry === null ? null : Math.max(expiry, after);
}

/** When the run of a triggered campaign is over, also of a paused one (open point S13). */
export function expiryInstant({ scheduling_details: schedule }: CampaignRecord): number | null {
  const expiry = textAt(schedule, 'expiry_time');
  return expiry === null ? null : localTimeToInstant(expiry, textAt(schedule, 'timezone') ?? 'UTC');
}

/** A change that the clock makes to a campaign. */
export type Step =
  | { readonly kind: 'moved'; readonly record: CampaignRecord; readonly due: number | null }
  /** A periodic campaign sends, which creates a child campaign (open point S9). */
  | { readonly kind: 'sends'; readonly due: number | null };

/** The change that is due at an instant: a start, a send, or the end of one (open points S9 and S11). */
export function stepAt(record: CampaignRecord, at: number): Step {
  if (record.status === 'ACTIVE' && isPeriodic(record)) return { kind: 'sends', due: dueAt(record, at) };
  const moved = movedAt(record, at);
  // The first send may be due at the start itself.
  const due = dueAt(moved, at - 1);
  const isOver = due === null && moved.status === 'ACTIVE' && isPeriodic(moved);
  return { kind: 'moved', record: isOver ? { ...moved, status: 'SENT' } : moved, due };
}

/** The campaign that represents one send of a periodic one: a record of its own with the content that was sent. */
export function childOf(
  parent: CampaignRecord,
  send: { readonly id: string; readonly at: number },
): CampaignRecord {
  const { id, at } = send;
  const { channel, campaign_delivery_type, campaign_id: parent_id } = parent;
  const time = wireTime(at);
  return {
    ...without(parent, ['version_number', 'rejection_comment']),
    ...{ channel, campaign_delivery_type, id, campaign_id: id, parent_id },
    status: 'SENDING',
    ...{ sent_time: time, created_at: time, updated_at: time },
  };
}

function movedAt(record: CampaignRecord, at: number): CampaignRecord {
  if (record.status !== 'SCHEDULED') return { ...record, status: 'SENT' };
  if (record.campaign_delivery_type !== 'ONE_TIME') return { ...record, status: 'ACTIVE' };
  return { ...record, status: 'SENDING', sent_time: wireTime(at) };
}

function isPeriodic(record: CampaignRecord): boolean {
  return record.campaign_delivery_type === 'PERIODIC';
}

export const ACTIONS = ['STOP', 'PAUSE', 'RESUME'] as const;

export type Action = (typeof ACTIONS)[number];

interface ActionRule {
  readonly from: readonly CampaignStatus[];
  readonly deliveryTypes: readonly string[];
  readonly to: CampaignStatus;
}

/** Specification, States and transitions; the resulting states are open point W10. */
export const ACTION_RULES: Readonly<Record<Action, ActionRule>> = {
  STOP: { from: ['ACTIVE', 'SCHEDULED', 'PAUSED', 'SENDING'], deliveryTypes: ['ONE_TIME'], to: 'STOPPED' },
  PAUSE: {
    from: ['ACTIVE', 'SCHEDULED', 'SENDING'],
    deliveryTypes: ['PERIODIC', 'EVENT_TRIGGERED'],
    to: 'PAUSED',
  },
  RESUME: { from: ['PAUSED'], deliveryTypes: ['PERIODIC', 'EVENT_TRIGGERED'], to: 'ACTIVE' },
};

/** Whether the campaign sends at a scheduled time rather than on a trigger. */
export function isTimed(record: CampaignRecord): boolean {
  return ['ONE_TIME', 'PERIODIC'].includes(record.campaign_delivery_type);
}

/** The instant of `start_time` in its zone, `null` where the schedule has none (open point V15). */
export function startInstant(record: CampaignRecord): number | null {
  const schedule = record.scheduling_details;
  const start = textAt(schedule, 'start_time');
  if (start === null || textAt(schedule, 'delivery_type') === 'ASAP') return null;
  return localTimeToInstant(start, textAt(schedule, 'timezone') ?? 'UTC');
}

/** The campaign after publishing: scheduled if the start is in the future, otherwise active, or sending if it is sent once. */
export function publishedAt(record: CampaignRecord, now: number): CampaignRecord {
  const start = startInstant(record);
  return start !== null && start >= now
    ? { ...record, status: 'SCHEDULED' }
    : movedAt({ ...record, status: 'SCHEDULED' }, now);
}

interface EditLock {
  readonly components: readonly string[];
  /** Fields, as `component.field`. If the component is sent, it must repeat their values unchanged. */
  readonly fields: readonly string[];
}

const LIVE: EditLock = {
  components: ['trigger_condition', 'segmentation_details', 'conversion_goal_details'],
  fields: ['scheduling_details.delivery_type', 'scheduling_details.start_time'],
};

/** Specification, States and transitions, rule 4; in all other statuses nothing can be edited (S1, S3 to S5, S12). */
const EDIT_LOCKS: Readonly<Partial<Record<CampaignStatus, EditLock>>> = {
  DRAFT: { components: [], fields: [] },
  SCHEDULED: { components: [], fields: ['scheduling_details.delivery_type'] },
  ACTIVE: LIVE,
  PAUSED: LIVE,
};

/** Refuses with 409 for the first locked field of a record that the components would change (open point W8). */
export function checkLocks(record: CampaignRecord, components: JsonObject): void {
  const { status } = record;
  const field = lockedField(record, components, EDIT_LOCKS[status]);
  if (field !== undefined) throw conflict(field, `${field} can't be edited while the campaign is ${status}`);
}

function lockedField(
  record: CampaignRecord,
  components: JsonObject,
  lock: EditLock | undefined,
): string | undefined {
  if (!lock) return Object.keys(components)[0] ?? 'the campaign';
  const component = lock.components.find((name) => Object.hasOwn(components, name));
  return component ?? lock.fields.find((path) => changes(components, record, path));
}

/** A component is replaced as a whole, so omitting a field clears it, which is a change (open point S2). */
function changes(components: JsonObject, record: CampaignRecord, path: string): boolean {
  const [component = '', ...fields] = path.split('.');
  if (!Object.hasOwn(components, component)) return false;
  const edited = { ...record, ...components };
  if (isDeepStrictEqual(valueAt(edited, component, ...fields), valueAt(record, component, ...fields)))
    return false;
  // A start in another zone, such as UTC, can be the same instant.
  const start = fields.includes('start_time') ? startInstant(edited) : null;
  return start === null || start !== startInstant(record);
}
