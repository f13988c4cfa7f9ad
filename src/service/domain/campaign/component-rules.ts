import { detail, type Detail } from '../failure.ts';
import { isJsonObject, isList, listAt, textAt, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import { isTimeZone, localTimeToInstant } from './local-time.ts';

/** The rules of components that a JSON Schema can't express. */
export function ruleErrors(campaign: JsonObject): readonly Detail[] {
  return [
    ...scheduleErrors(campaign),
    ...(isList(valueAt(campaign, 'basic_details', 'geofences'))
      ? // Open point V12: a campaign has exactly one geofence.
        [detail('basic_details.geofences', 'must be one object, not a list')]
      : []),
    ...queuingErrors(campaign),
    ...localeErrors(campaign),
    ...distributionErrors(campaign),
    ...variationErrors(campaign),
  ];
}

function scheduleErrors(campaign: JsonObject): readonly Detail[] {
  const zone = textAt(campaign, 'scheduling_details', 'timezone');
  const start = textAt(campaign, 'scheduling_details', 'start_time');
  const wrong = (field: string, message: string): Detail => ({
    target: `scheduling_details.${field}`,
    message,
  });
  return [
    ...(zone === null || isTimeZone(zone) ? [] : [wrong('timezone', `${zone} is not an IANA timezone`)]),
    ...(start === null || localTimeToInstant(start, 'UTC') !== null
      ? []
      : [wrong('start_time', `${start} is not a date and time`)]),
  ];
}

/**
 * The delivery types that can queue messages (Specification, Push delivery_controls). The others reject the field
 * (V16).
 */
const QUEUING_TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];

function queuingErrors(campaign: JsonObject): readonly Detail[] {
  const type = textAt(campaign, 'campaign_delivery_type') ?? '';
  if (QUEUING_TYPES.includes(type)) return [];
  return ['queuing_enabled', 'queue_duration']
    .filter((field) => valueAt(campaign, 'delivery_controls', field) !== undefined)
    .map((field) => detail(`delivery_controls.${field}`, `can't be used: ${type} campaigns have no queuing`));
}

/** The content by locale, and the locales that are listed; `null` if the content is flat. */
function localesIn(
  campaign: JsonObject,
): { readonly content: JsonObject; readonly listed: readonly string[] } | null {
  const content = valueAt(campaign, 'campaign_content', 'content');
  if (!isJsonObject(content) || 'push' in content || 'email' in content) return null;
  const listed = listAt(campaign, 'campaign_content', 'locales');
  return { content, listed: listed.filter((locale) => typeof locale === 'string') };
}

/** Specification, Push campaign_content: locales other than `default` are listed in `locales`. */
function localeErrors(campaign: JsonObject): readonly Detail[] {
  const { content = {}, listed = [] } = localesIn(campaign) ?? {};
  const known = new Set(['default', ...listed]);
  return Object.keys(content)
    .filter((locale) => !known.has(locale))
    .map((locale) => ({
      target: `campaign_content.content.${locale}`,
      message: `the locale ${locale} is not listed in campaign_content.locales`,
    }));
}

const DISTRIBUTION = ['variation_details', 'manual_distribution_percentage'] as const;

/**
 * Open point V8: the keys are `variation_1` to `variation_N`, N matches the declared number, and the shares add up to
 * 100.
 */
function distributionErrors(campaign: JsonObject): readonly Detail[] {
  const shares = valueAt(campaign, 'campaign_content', ...DISTRIBUTION);
  const announced = valueAt(campaign, 'campaign_content', 'variation_details', 'no_of_variations');
  if (!isJsonObject(shares) || typeof announced !== 'number') return [];
  const target = ['campaign_content', ...DISTRIBUTION].join('.');
  const names = Object.keys(shares);
  const numbered = names.every((name) => Number(name.replace('variation_', '')) <= announced);
  if (names.length !== announced || !numbered)
    return [detail(target, `must have the keys variation_1 to variation_${announced}`)];
  const sum = Object.values(shares).reduce<number>(
    (total, share) => total + (typeof share === 'number' ? share : 0),
    0,
  );
  return sum === 100 ? [] : [detail(target, `adds up to ${sum}, not 100`)];
}

/** Open point V9: with a manual distribution, each locale has every variation. */
function variationErrors(campaign: JsonObject): readonly Detail[] {
  const shares = valueAt(campaign, 'campaign_content', ...DISTRIBUTION);
  const found = localesIn(campaign);
  const type = textAt(campaign, 'campaign_content', 'variation_details', 'distribution_type');
  if (type !== 'MANUAL' || !isJsonObject(shares) || !found) return [];
  const { content, listed } = found;
  return [...new Set([...Object.keys(content), ...listed])].flatMap((locale) => {
    const variations = Object.hasOwn(content, locale) ? content[locale] : {};
    const lacking = isJsonObject(variations)
      ? Object.keys(shares).find((name) => !Object.hasOwn(variations, name))
      : undefined;
    return lacking === undefined ? [] : [detail(`campaign_content.content.${locale}`, `has no ${lacking}`)];
  });
}

interface PlacedFilter {
  readonly target: string;
  readonly filter: JsonObject;
}

const FILTER_GROUPS = [
  'trigger_condition.included_filters',
  'trigger_condition.secondary_included_filters',
  'segmentation_details.included_filters',
  'segmentation_details.excluded_filters',
];

/** Every filter of a campaign with its path, at any depth, except filters on event attributes (open point V13). */
export function filtersOf(campaign: JsonObject): readonly PlacedFilter[] {
  return FILTER_GROUPS.flatMap((path) => filtersOfGroup(valueAt(campaign, ...path.split('.')), path));
}

function filtersOfGroup(group: JsonValue | undefined, at: string): readonly PlacedFilter[] {
  return listAt(group, 'filters').flatMap((filter, place) => {
    const target = `${at}.filters.${place}`;
    if (!isJsonObject(filter)) return [];
    return isList(filter.filters) ? filtersOfGroup(filter, target) : [{ target, filter }];
  });
}
