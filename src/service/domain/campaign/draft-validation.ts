import type { DraftChannel } from './campaign-record.ts';
import { detail, type Detail } from '../failure.ts';
import {
  type JsonObject,
  valueAt,
  isJsonObject,
  isList,
  listAt,
  objectAt,
  textAt,
  type JsonValue,
} from '../json.ts';
import type { FEATURES } from '../service-options.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { validateCampaign as validate } from './component-validator.ts';
import { isTimeZone, localTimeToInstant } from './local-time.ts';

/** A campaign as the schema sees it: its components and the two fields that select their schemas. */
interface DraftCampaign {
  readonly channel: string;
  readonly campaign_delivery_type: string;
  readonly components: JsonObject;
}

/** The errors that prevent a draft from being created (open point V1), at most one for each path. */
export function draftErrors(draft: DraftCampaign, features: ReadonlySet<string>): readonly Detail[] {
  const { channel, campaign_delivery_type, components } = draft;
  const campaign = { channel, campaign_delivery_type, ...components };
  const ofSchema = validate(campaign) ? [] : schemaDetails(validate.errors ?? []);
  const seen = new Set<string>();
  return [...featureErrors(components, features), ...ofSchema, ...ruleErrors(campaign)].filter(
    ({ target }) => !seen.has(target) && seen.add(target),
  );
}

