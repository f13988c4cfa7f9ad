import { detail, type Detail } from '../failure.ts';
import { isJsonObject, isList, listAt, textAt, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import { isTimeZone, localTimeToInstant } from './local-time.ts';

/** The rules of components that a JSON Schema can't express. */
export function ruleErrors(campaign: JsonObject): readonly Detail[] {
  return RULES.flatMap((rule) => rule(campaign));
}

const RULES: readonly ((campaign: JsonObject) => readonly Detail[])[] = [
  knownTimeZone,
  possibleStartTime,
  oneGeofence,
  queuingWhereItWorks,
  declaredLocales,
  wholeDistribution,
  everyVariationInEveryLocale,
];

function knownTimeZone(campaign: JsonObject): readonly Detail[] {
  const zone = textAt(campaign, 'scheduling_details', 'timezone');
  if (zone === null || isTimeZone(zone)) return [];
  return [{ target: 'scheduling_details.timezone', message: `${zone} is not an IANA timezone` }];
}

function possibleStartTime(campaign: JsonObject): readonly Detail[] {
  const start = textAt(campaign, 'scheduling_details', 'start_time');
  if (start === null || localTimeToInstant(start, 'UTC') !== null) return [];
  return [{ target: 'scheduling_details.start_time', message: `${start} is not a date and time` }];
}

/** Open point V12: a campaign has exactly one geofence. */
function oneGeofence(campaign: JsonObject): readonly Detail[] {
  const target = 'basic_details.geofences';
  if (!isList(valueAt(campaign, 'basic_details', 'geofences'))) return [];
  return [detail(target, 'must be one object, not a list')];
}

/**
 * The delivery types that can queue messages (Specification, Push delivery_controls). The others reject the field
 * (V16).
 */
const QUEUING_TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];

function queuingWhereItWorks(campaign: JsonObject): readonly Detail[] {
  const type = textAt(campaign, 'campaign_delivery_type') ?? '';
  if (QUEUING_TYPES.includes(type)) return [];
  return ['queuing_enabled', 'queue_duration']
    .filter((field) => valueAt(campaign, 'delivery_controls', field) !== undefined)
    .map((field) => detail(`delivery_controls.${field}`, `can't be used: ${type} campaigns have no queuing`));
}

/** Specification, Push campaign_content: locales other than `default` are listed in `locales`. */
function declaredLocales(campaign: JsonObject): readonly Detail[] {
  const content = valueAt(campaign, 'campaign_content', 'content');
  if (!isJsonObject(content) || 'push' in content || 'email' in content) return [];
  const listed = new Set(['default', ...listAt(campaign, 'campaign_content', 'locales')]);
  const unlisted = Object.keys(content).filter((locale) => !listed.has(locale));
  return unlisted.map((locale) => ({
    target: `campaign_content.content.${locale}`,
    message: `the locale ${locale} is not listed in campaign_content.locales`,
  }));
}

/**
 * Open point V8: the keys are `variation_1` to `variation_N`, N matches the declared number, and the shares add up to
 * 100.
 */
function wholeDistribution(campaign: JsonObject): readonly Detail[] {
  const details = valueAt(campaign, 'campaign_content', 'variation_details');
  const shares = valueAt(details, 'manual_distribution_percentage');
  const announced = valueAt(details, 'no_of_variations');
  if (!isJsonObject(shares) || typeof announced !== 'number') return [];
  const target = 'campaign_content.variation_details.manual_distribution_percentage';
  const names = Object.keys(shares);
  const numbered = names.every((name) => Number(name.replace('variation_', '')) <= announced);
  if (names.length !== announced || !numbered) {
    return [detail(target, `must have the keys variation_1 to variation_${announced}`)];
  }
  const sum = Object.values(shares).reduce<number>(
    (total, share) => total + (typeof share === 'number' ? share : 0),
    0,
  );
  return sum === 100 ? [] : [detail(target, `adds up to ${sum}, not 100`)];
}

/** Open point V9: with a manual distribution, each locale has every variation. */
function everyVariationInEveryLocale(campaign: JsonObject): readonly Detail[] {
  const content = valueAt(campaign, 'campaign_content', 'content');
  const details = valueAt(campaign, 'campaign_content', 'variation_details');
  const shares = valueAt(details, 'manual_distribution_percentage');
  if (textAt(details ?? null, 'distribution_type') !== 'MANUAL' || !isJsonObject(shares)) return [];
  if (!isJsonObject(content) || 'push' in content || 'email' in content) return [];
  const listed = listAt(campaign, 'campaign_content', 'locales').filter(
    (locale) => typeof locale === 'string',
  );
  const lack = missingVariations(shares);
  const locales = new Set([...Object.keys(content), ...listed]);
  return [...locales].flatMap((locale) => {
    const variations = Object.hasOwn(content, locale) ? content[locale] : {};
    if (!isJsonObject(variations)) return [];
    const target = `campaign_content.content.${locale}`;
    const lacking = lack(variations);
    return lacking === null ? [] : [detail(target, `has no ${lacking}`)];
  });
}

/** How many missing variations of a locale are named; the others are counted. */
const VARIATIONS_NAMED = 10;

/**
 * Returns a function that lists the variations missing from a locale. It names only a few of them, because thousands of
 * locales may each miss thousands.
 */
function missingVariations(shares: JsonObject): (variations: JsonObject) => string | null {
  const wanted = Object.keys(shares);
  return (variations) => {
    const there = Object.keys(variations).filter((name) => Object.hasOwn(shares, name)).length;
    const lacking = wanted.length - there;
    const named = wanted
      .slice(0, there + VARIATIONS_NAMED)
      .filter((name) => !Object.hasOwn(variations, name))
      .slice(0, VARIATIONS_NAMED);
    if (lacking === 0) return null;
    return `${named.join(', ')}${lacking > named.length ? ` and ${lacking - named.length} more` : ''}`;
  };
}

/** Every filter of a campaign with its path, at any depth, except filters on event attributes (open point V13). */
export function filtersOf(campaign: JsonObject): readonly PlacedFilter[] {
  return FILTER_GROUPS.flatMap(([component, group]) =>
    filtersOfGroup(valueAt(campaign, component, group), `${component}.${group}`),
  );
}

interface PlacedFilter {
  readonly target: string;
  readonly filter: JsonObject;
}

function filtersOfGroup(group: JsonValue | undefined, at: string): readonly PlacedFilter[] {
  const filters = isJsonObject(group) ? group.filters : undefined;
  if (!isList(filters)) return [];
  return filters.flatMap((filter, place) => {
    const target = `${at}.filters.${place}`;
    if (!isJsonObject(filter)) return [];
    return isList(filter.filters) ? filtersOfGroup(filter, target) : [{ target, filter }];
  });
}

const FILTER_GROUPS: readonly (readonly [component: string, group: string])[] = [
  ['trigger_condition', 'included_filters'],
  ['trigger_condition', 'secondary_included_filters'],
  ['segmentation_details', 'included_filters'],
  ['segmentation_details', 'excluded_filters'],
];
