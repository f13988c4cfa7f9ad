import { CHANNELS, type Channel } from './campaign.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

// The differences between channels, in one table. Adding a channel to CHANNELS does not compile until it has a row here
// and one in OF_MESSAGE (src/load/rules/publish-rules.ts), which lists what its campaigns need to be published.

interface ChannelRules {
  /** The key in `content`, or in a variation of it, that contains the message. */
  readonly contentKey: string;
  /** The text that recipients see first, however deep it is in the content. */
  readonly headline: string;
  /** The definition in schemas/components.schema.json that describes these campaigns. */
  readonly schema: string;
  /** How long after its intent a creation may be sent again with the same keys, in milliseconds. */
  readonly resendWithinMs: number;
}

/** The part of a request ID's specified lifetime that is reserved for clock differences and slow requests. */
const RESEND_MARGIN_MS = 5 * MINUTE_MS;

/** Specification, Create request body, and Limits for the life of a request ID. */
export const CHANNEL_RULES = {
  PUSH: {
    contentKey: 'push',
    headline: 'title',
    schema: 'push_campaign',
    resendWithinMs: HOUR_MS - RESEND_MARGIN_MS,
  },
  EMAIL: {
    contentKey: 'email',
    headline: 'subject',
    schema: 'email_campaign',
    resendWithinMs: DAY_MS - RESEND_MARGIN_MS,
  },
} as const satisfies Record<Channel, ChannelRules>;

/** Specification, What the service does, 3: channels whose campaigns can be read, but neither created nor updated. */
export const READ_ONLY_CHANNELS = ['SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'];

export const CONTENT_KEYS: readonly string[] = CHANNELS.map((channel) => CHANNEL_RULES[channel].contentKey);

export function isChannel(value: unknown): value is Channel {
  return (CHANNELS as readonly unknown[]).includes(value);
}

/** Whether content has the message directly below its channel's key, without languages or variations. */
export function isFlatContent(content: JsonValue | undefined): boolean {
  return isJsonObject(content) && CONTENT_KEYS.some((key) => Object.hasOwn(content, key));
}
