import {
  isJsonObject,
  isList,
  memberOf,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { isInside } from './placed.ts';

// Who gets the message. If an audience is larger than it looks, the message is sent to users who should not get it.

const SEGMENT = 'segmentation_details';
const ALL_USERS: Path = [SEGMENT, 'is_all_user_campaign'];
const INCLUDED: Path = [SEGMENT, 'included_filters'];
const FILTERS: Path = [...INCLUDED, 'filters'];

const TRIGGERED = ['EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];

type Audience = Found<'AUDIENCE'>;

export const AUDIENCE_RULES: readonly Rule[] = [
  { stage: 'always', code: 'AUDIENCE', check: allAndFilters },
  { stage: 'sending', code: 'AUDIENCE', check: notChosen },
  { stage: 'sending', code: 'AUDIENCE', check: emptyGroups },
  { stage: 'sending', code: 'AUDIENCE', check: iosDevices },
  { stage: 'sending', code: 'FILTER_VALUE', check: filterValues },
];

/**
 * Specification, segmentation_details: `is_all_user_campaign: true` sends to all users; only `excluded_filters` still
 * excludes some of them.
 */
function allAndFilters({ body }: Checked): Audience[] {
  return isForAll(body) && includesSomebody(body)
    ? [{ path: ALL_USERS, params: { why: 'all-and-filters' } }]
    : [];
}

/**
 * An audience without filters that isn't all users either: one service would send to no users, another one to all users.
 * The audience of a triggered campaign is also limited by its trigger, and may be omitted (open point V2).
 */
function notChosen({ body, sound }: Checked): Audience[] {
  const isLimited = TRIGGERED.includes(bare(body.campaign_delivery_type));
  const segment = body[SEGMENT];
  if (segment === undefined)
    return isLimited ? [{ path: [SEGMENT], only: 'draft', params: { why: 'all-triggered' } }] : [];
  if (!isJsonObject(segment) || !sound([SEGMENT]) || isForAll(body) || includesSomebody(body)) return [];
  const path = isList(valueAt(body, FILTERS)) ? FILTERS : [SEGMENT];
  return isLimited
    ? [{ path, on: 'key', only: 'draft', params: { why: 'all-triggered' } }]
    : [{ path, on: 'key', only: 'publish', judged: [[SEGMENT]], params: { why: 'not-chosen' } }];
}

/**
 * A group without filters inside another one: one service would let no user match it, another one every user. The
 * outermost groups aren't checked here: nobody is excluded by empty `excluded_filters`, and empty `attributes` of an
 * event don't restrict it.
 */
function emptyGroups({ body, filters: maps, sound }: Checked): Audience[] {
  return maps
    .filter(
      ({ map: { filters }, path }) => path.at(-2) === 'filters' && isList(filters) && filters.length === 0,
    )
    .filter(({ path }) => sound(path) && !(isForAll(body) && isInside(path, INCLUDED)))
    .map(({ path }) => ({ path, only: 'publish', params: { why: 'unclear-filter' } }));
}

const IOS_AUDIENCES = [
  'send_to_all_eligible_device',
  'exclude_provisional_push_devices',
  'send_to_only_provisional_push_enabled_devices',
];

/** Content fields: with iOS among the platforms, exactly one kind of device is selected. */
function iosDevices({ body }: Checked): Audience[] {
  const platforms = valueAt(body, ['basic_details', 'platforms']);
  if (body.channel !== 'PUSH' || !isList(platforms) || !platforms.includes('IOS')) return [];
  const flags: Path = ['basic_details', 'platform_specific_details', 'ios'];
  const chosen = IOS_AUDIENCES.filter((name) => valueAt(body, [...flags, name]) === true);
  const path = [3, 2, 1]
    .map((depth) => flags.slice(0, depth))
    .find((one) => isJsonObject(valueAt(body, one)));
  return path === undefined || chosen.length === 1 ? [] : [{ path, params: { why: 'ios-devices' } }];
}

function isForAll(body: JsonObject): boolean {
  return valueAt(body, ALL_USERS) === true;
}

function includesSomebody(body: JsonObject): boolean {
  const filters: JsonValue | undefined = valueAt(body, FILTERS);
  return isList(filters) && filters.length > 0;
}

const LIST = 'a list, such as [a, b]';

/** What an operator compares with; all others compare with one value. */
const TAKES: Readonly<Record<string, string>> = {
  in: LIST,
  containsInTheFollowing: LIST,
  startWithInTheFollowing: LIST,
  endsWithInTheFollowing: LIST,
  between: 'two limits, the lower one first',
  inTheLast: 'a number of days, such as 7',
  inTheNext: 'a number of days, such as 7',
};

const TYPES: Readonly<Record<string, readonly [type: string, words: string]>> = {
  string: ['string', 'text'],
  double: ['number', 'a number, without quotes'],
  bool: ['boolean', 'true or false, without quotes'],
};

/**
 * Specification, Filters: a value has its attribute's data type, and it is a list if the operator compares with several. A
 * value that can't be compared is accepted and matches no user, or every user.
 */
function filterValues({ filters, sound }: Checked): Found<'FILTER_VALUE'>[] {
  return filters.flatMap(({ map, path }): Found<'FILTER_VALUE'>[] => {
    const { value, operator, data_type: type } = map;
    if (type === undefined || operator === undefined || operator === 'today' || !sound(path)) return [];
    const at = [...path, 'value'];
    const isNothing = isList(value) ? value.length === 0 : value === null && operator !== 'exists';
    if (isNothing) return [{ path: at, only: 'publish', params: { why: 'nothing' } }];
    if (value === undefined || value === null || isJsonObject(value)) return [];
    const wanted = wantedOf(map);
    return wanted === undefined ? [] : [{ path: at, params: { why: 'type', seen: value, wanted } }];
  });
}

/** What the value of a filter should be; undefined if it is that. */
function wantedOf({ value = null, value1, operator, data_type: type }: JsonObject): string | undefined {
  const takes = memberOf(TAKES, bare(operator)) ?? 'one value, without brackets';
  const upper = operator === 'between' && value1 !== undefined && value1 !== null ? [value1] : [];
  const all = [...(isList(value) ? value : [value]), ...upper];
  if (!fits(value, all, takes)) return takes;
  const [one, words] = memberOf(TYPES, bare(type)) ?? [];
  return one === undefined || all.every((item) => typeof item === one) ? undefined : words;
}

function fits(value: JsonValue, all: readonly JsonValue[], takes: string): boolean {
  // Open point V13: the second limit may be in `value1`, or both in one text.
  const [low = null, high = null] = all;
  const isReversed = typeof low === 'number' && typeof high === 'number' && low > high;
  if (takes === TAKES.between) return typeof value === 'string' || (all.length === 2 && !isReversed);
  return takes === TAKES.inTheLast ? !isList(value) && Number(value) > 0 : isList(value) === (takes === LIST);
}
