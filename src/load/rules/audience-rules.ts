import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { mapsIn, mapsOfFilters } from './placed.ts';
import { impossibleFilters } from './filter-match.ts';

// Who gets the message. If an audience is larger than it looks, the message is sent to users who should not get it.

const SEGMENT = 'segmentation_details';
const ALL_USERS: Path = [SEGMENT, 'is_all_user_campaign'];
const INCLUDED: Path = [SEGMENT, 'included_filters'];
const FILTERS: Path = [...INCLUDED, 'filters'];
const TRIGGER = 'trigger_condition';

const TRIGGERED = ['EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];

type Audience = Found<'AUDIENCE'>;

/**
 * Specification, segmentation_details: `is_all_user_campaign: true` sends to all users; only `excluded_filters` still
 * excludes some of them.
 */
export const allUsersHaveNoFilters: Rule = {
  code: 'AUDIENCE',
  check: ({ body }) =>
    isForAll(body) && includesSomebody(body) ? [{ path: ALL_USERS, params: { why: 'all-and-filters' } }] : [],
};

/** Audiences that are certainly, or probably, not the ones that were meant. */
export const audienceIsMeant: Rule = {
  code: 'AUDIENCE',
  check: (checked) => [
    ...notChosen(checked),
    ...emptyGroups(checked),
    ...ofFilters(checked),
    ...unlimited(checked),
    ...noEvent(checked),
    ...wholeControlGroup(checked),
    ...iosDevices(checked),
  ],
};

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
function emptyGroups({ body, sound }: Checked): Audience[] {
  return mapsOfFilters(body)
    .filter(
      ({ map: { filters }, path }) => path.at(-2) === 'filters' && isList(filters) && filters.length === 0,
    )
    .filter(({ path }) => sound(path) && !(isForAll(body) && INCLUDED.every((step, at) => path[at] === step)))
    .map(({ path }) => ({ path, only: 'start', params: { why: 'unclear-filter' } }));
}

/** Nobody matches a filter and its opposite, and everybody matches one of the two. */
function ofFilters({ body, status, sound }: Checked): Audience[] {
  if (status === 'STOPPED') return [];
  return impossibleFilters(body, { isForAll: isForAll(body), sound }).map(({ path, about, reaches }) => ({
    ...{ path, judged: [[SEGMENT]] },
    params: { why: reaches, about },
  }));
}

/** Everybody has done something at least 0 times. */
function unlimited({ body, sound }: Checked): Audience[] {
  return mapsOfFilters(body).flatMap(({ map: { type, count }, path }) => {
    const isIdle =
      path.at(-1) === 'execution' && type === 'atleast' && typeof count === 'number' && count < 1;
    return isIdle && sound(path) ? [{ path: [...path, 'count'], params: { why: 'everyone' } }] : [];
  });
}

/**
 * Specification, trigger_condition: an event triggers the message. A delay that counts from a time attribute needs none,
 * and any event that users do is enough, also one of the second condition.
 */
function noEvent({ body, sound }: Checked): Audience[] {
  if (body.campaign_delivery_type !== 'EVENT_TRIGGERED' || !sound([TRIGGER])) return [];
  if (isJsonObject(valueAt(body, [TRIGGER, 'trigger_attr']))) return [];
  const [included = [], others = []] = ['included_filters', 'secondary_included_filters'].map((name) =>
    mapsIn(valueAt(body, [TRIGGER, name]), [TRIGGER, name]).filter(
      (one) => one.map.filter_type === 'actions',
    ),
  );
  const [first] = included;
  if (!first || [...included, ...others].some(({ map }) => map.executed !== false)) return [];
  const path = [...first.path, 'executed'];
  return [{ path, only: 'edit', judged: [[TRIGGER]], params: { why: 'no-event' } }];
}

/** Users in the control group don't get the message. */
function wholeControlGroup({ body }: Checked): Audience[] {
  const details = 'control_group_details';
  const path = [details, 'campaign_control_group_percentage'];
  const isOn = valueAt(body, [details, 'is_campaign_control_group_enabled']) === true;
  if (!isOn || valueAt(body, path) !== 100) return [];
  return [
    {
      path,
      only: 'edit',
      judged: [[details]],
      params: { why: 'nobody', about: 'a control group of 100 percent' },
    },
  ];
}

const IOS_AUDIENCES = [
  'send_to_all_eligible_device',
  'exclude_provisional_push_devices',
  'send_to_only_provisional_push_enabled_devices',
];

/** With iOS among the platforms, exactly one kind of device is selected. */
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
