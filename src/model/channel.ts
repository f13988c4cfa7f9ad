import { CHANNELS, COMPONENTS, type Channel, type ComponentName, type DeliveryType } from './campaign.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

// What differs from channel to channel, in one table: adding a channel to CHANNELS does not compile until it has a row
// here, and one in PUBLISH_RULES (src/load/rules/publish-rules.ts), which says what its campaigns need to be published.

export interface ChannelRules {
  /** The key of `content`, or of a variation of it, below which stands what is sent. */
  readonly contentKey: string;
  /** Fields of what is sent; what has one of them is content, even where its key is missing. */
  readonly contentFields: readonly string[];
  /** The text that people see first, however deep it stands in the content. */
  readonly headline: string;
  /** The components that its campaigns may have. */
  readonly components: readonly ComponentName[];
  readonly deliveryTypes: readonly DeliveryType[];
  /** The definition in schemas/components.schema.json that describes its campaigns. */
  readonly schema: string;
  /** How long after its intent a creation may be sent again with the same keys, in milliseconds. */
  readonly resendWithinMs: number;
}

/** A request ID lives as long as the specification says; clocks and slow requests may take this much of it. */
const RESEND_MARGIN_MS = 5 * MINUTE_MS;

/** Specification, Create request body, and Limits for the life of a request ID. */
export const CHANNEL_RULES = {
  PUSH: {
    contentKey: 'push',
    contentFields: ['android', 'ios', 'web'],
    headline: 'title',
    components: COMPONENTS.filter((name) => name !== 'connector'),
    deliveryTypes: [
      'ONE_TIME',
      'PERIODIC',
      'EVENT_TRIGGERED',
      'BUSINESS_EVENT_TRIGGERED',
      'DEVICE_TRIGGERED',
      'LOCATION_TRIGGERED',
    ],
    schema: 'push_campaign',
    resendWithinMs: HOUR_MS - RESEND_MARGIN_MS,
  },
  EMAIL: {
    contentKey: 'email',
    contentFields: ['subject', 'from_address', 'html_content', 'custom_template_id'],
    headline: 'subject',
    components: COMPONENTS.filter((name) => name !== 'advanced'),
    deliveryTypes: ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'],
    schema: 'email_campaign',
    resendWithinMs: DAY_MS - RESEND_MARGIN_MS,
  },
} as const satisfies Record<Channel, ChannelRules>;

/** Specification, What the service does, 3: channels whose campaigns can be read, and neither created nor updated. */
export const READ_ONLY_CHANNELS = ['SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'];

/** The content keys of all channels. */
export const CONTENT_KEYS: readonly string[] = CHANNELS.map((channel) => CHANNEL_RULES[channel].contentKey);

export function isChannel(value: unknown): value is Channel {
  return (CHANNELS as readonly unknown[]).includes(value);
}

/** The channels of which something is true. */
export function channelsWhere(holds: (rules: ChannelRules) => boolean): Channel[] {
  return CHANNELS.filter((channel) => holds(CHANNEL_RULES[channel]));
}

/** Whether content has what is sent directly below its channel's key, and no languages or variations. */
export function isFlatContent(content: JsonValue | undefined): boolean {
  return isJsonObject(content) && CONTENT_KEYS.some((key) => Object.hasOwn(content, key));
}
