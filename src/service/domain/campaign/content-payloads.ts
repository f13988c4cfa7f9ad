import { objectAt, valueAt, type JsonValue } from '../json.ts';
import type { DraftChannel } from './campaign-record.ts';

/** The content for one locale and one variation. */
export interface Payload {
  readonly locale: string;
  readonly variation: string;
  /** The path of the payload in its campaign. */
  readonly target: string;
  readonly payload: JsonValue;
}

/**
 * The payloads of a `campaign_content` in both of its shapes: by locale and variation, or flat, which counts as locale
 * `default` and `variation_1`. Specification, Push campaign_content; open point V7.
 */
export function payloadsOf(
  campaignContent: JsonValue | undefined,
  channel: DraftChannel,
): readonly Payload[] {
  const kind = channel.toLowerCase();
  const [content, root] = [objectAt(campaignContent, 'content'), 'campaign_content.content'];
  const flat = content[kind];
  if (flat !== undefined)
    return [{ locale: 'default', variation: 'variation_1', target: `${root}.${kind}`, payload: flat }];
  return Object.entries(content).flatMap(([locale, variations]) =>
    Object.entries(objectAt(variations)).map(([variation, payload]) => ({
      locale,
      variation,
      target: `${root}.${locale}.${variation}.${kind}`,
      payload: valueAt(payload, kind) ?? null,
    })),
  );
}
