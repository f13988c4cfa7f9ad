import type { JsonObject, JsonValue } from '../json.ts';
import { detail, shown, type Detail } from '../failure.ts';
import { randomBytes, randomInt } from 'node:crypto';

/** The lifecycle statuses of a campaign. Specification, States and transitions. */
// prettier-ignore
export const STATUSES = [
  'DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED',
] as const;

/** Every status that a record can have; those of related services are final here and lock every field (open point S12). */
export const RECORD_STATUSES = [...STATUSES, 'RETIRED', 'EXPIRED', 'UNDER_REVIEW', 'REJECTED'] as const;

export type CampaignStatus = (typeof RECORD_STATUSES)[number];

/** The channels on which campaigns can be created and changed. Specification, What the service does, point 3. */
export const DRAFT_CHANNELS = ['PUSH', 'EMAIL'] as const;

export type DraftChannel = (typeof DRAFT_CHANNELS)[number];

const EMAIL_TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];

/** The delivery types that each channel accepts on creation. Specification, What the service does, point 4. */
export const DELIVERY_TYPES: Readonly<Record<DraftChannel, readonly string[]>> = {
  PUSH: [...EMAIL_TYPES, 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'],
  EMAIL: EMAIL_TYPES,
};

// prettier-ignore
const SHARED_COMPONENTS = [
  'basic_details', 'trigger_condition', 'campaign_content', 'segmentation_details', 'scheduling_details',
  'delivery_controls', 'conversion_goal_details', 'control_group_details', 'utm_params',
  'campaign_audience_limit',
];

/** The components of a campaign per channel. Specification, Create request body. */
export const COMPONENTS: Readonly<Record<DraftChannel, readonly string[]>> = {
  PUSH: [...SHARED_COMPONENTS, 'advanced'],
  EMAIL: [...SHARED_COMPONENTS, 'connector'],
};

/** A campaign as it is stored and as get returns it; `status` is current before each request. */
export interface CampaignRecord extends JsonObject {
  readonly id: string;
  /** Identifies the campaign across its versions. Without versioning it equals `id` (open point S8). */
  readonly campaign_id: string;
  readonly status: CampaignStatus;
  readonly channel: string;
  readonly campaign_delivery_type: string;
  /** UTC without a zone, see `wireTime`; sorts as text. */
  readonly created_at: string;
  readonly updated_at: string;
}

/** Whether a text is a channel that drafts can have. */
export function isDraftChannel(value: JsonValue | undefined): value is DraftChannel {
  return DRAFT_CHANNELS.some((channel) => channel === value);
}

/** Flow nodes, other channels and single sends of periodic campaigns never change (S9, S10). */
export function isReadOnly(record: CampaignRecord): boolean {
  return !isDraftChannel(record.channel) || record.flow_id !== undefined || record.parent_id !== undefined;
}

export function isMailAddress(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);
}

/** The components in a body or a record. */
export function componentsOf(body: JsonObject, channel: DraftChannel): JsonObject {
  const names = Object.keys(body).filter((name) => COMPONENTS[channel].includes(name));
  return Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
}

/** The errors in the two fields that decide the shape of a new campaign. */
export function kindErrors({ channel, campaign_delivery_type: type }: JsonObject): readonly Detail[] {
  if (!isDraftChannel(channel)) {
    return [detail('channel', `must be one of ${DRAFT_CHANNELS.join(', ')}, not ${shown(channel)}`)];
  }
  const possible = DELIVERY_TYPES[channel];
  if (typeof type === 'string' && possible.includes(type)) return [];
  const problem = `must be one of ${possible.join(', ')} for ${channel}, not ${shown(type)}`;
  return [detail('campaign_delivery_type', problem)];
}

/** Neither the channel nor the delivery type of a campaign ever changes (open points W7a and S6). */
export function movedKindErrors(body: JsonObject, record: CampaignRecord): readonly Detail[] {
  return (['channel', 'campaign_delivery_type'] as const)
    .filter((field) => body[field] !== undefined && body[field] !== record[field])
    .map((field) => detail(field, `of this campaign is ${record[field]} and can't change`));
}

/** An error if the author isn't an email address. `updated_by` is optional (open point W7a). */
export function authorErrors(body: JsonObject, field: 'created_by' | 'updated_by'): readonly Detail[] {
  const author = body[field];
  if (author === undefined) return field === 'created_by' ? [detail(field, 'is required')] : [];
  if (isMailAddress(author)) return [];
  return [detail(field, 'must be an email address')];
}

/** Errors for unknown fields and for components that are `null` (V20, W7), up to the limit. */
export function fieldErrors(
  body: JsonObject,
  known: { readonly channel: DraftChannel; readonly others: readonly string[] },
): readonly Detail[] {
  const components = COMPONENTS[known.channel];
  const wrong = Object.keys(body).filter((field) =>
    components.includes(field) ? body[field] === null : !known.others.includes(field),
  );
  return wrong.map((field) => {
    if (components.includes(field)) return detail(field, "can't be removed: null is not a component");
    const hint = field === 'status' ? ': the status is changed with its own operations' : '';
    return detail(field, `is not a field of a ${known.channel} campaign here${hint}`);
  });
}

/** Returns a new 24-character object ID. Later IDs sort after earlier ones. */
export type NewId = (now: number) => string;

/** Object IDs consist of the time in seconds, five random bytes per process and a counter. */
export function idGenerator(): NewId {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return (now) => {
    count = (count + 1) % 0x1000000;
    return `${hex(Math.floor(now / 1000) % 0x100000000, 8)}${process}${hex(count, 6)}`;
  };
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A campaign ID of a different form than document IDs, such as `camp_abc123xyz`. Open point W3. */
export function opaqueCampaignId(): string {
  return `camp_${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
