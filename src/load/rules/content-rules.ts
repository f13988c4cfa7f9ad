import { isFlatContent } from '../../model/channel.ts';
import { isJsonObject, isList, sameJson, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import type { Rule as NewRule } from '../check.ts';
import { onKey, onValue, type Problem } from '../problem.ts';
import type { Rule, RuleInputs } from './rule.ts';
import { clip, nameList } from '../../model/show.ts';
import { contentTexts } from './content-texts.ts';

// Rules about locales and variations that look at several values at once.

const CONTENT: Path = ['campaign_content', 'content'];

/** Specification, Push campaign_content, shape 2: content is keyed only by `default` and by listed locales. */
export const localesAreListed: Rule = ({ body, isSound }) => {
  const listed = valueAt(body, ['campaign_content', 'locales']);
  if (!isSound(['campaign_content', 'locales'])) return [];
  // The author has to say which of them was meant to be the default.
  if (!Object.hasOwn(Object.fromEntries(localesOf(body)), 'default')) return [];
  const known = ['default', ...(isList(listed) ? listed : [])];
  return localesOf(body)
    .filter(([locale]) => !known.includes(locale))
    .map(([locale]) => {
      const name = clip(locale);
      return onKey(
        [...CONTENT, locale],
        'E_VARIATION',
        `the locale ${name} is not listed`,
        `add ${name} to locales`,
      );
    });
};

/** Open point V9: with a manual distribution every locale has every variation. */
export const variationsAreThere: Rule = (inputs) => {
  const { body, isSound } = inputs;
  const count = valueAt(body, ['campaign_content', 'variation_details', 'no_of_variations']);
  const manual = valueAt(body, ['campaign_content', 'variation_details', 'distribution_type']) === 'MANUAL';
  if (!manual || typeof count !== 'number' || !isSound(['campaign_content', 'variation_details'])) return [];
  if (distributionAddsUp(inputs).length > 0) return [];
  const wanted = Array.from({ length: Math.min(count, 100) }, (_, index) => `variation_${index + 1}`);
  return [...localesWithoutContent(body, isSound), ...missingVariations(body, { wanted, isSound })];
};

/** A listed locale that is missing from keyed content lacks all its variations. */
function localesWithoutContent(body: JsonObject, isSound: RuleInputs['isSound']): Problem[] {
  const path: Path = ['campaign_content', 'locales'];
  const listedLocales = valueAt(body, path);
  const keyed = localesOf(body).map(([locale]) => locale);
  if (!isList(listedLocales) || !keyed.includes('default') || !isSound(path)) return [];
  return listedLocales.flatMap((locale, index) =>
    typeof locale !== 'string' || keyed.includes(locale)
      ? []
      : [
          onValue(
            [...path, index],
            'E_VARIATION',
            `${clip(locale)} is listed but has no content`,
            'add its variations to content, or remove it here',
          ),
        ],
  );
}

function missingVariations(
  body: JsonObject,
  { wanted, isSound }: { readonly wanted: readonly string[] } & Pick<RuleInputs, 'isSound'>,
): Problem[] {
  return localesOf(body).flatMap(([locale, variations]) => {
    if (!isSound([...CONTENT, locale])) return [];
    const missing = wanted.filter((name) => !Object.hasOwn(variations, name));
    if (missing.length === 0) return [];
    return [
      onValue(
        [...CONTENT, locale],
        'E_VARIATION',
        `${clip(locale)} has no ${nameList(missing)}`,
        'write every variation under every locale',
      ),
    ];
  });
}

/** Open point V8, the other way around: a variation beyond the number of variations is never sent. */
export const variationsAreSent: Rule = (inputs) => {
  const { body, isSound } = inputs;
  const details: Path = ['campaign_content', 'variation_details'];
  const count = valueAt(body, details) === undefined ? 1 : valueAt(body, [...details, 'no_of_variations']);
  if (typeof count !== 'number' || !isSound(details) || distributionAddsUp(inputs).length > 0) return [];
  return localesOf(body).flatMap(([locale, variations]) =>
    Object.keys(variations)
      .filter((name) => Number(/^variation_(\d+)$/.exec(name)?.[1] ?? 0) > count)
      .map((name) =>
        onKey(
          [...CONTENT, locale, name],
          'W_NO_EFFECT',
          `${name} is never sent: ${count === 1 ? 'there is one variation' : `there are ${count} variations`}`,
          'raise no_of_variations in variation_details, or remove it',
        ),
      ),
  );
};

/** Variations that are the same in every language: the test can't show anything. Without texts, they aren't written yet. */
export const variationsDiffer: Rule = ({ body, isSound, keepsLive }) => {
  const locales = localesOf(body).map(([locale, variations]) => ({ locale, all: Object.values(variations) }));
  const [first] = locales;
  if (!first || !isSound(CONTENT) || contentTexts(body).every(({ text }) => text.trim() === '')) return [];
  const isTest = locales.some(({ all }) => all.length > 1);
  if (!isTest || !locales.every(({ all }) => all.every((one) => sameJson(one, all[0] ?? null)))) return [];
  const path: Path = [...CONTENT, first.locale, 'variation_2'];
  const message = "the variations are all the same, so the test can't show which one is better";
  const problem = onKey(path, 'W_NO_EFFECT', message, 'change variation_2, or keep only variation_1');
  return [keepsLive({ place: path, body }) ? { ...problem, isKept: true } : problem];
};

/** Open point V8: keys variation_1 to variation_N, whole percentages that add up to 100. */
export const distributionAddsUp: Rule = ({ body, isSound }) => {
  const at: Path = ['campaign_content', 'variation_details'];
  if (!isSound(at)) return [];
  const path = [...at, 'manual_distribution_percentage'];
  const shares = valueAt(body, path);
  const count = valueAt(body, [...at, 'no_of_variations']);
  if (!isJsonObject(shares) || typeof count !== 'number') return [];
  const values = Object.values(shares).filter((share) => typeof share === 'number');
  const wanted = Array.from({ length: Math.min(count, 100) }, (_, index) => `variation_${index + 1}`);
  if (wanted.some((name) => !Object.hasOwn(shares, name)) || values.length !== count) {
    return [
      onValue(
        path,
        'E_VARIATION',
        `the shares don't match the ${count} variations`,
        `name exactly ${nameList(wanted)}`,
      ),
    ];
  }
  const sum = values.reduce((total, share) => total + share, 0);
  return sum === 100
    ? []
    : [onValue(path, 'E_VARIATION', `the shares add up to ${sum}`, 'they must add up to 100')];
};

/** A line break inside a subject; at its end, one comes from the way it is written in YAML. */
export const subjectIsOneLine: NewRule = {
  code: 'SUBJECT',
  check: ({ body }) =>
    contentTexts(body)
      .filter(({ path, text }) => path.at(-1) === 'subject' && /\S\s*\n\s*\S/.test(text))
      // Around the tags of a condition, lines are not what is sent.
      .filter(({ text }) => !text.includes('{%'))
      .map(({ path }) => ({ path, params: {} })),
};

function localesOf(body: JsonObject): [string, JsonObject][] {
  const content = valueAt(body, CONTENT);
  if (!isJsonObject(content) || isFlatContent(content)) return [];
  return Object.entries(content).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}
