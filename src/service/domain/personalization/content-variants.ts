import type { DraftChannel } from '../campaign/campaign-record.ts';
import { refuseInvalid, type Detail } from '../failure.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, objectAt, textAt } from '../json.ts';

/** The content of one message: for a platform, a locale and a variation. */
export interface Variant {
  /** `EMAIL` if the channel has no platforms. */
  readonly platform: string;
  readonly locale: string;
  readonly variation: string;
  /** The path of the content in its campaign. */
  readonly target: string;
  readonly content: JsonObject;
}

const PLATFORMS = ['ANDROID', 'IOS', 'WEB'] as const;

/** All variants of a `campaign_content`. */
export function variantsOf(channel: DraftChannel, content: JsonValue | undefined): readonly Variant[] {
  return payloadsOf(content, channel).flatMap(({ locale, variation, target, payload }) => {
    if (channel === 'EMAIL')
      return isJsonObject(payload)
        ? [{ platform: 'EMAIL', locale, variation, target, content: payload }]
        : [];
    return PLATFORMS.flatMap((platform): Variant[] => {
      const name = platform.toLowerCase();
      const found = valueAt(payload, name);
      const place = { platform, locale, variation, target: `${target}.${name}` };
      return isJsonObject(found) ? [{ ...place, content: found }] : [];
    });
  });
}

/** The variants that a `test_campaign_meta` selects. If the selected content is missing, the refusal lists what there is. */
export function narrow(variants: readonly Variant[], meta: JsonObject): readonly Variant[] {
  const details: Detail[] = [];
  let left = variants;
  for (const [field, name] of NARROWERS) {
    const wanted = textAt(meta, field);
    if (wanted === null) continue;
    const matching = left.filter((variant) => variant[name] === wanted);
    if (matching.length > 0) {
      left = matching;
      continue;
    }
    const there = [...new Set(left.map((variant) => variant[name]))].join(', ');
    const message = `there is no content for ${JSON.stringify(wanted)}, only for ${there}`;
    details.push({ target: `test_campaign_meta.${field}`, message });
  }
  refuseInvalid(details);
  return left;
}

const NARROWERS = [
  ['platform', 'platform'],
  ['locale_name', 'locale'],
  ['variation', 'variation'],
] as const;

/** The content for one locale and one variation. */
export interface Payload {
  readonly locale: string;
  readonly variation: string;
  /** The path of the payload in its campaign. */
  readonly target: string;
  readonly payload: JsonValue;
}

/** The payloads of either shape; flat content counts as `default` and `variation_1` (V7). */
export function payloadsOf(details: JsonValue | undefined, channel: DraftChannel): readonly Payload[] {
  const kind = channel.toLowerCase();
  const [content, root] = [objectAt(details, 'content'), 'campaign_content.content'];
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
