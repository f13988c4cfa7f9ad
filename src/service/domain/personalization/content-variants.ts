import type { DraftChannel } from '../campaign/campaign-record.ts';
import { refuseInvalid, type Detail } from '../failure.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../json.ts';

/** The content of one message: for a platform, a locale and a variation. */
export interface Variant {
  /** `EMAIL` if the channel has no platforms. */
  readonly platform: string;
  readonly locale: string;
  readonly variation: string;
  readonly content: JsonObject;
}

/** Selects part of a content. `null` selects everything. */
export interface VariantFilter {
  readonly platform: string | null;
  readonly locale_name: string | null;
  readonly variation: string | null;
}

const PLATFORMS = ['ANDROID', 'IOS', 'WEB'] as const;

/** All variants of a content. Flat content counts as locale `default` and `variation_1` (open point V7). */
export function variantsOf(channel: DraftChannel, content: JsonValue | undefined): readonly Variant[] {
  const field = channel === 'PUSH' ? 'push' : 'email';
  const flat = valueAt(content, field);
  if (flat !== undefined) return variantsIn(flat, { channel, locale: 'default', variation: 'variation_1' });
  return entries(content).flatMap(([locale, variations]) =>
    entries(variations).flatMap(([variation, payload]) =>
      variantsIn(valueAt(payload, field), { channel, locale, variation }),
    ),
  );
}

function variantsIn(
  payload: JsonValue | undefined,
  {
    channel,
    ...keys
  }: { readonly channel: DraftChannel; readonly locale: string; readonly variation: string },
): readonly Variant[] {
  if (channel === 'EMAIL') {
    return isJsonObject(payload) ? [{ ...keys, platform: 'EMAIL', content: payload }] : [];
  }
  return PLATFORMS.flatMap((platform) => {
    const content = valueAt(payload, platform.toLowerCase());
    return isJsonObject(content) ? [{ ...keys, platform, content }] : [];
  });
}

function entries(value: JsonValue | undefined): readonly [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The name of a variant in the answer to a test: `ANDROID_default_variation_1`. Open point W16. */
export function keyOf({ platform, locale, variation }: Variant): string {
  return `${platform}_${locale}_${variation}`;
}

/** The selected variants. If the selected content is missing, the refusal lists what there is. */
export function narrow(variants: readonly Variant[], filter: VariantFilter): readonly Variant[] {
  const details: Detail[] = [];
  let left = variants;
  for (const [field, valueOf] of NARROWERS) {
    const wanted = filter[field];
    if (wanted === null) continue;
    const matching = left.filter((variant) => valueOf(variant) === wanted);
    if (matching.length > 0) {
      left = matching;
      continue;
    }
    const there = [...new Set(left.map(valueOf))].join(', ');
    const message = `there is no content for ${JSON.stringify(wanted)}, only for ${there}`;
    details.push({ target: `test_campaign_meta.${field}`, message });
  }
  refuseInvalid(details);
  return left;
}

const NARROWERS: readonly (readonly [keyof VariantFilter, (variant: Variant) => string])[] = [
  ['platform', ({ platform }) => platform],
  ['locale_name', ({ locale }) => locale],
  ['variation', ({ variation }) => variation],
];
