import type { JsonObject, JsonValue } from '../json.ts';

/** The lifecycle statuses of a campaign. Specification, States and transitions. */
// prettier-ignore
export const STATUSES = [
  'DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED',
] as const;

/** Statuses that related services also use. Here they are final and lock every field. Open point S12. */
const FURTHER_STATUSES = ['RETIRED', 'EXPIRED', 'UNDER_REVIEW', 'REJECTED'] as const;

/** Every status that a record can have. */
export const RECORD_STATUSES = [...STATUSES, ...FURTHER_STATUSES] as const;

export type CampaignStatus = (typeof RECORD_STATUSES)[number];

/** The channels on which campaigns can be created and changed. Specification, What the service does, point 3. */
export const DRAFT_CHANNELS = ['PUSH', 'EMAIL'] as const;

export type DraftChannel = (typeof DRAFT_CHANNELS)[number];

/** The channels that can be read and searched. Specification, What the service does, point 3. */
// prettier-ignore
export const READ_CHANNELS = [
  'EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS',
] as const;

const EMAIL_TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];

/** The delivery types that each channel accepts on creation. Specification, What the service does, point 4. */
export const DELIVERY_TYPES: Readonly<Record<DraftChannel, readonly string[]>> = {
  PUSH: [...EMAIL_TYPES, 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'],
  EMAIL: EMAIL_TYPES,
};

/** All delivery types, including the one that drafts can't have. */
export const ALL_DELIVERY_TYPES: readonly string[] = [...DELIVERY_TYPES.PUSH, 'BROADCAST_LIVE_ACTIVITY'];

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

/**
 * A campaign as it is stored, which is also how the get operation returns it. `advanceLifecycle` runs before each
 * request, so `status` is current.
 */
export interface CampaignRecord extends JsonObject {
  /** Identifies this document; one per version. */
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

/**
 * Flow nodes, channels without drafts and the individual sends of a periodic campaign can be listed and read, but never
 * changed (open points S9 and S10).
 */
export function isReadOnly(record: CampaignRecord): boolean {
  return !isDraftChannel(record.channel) || record.flow_id !== undefined || record.parent_id !== undefined;
}
