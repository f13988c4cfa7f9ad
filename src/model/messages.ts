import type { Channel } from './campaign.ts';
import { CHANNEL_RULES } from './channel.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from './json.ts';

/** The message of a locale and a variation, for all its platforms. */
export interface ContentMessage {
  readonly locale: string;
  readonly variation: string;
  /** From the top of the campaign. */
  readonly path: Path;
  readonly payload: JsonValue;
}

/** Open point V7: the names that content has without locales and variations. */
const ONLY = { locale: 'default', variation: 'variation_1' };

/** The messages of a `campaign_content` in both of its shapes: flat, and keyed by locale and variation. */
export function messagesIn(component: JsonValue | undefined, channel: Channel): ContentMessage[] {
  const { contentKey: key } = CHANNEL_RULES[channel];
  const at: Path = ['campaign_content', 'content'];
  const content = isJsonObject(component) ? component.content : undefined;
  if (!isJsonObject(content)) return [];
  if (Object.hasOwn(content, key)) return [{ ...ONLY, path: [...at, key], payload: content[key] ?? null }];
  return Object.entries(content).flatMap(([locale, variations]) =>
    Object.entries<JsonValue>(isJsonObject(variations) ? variations : {}).flatMap(([variation, keyed]) =>
      isJsonObject(keyed) && Object.hasOwn(keyed, key)
        ? [{ locale, variation, path: [...at, locale, variation, key], payload: keyed[key] ?? null }]
        : [],
    ),
  );
}

/** A part of a text that a preview shows as it is written, and where that is. */
export interface Unresolved {
  /** Field names and list indexes from the top of the campaign, joined by dots. */
  readonly path: string;
  /** Null if no file has it. */
  readonly file: string | null;
  readonly line: number | null;
  readonly expression: string;
}

/** One message as a user gets it. */
export interface Preview {
  readonly key: string;
  readonly workspace: string;
  readonly channel: Channel;
  /** Null if nobody was named for sample values. */
  readonly user: string | null;
  /** Whether attributes have sample values, because the service wasn't asked. */
  readonly isSample: boolean;
  readonly locale: string;
  readonly variation: string;
  /** `{push: {android, ios, web}}` or `{email: {…}}`. */
  readonly content: JsonObject;
  readonly unresolved: readonly Unresolved[];
}
