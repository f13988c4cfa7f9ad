import { isFlatContent } from '../../model/channel.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';

// Locales and variations that disagree with the content.

const CONTENT: Path = ['campaign_content', 'content'];
const LOCALES: Path = ['campaign_content', 'locales'];
const DETAILS: Path = ['campaign_content', 'variation_details'];
const SHARES: Path = [...DETAILS, 'manual_distribution_percentage'];

export const VARIATION_RULES: readonly Rule[] = [
  { stage: 'always', code: 'VARIATION', check: disagreements },
  { stage: 'advice', code: 'VARIATION', check: emptyLocales },
  { stage: 'advice', code: 'NO_EFFECT', check: unsent },
];

/** Specification, Push campaign_content, shape 2; open points V8 and V9. */
function disagreements(checked: Checked): Found<'VARIATION'>[] {
  const shares = sharesOf(checked);
  return [...shares, ...unlisted(checked), ...(shares.length > 0 ? [] : unwritten(checked))];
}

/** Content is keyed only by `default` and by listed locales. */
function unlisted({ body, sound }: Checked): Found<'VARIATION'>[] {
  const listed = valueAt(body, LOCALES);
  const keyed = localesOf(body).map(({ locale }) => locale);
  // Without `default`, the author has to say which of them was meant to be the default.
  if (!sound(LOCALES) || !keyed.includes('default')) return [];
  const known = ['default', ...(isList(listed) ? listed : [])];
  return keyed
    .filter((locale) => !known.includes(locale))
    .map((locale) => ({ path: [...CONTENT, locale], on: 'key', params: { why: 'unlisted-locale', locale } }));
}

/** With a manual distribution, every listed locale has content, and every locale has every variation. */
function unwritten({ body, sound }: Checked): Found<'VARIATION'>[] {
  const { count, isManual } = detailsOf(body);
  if (!isManual || count === undefined || !sound(DETAILS)) return [];
  const locales = localesOf(body).map(({ locale, variations }) => ({
    ...{ locale, variations, path: [...CONTENT, locale] },
  }));
  const listed = valueAt(body, LOCALES);
  const keyed = locales.map(({ locale }) => locale);
  const isKnown = isList(listed) && keyed.includes('default') && sound(LOCALES);
  const absent = isKnown ? withoutContent(body).map((one) => ({ ...one, variations: {} })) : [];
  return [...absent, ...locales].flatMap(({ locale, variations, path }): Found<'VARIATION'>[] => {
    const missing = namesOf(count).filter((name) => !Object.hasOwn(variations, name));
    return missing.length === 0 ? [] : [{ path, params: { why: 'missing', locale, variations: missing } }];
  });
}

/** Open point V27: a listed locale without content, whose users get the default. */
function emptyLocales({ body, sound }: Checked): Found<'VARIATION'>[] {
  if (valueAt(body, CONTENT) === undefined || !sound(CONTENT)) return [];
  return withoutContent(body).map(({ locale, path }) => ({ path, params: { why: 'no-content', locale } }));
}

/** The listed locales that have no content, and where they are listed. */
function withoutContent(body: JsonObject): { readonly locale: string; readonly path: Path }[] {
  const listed = valueAt(body, LOCALES);
  const keyed = localesOf(body).map(({ locale }) => locale);
  return (isList(listed) ? listed : []).flatMap((locale, index) =>
    typeof locale !== 'string' || keyed.includes(locale) ? [] : [{ locale, path: [...LOCALES, index] }],
  );
}

/** Keys variation_1 to variation_N, whole percentages that add up to 100. */
function sharesOf({ body, sound }: Checked): Found<'VARIATION'>[] {
  const shares = valueAt(body, SHARES);
  const { count } = detailsOf(body);
  if (!isJsonObject(shares) || count === undefined || !sound(DETAILS)) return [];
  const values = Object.values(shares).filter((share) => typeof share === 'number');
  const wanted = namesOf(count);
  const areNamed = wanted.every((name) => Object.hasOwn(shares, name)) && values.length === count;
  const sum = values.reduce((total, share) => total + share, 0);
  return areNamed && sum === 100 ? [] : [{ path: SHARES, params: { why: 'shares', variations: wanted } }];
}

/** A variation beyond the number of variations is never sent (open point V16). */
function unsent(checked: Checked): Found<'NO_EFFECT'>[] {
  const { body, sound } = checked;
  const count = valueAt(body, DETAILS) === undefined ? 1 : detailsOf(body).count;
  if (count === undefined || !sound(DETAILS) || sharesOf(checked).length > 0) return [];
  return localesOf(body).flatMap(({ locale, variations }) =>
    Object.keys(variations)
      .filter((name) => Number(/^variation_(\d+)$/.exec(name)?.[1] ?? 0) > count)
      .map((field) => ({
        ...{ path: [...CONTENT, locale, field], on: 'key' as const },
        params: { field, because: `with ${counted(count, 'variation')}` },
      })),
  );
}

function detailsOf(body: JsonObject): { readonly count: number | undefined; readonly isManual: boolean } {
  const count = valueAt(body, [...DETAILS, 'no_of_variations']);
  const isManual = valueAt(body, [...DETAILS, 'distribution_type']) === 'MANUAL';
  return { count: typeof count === 'number' ? count : undefined, isManual };
}

function namesOf(count: number): string[] {
  return Array.from({ length: Math.min(count, 100) }, (_, index) => `variation_${index + 1}`);
}

function localesOf(body: JsonObject) {
  const content = valueAt(body, CONTENT);
  if (!isJsonObject(content) || isFlatContent(content)) return [];
  return Object.entries(content).flatMap(([locale, variations]) =>
    isJsonObject(variations) ? [{ locale, variations }] : [],
  );
}