/** The errors that prevent a patch: those of the merged campaign that are in the components of the patch. */
export function patchErrors(
  merged: DraftCampaign,
  patch: { readonly components: JsonObject; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  return draftErrors(merged, patch.features).filter(({ target }) =>
    Object.hasOwn(patch.components, target.split('.', 1)[0] ?? ''),
  );
}

/** The errors of components without a campaign, as those of a one-time campaign. */
export function looseComponentErrors(
  components: JsonObject,
  { channel, features }: { readonly channel: DraftChannel; readonly features: ReadonlySet<string> },
): readonly Detail[] {
  const draft = { channel, campaign_delivery_type: 'ONE_TIME', components };
  return patchErrors(draft, { components, features });
}

/** Fields that need a feature. Specification, Push delivery_controls and campaign_audience_limit. */
const GATED_FIELDS: readonly {
  readonly feature: (typeof FEATURES)[number];
  readonly path: readonly string[];
}[] = [
  { feature: 'queuing', path: ['delivery_controls', 'queuing_enabled'] },
  { feature: 'queuing', path: ['delivery_controls', 'queue_duration'] },
  { feature: 'audience_limit', path: ['campaign_audience_limit'] },
];

/** The errors for fields that need a feature that is off, and for fields that an enabled feature requires. */
function featureErrors(components: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const gated = GATED_FIELDS.filter(
    ({ feature, path }) => !features.has(feature) && valueAt(components, ...path) !== undefined,
  ).map(({ feature, path }) =>
    detail(path.join('.'), `can't be used: the ${feature} feature is not enabled for this workspace`),
  );
  return features.has('portfolio') ? [...gated, ...unnamedProjects(components)] : gated;
}

/** Specification, Filters: with the Portfolio feature, each user attribute names its project. */
function unnamedProjects(components: JsonObject): readonly Detail[] {
  return FILTER_GROUPS.flatMap((path) => filtersOfGroup(valueAt(components, ...path.split('.')), path))
    .filter(({ filter }) => filter.filter_type === 'user_attributes' && filter.project_name === undefined)
    .map(({ target }) =>
      detail(`${target}.project_name`, 'is required: the portfolio feature is enabled for this workspace'),
    );
}

/** The errors of a schema check. `place` is the path of the checked value, empty for the top level. */
export function schemaDetails(errors: readonly ErrorObject[], place = ''): readonly Detail[] {
  return errors.filter(({ keyword }) => !NOISE.has(keyword)).map((error) => detailOf(error, place));
}

/** An error of one of these keywords only repeats that something inside it failed. */
const NOISE: ReadonlySet<string> = new Set(['if', 'anyOf', 'oneOf']);

function detailOf(error: ErrorObject, place: string): Detail {
  const inside = error.instancePath
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const names = place === '' ? inside : [place, ...inside];
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues, allowedValue } =
    error.params as Readonly<Record<string, unknown>>;
  const inner = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const target = [...names, ...(typeof inner === 'string' ? [inner] : [])].join('.');
  if (missingProperty !== undefined) return detail(target, 'is required');
  if (inner !== undefined || error.keyword === 'false schema') return detail(target, 'is not allowed here');
  const values = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  if (values[0] === undefined) return detail(target, error.message ?? 'is not valid');
  return detail(target, `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
}

function ruleErrors(campaign: JsonObject): readonly Detail[] {
  return [
    ...scheduleErrors(campaign),
    ...(isList(valueAt(campaign, 'basic_details', 'geofences'))
      ? // Open point V12: a campaign has exactly one geofence.
        [detail('basic_details.geofences', 'must be one object, not a list')]
      : []),
    ...queuingErrors(campaign),
    ...limitErrors(campaign),
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
    ...timesOf(campaign).flatMap(([field, text]) =>
      text === null || isPossible(text) ? [] : [wrong(field, `${text} is not a date and time`)],
    ),
  ];
}

/** The other times of a schedule, by their paths in it. */
function timesOf(campaign: JsonObject): readonly (readonly [field: string, text: string | null])[] {
  const schedule = objectAt(campaign, 'scheduling_details');
  const bounds = listAt(schedule, 'geo_fence_timelimit', 'timebounds').flatMap((bound, place) =>
    ['start_time', 'end_time'].map(
      (field) => [`geo_fence_timelimit.timebounds.${place}.${field}`, textAt(bound, field)] as const,
    ),
  );
  const end = textAt(schedule, 'bts_details', 'window_end_time');
  return [['expiry_time', textAt(schedule, 'expiry_time')], ['bts_details.window_end_time', end], ...bounds];
}

/** Whether a date is on the calendar, and a time on the clock, as is an offset if there is one (open point V19). */
function isPossible(text: string): boolean {
  const [, date, ...clock]: (string | undefined)[] =
    /^(?:(\d{4}-\d\d-\d\d)(?:[T ]|$))?(?:(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?(?:[+-](\d\d):?(\d\d))?/.exec(
      text,
    ) ?? [];
  const [hour = 0, minute = 0, ahead = 0, aside = 0] = clock.map((one: string | undefined) =>
    Number(one ?? 0),
  );
  const isTime = Math.max(hour * 60 + minute, ahead * 60 + aside) <= 24 * 60 && Math.max(minute, aside) < 60;
  return isTime && (date === undefined || localTimeToInstant(`${date}T00:00:00`, 'UTC') !== null);
}

/** Specification, campaign_audience_limit: not for a live activity (open point V23). */
function limitErrors(campaign: JsonObject): readonly Detail[] {
  const field = 'campaign_audience_limit';
  const type = 'BROADCAST_LIVE_ACTIVITY';
  if (textAt(campaign, 'campaign_delivery_type') !== type || valueAt(campaign, field) === undefined)
    return [];
  return [detail(field, `can't be used: ${type} campaigns have no audience limit`)];
}

/** The delivery types that can queue messages (Specification, Push delivery_controls; V16). */
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

/** V8: the keys are `variation_1` to `variation_N`, N as declared, and the shares add up to 100. */
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

const FILTER_GROUPS = [
  'trigger_condition.included_filters',
  'trigger_condition.secondary_included_filters',
  'segmentation_details.included_filters',
  'segmentation_details.excluded_filters',
];

/** Every filter of a group with its path, at any depth, except filters on event attributes (open point V13). */
function filtersOfGroup(
  group: JsonValue | undefined,
  at: string,
): readonly { readonly target: string; readonly filter: JsonObject }[] {
  return listAt(group, 'filters').flatMap((filter, place) => {
    const target = `${at}.filters.${place}`;
    if (!isJsonObject(filter)) return [];
    return isList(filter.filters) ? filtersOfGroup(filter, target) : [{ target, filter }];
  });
}
