import { isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { eachIn, isInside } from './placed.ts';

// Values that the service accepts and stores, but that have no effect, so the author hardly meant them (open points V16 and
// V27): warnings, in every campaign.

const TYPE = 'campaign_delivery_type';
const DETAILS = 'basic_details';
const CONTROLS = 'delivery_controls';
const PLATFORMS: Path = [DETAILS, 'platforms'];
const SCHEDULE = 'scheduling_details';
const RHYTHM = `${SCHEDULE}.periodic_details`;
const FREQUENCY = `${RHYTHM}.sending_frequency`;
const FENCE = `${SCHEDULE}.geo_fence_timelimit`;
const PLACE = `${DETAILS}.geofences`;
const TRIGGER = 'trigger_condition';
const DELAY = `${TRIGGER}.trigger_delay_type`;
const VARIATIONS = 'campaign_content.variation_details';
const DISTRIBUTION = `${VARIATIONS}.distribution_type`;
const BY_USERS = 'EVENT_TRIGGERED DEVICE_TRIGGERED LOCATION_TRIGGERED';
const REPEATED = `${BY_USERS} BUSINESS_EVENT_TRIGGERED PERIODIC`;
const REST_OF_MONTH = 'repeat_on_date_of_month repeat_on_days_of_week_for_month';

type IdleRow = readonly [of: string, fields: string, by: string, usedBy: string];

/** Fields of a map, and the values of another field with which they have an effect: the notes of the specification. */
const IDLE: readonly IdleRow[] = [
  ['', TRIGGER, TYPE, BY_USERS],
  [DETAILS, 'business_event', TYPE, 'BUSINESS_EVENT_TRIGGERED'],
  [DETAILS, 'geofences', TYPE, 'LOCATION_TRIGGERED'],
  [DETAILS, 'send_to_triggered_platform_only', TYPE, 'EVENT_TRIGGERED'],
  [DETAILS, 'subscription_category', `${DETAILS}.content_type`, 'PROMOTIONAL'],
  [PLACE, 'dwell_time_value dwell_time_granularity', `${PLACE}.triggered_at`, 'dwell'],
  [SCHEDULE, 'geo_fence_timelimit', TYPE, 'LOCATION_TRIGGERED'],
  [SCHEDULE, 'periodic_details', TYPE, 'PERIODIC'],
  [SCHEDULE, 'expiry_time', TYPE, REPEATED],
  [SCHEDULE, 'bts_details', `${SCHEDULE}.delivery_type`, 'SEND_IN_BTS'],
  [SCHEDULE, 'user_timezone_details', `${SCHEDULE}.delivery_type`, 'SEND_IN_USER_TIMEZONE'],
  [RHYTHM, 'repeat_on_days_of_week', FREQUENCY, 'WEEKLY MONTHLY'],
  [RHYTHM, REST_OF_MONTH, FREQUENCY, 'MONTHLY'],
  [FENCE, 'timebounds', `${FENCE}.notification_schedule`, 'LIMITED_TIME'],
  [TRIGGER, 'trigger_delay_value trigger_delay_granularity', DELAY, 'DELAY'],
  [TRIGGER, 'trigger_relation', DELAY, 'DELAY INTELLIGENT_DELAY'],
  [TRIGGER, 'intelligent_delay_optimization', DELAY, 'INTELLIGENT_DELAY'],
  [VARIATIONS, 'manual_distribution_percentage', DISTRIBUTION, 'MANUAL'],
  [VARIATIONS, 'sherpa_campaign_duration sherpa_distribution_metric', DISTRIBUTION, 'SHERPA'],
];

/** What the specification says only of push campaigns. */
const IDLE_IN_PUSH: readonly IdleRow[] = [
  [DETAILS, 'broadcast_live_activity_id', TYPE, ''],
  [CONTROLS, 'campaign_throttle_rpm', TYPE, 'ONE_TIME PERIODIC BUSINESS_EVENT_TRIGGERED'],
  [CONTROLS, 'minimum_delay_between_two_notification_in_hour', TYPE, 'EVENT_TRIGGERED DEVICE_TRIGGERED'],
  [CONTROLS, 'max_time_to_show_message_of_same_camapign', TYPE, 'DEVICE_TRIGGERED'],
  [CONTROLS, 'expiry_time_of_sync_data_in_hour send_message_in_offline_mode', TYPE, 'DEVICE_TRIGGERED'],
  [CONTROLS, 'send_limit_value send_limit_granularity_in_hours', TYPE, 'LOCATION_TRIGGERED'],
  [CONTROLS, 'ignore_global_minimum_delay', TYPE, 'EVENT_TRIGGERED'],
];

const ALWAYS = fieldsOf(IDLE);
const IN_PUSH = [...ALWAYS, ...fieldsOf(IDLE_IN_PUSH)];

function fieldsOf(rows: readonly IdleRow[]) {
  return rows.flatMap(([of, fields, by, usedBy]) =>
    fields.split(' ').map((field) => ({
      path: [...(of === '' ? [] : of.split('.')), field],
      by: by.split('.'),
      usedBy: usedBy.split(' '),
    })),
  );
}

export const EFFECT_RULES: readonly Rule[] = [
  { stage: 'advice', code: 'NO_EFFECT', check: withoutEffect },
  { stage: 'advice', code: 'VALUE', check: ({ body }) => FLAGS.flatMap((one) => switchedOff(one, body)) },
];

/** A part of something that has no effect is not reported again. */
function withoutEffect(checked: Checked): Found<'NO_EFFECT'>[] {
  const { body } = checked;
  const found = [
    ...[...idleFields(checked), ...otherPlatforms(checked), ...bypassedQueue(body)],
    ...AMOUNTS.flatMap((one) => amountOfNothing(one, body)),
    ...[...ZEROS.flatMap((one) => atZero(one, body)), ...PAIRS.flatMap((one) => halfOf(one, body))],
  ];
  const isPart = ({ path }: Found, at: number) =>
    found.some((one, before) => isInside(path, one.path) && (before < at || one.path.length < path.length));
  return found.filter((one, at) => !isPart(one, at));
}

const EXPIRY = ['advanced', 'expiration_settings'];

/** Fields of which each needs the other. */
const PAIRS: readonly (readonly [of: Path, one: string, other: string])[] = [
  [[CONTROLS], 'send_limit_value', 'send_limit_granularity_in_hours'],
  [EXPIRY, 'expire_notification_after_value', 'expire_notification_after_type'],
  [EXPIRY, 'remove_from_inbox_after_value', 'remove_from_inbox_after_type'],
  [[TRIGGER, 'intelligent_delay_optimization'], 'min_delay_value', 'min_delay_granularity'],
  [[TRIGGER, 'intelligent_delay_optimization'], 'max_delay_value', 'max_delay_granularity'],
];

function halfOf([of, ...names]: (typeof PAIRS)[number], body: JsonObject): Found<'NO_EFFECT'>[] {
  const [there, ...more] = names.filter((name) => valueAt(body, [...of, name]) !== undefined);
  const needs = names.find((name) => name !== there);
  if (there === undefined || needs === undefined || more.length > 0) return [];
  const params = { field: there, because: `without ${needs}`, needs };
  return [{ path: [...of, there], on: 'key', only: 'new', params }];
}

/** Parts of a push campaign for one platform, by the last part of their paths. */
const OF_PLATFORM: Readonly<Record<string, string>> = {
  ...{ android: 'ANDROID', ios: 'IOS', web: 'WEB' },
  ...{ android_specific_priority: 'ANDROID', ios_specific_priority: 'IOS' },
};

/** What is written for a platform that the campaign doesn't reach. */
function otherPlatforms({ body, sound }: Checked): Found<'NO_EFFECT'>[] {
  const listed = valueAt(body, PLATFORMS);
  if (body.channel !== 'PUSH' || !isList(listed) || !sound(PLATFORMS)) return [];
  const found: Found<'NO_EFFECT'>[] = [];
  for (const name of ['advanced', 'campaign_content', DETAILS])
    eachIn(body[name] ?? null, [name], (_, path) => {
      const field = String(path.at(-1));
      const platform = memberOf(OF_PLATFORM, field);
      if (platform === undefined || listed.includes(platform)) return;
      found.push({
        path: [...path],
        on: 'key',
        params: { field, because: `without ${platform} in platforms` },
      });
    });
  return found;
}

/** Amounts that belong to a flag: the share of the campaign's own control group, and how long messages wait. */
const AMOUNTS: readonly (readonly [of: string, amount: string, flag: string])[] = [
  ['control_group_details', 'campaign_control_group_percentage', 'is_campaign_control_group_enabled'],
  [CONTROLS, 'queue_duration', 'queuing_enabled'],
];

function amountOfNothing(
  [of, field, flag]: (typeof AMOUNTS)[number],
  body: JsonObject,
): Found<'NO_EFFECT'>[] {
  const amount = valueAt(body, [of, field]);
  const isOn = valueAt(body, [of, flag]) === true;
  if (typeof amount !== 'number' || isOn === amount > 0) return [];
  const params = isOn ? { because: 'at 0 percent', above: 0 } : { because: `without ${flag}: true` };
  return [{ path: [of, field], on: 'key', only: 'new', params: { field, ...params } }];
}

/** Flags that repeat a choice, and must not contradict it. */
const FLAGS: readonly (readonly [flag: Path, choice: string])[] = [
  [[SCHEDULE, 'bts_details', 'send_in_bts'], 'SEND_IN_BTS'],
  [[SCHEDULE, 'user_timezone_details', 'send_in_user_timezone'], 'SEND_IN_USER_TIMEZONE'],
];

function switchedOff([path, choice]: (typeof FLAGS)[number], body: JsonObject): Found<'VALUE'>[] {
  const field = 'delivery_type';
  if (valueAt(body, path) !== false || valueAt(body, [SCHEDULE, field]) !== choice) return [];
  return [{ path, params: { why: 'contradicts', seen: false, field, choice } }];
}

/** Specification, Push delivery_controls: with all restrictions bypassed, no message is ever queued. */
function bypassedQueue(body: JsonObject): Found<'NO_EFFECT'>[] {
  const field = 'queuing_enabled';
  const all = [field, 'ignore_frequency_capping', 'ignore_global_minimum_delay'];
  if (!all.every((name) => valueAt(body, [CONTROLS, name]) === true)) return [];
  const because = 'where frequency capping and the minimum delay are both ignored';
  return [{ path: [CONTROLS, field], only: 'new', params: { field, because } }];
}

function idleFields({ body, sound }: Checked): Found<'NO_EFFECT'>[] {
  return (body.channel === 'PUSH' ? IN_PUSH : ALWAYS).flatMap(({ path, by, usedBy }) => {
    const kind = valueAt(body, by);
    if (typeof kind !== 'string' || usedBy.includes(kind) || !sound(by)) return [];
    if (valueAt(body, path) === undefined || isDeviceDelay(body, path)) return [];
    return [{ path, on: 'key' as const, params: { field: String(path.at(-1)), because: `with ${kind}` } }];
  });
}

/** Open point V2: a campaign with such a delay can't be published, which the rules for publishing report. */
function isDeviceDelay({ campaign_delivery_type: type }: JsonObject, path: Path): boolean {
  return type === 'DEVICE_TRIGGERED' && /^trigger_delay_(?:value|granularity)$/.test(String(path.at(-1)));
}

/** Values that stop everything at zero. */
const ZEROS: readonly (readonly [path: Path, because: string])[] = [
  [[CONTROLS, 'campaign_throttle_rpm'], 'at 0, or stops the campaign: the service does not say which'],
  [['conversion_goal_details', 'attribution_window_in_hours'], 'at 0 hours, because no conversion counts'],
  [[CONTROLS, 'send_limit_value'], 'at 0, or sends nothing: the service does not say which'],
  [[DETAILS, 'geofences', 'radius'], 'at 0 meters, because nobody enters or leaves such a place'],
  [[DETAILS, 'geofences', 'dwell_time_value'], 'at 0'],
  [[...EXPIRY, 'expire_notification_after_value'], 'at 0, or nobody gets the message'],
  [[...EXPIRY, 'remove_from_inbox_after_value'], 'at 0, or nobody finds the message'],
  [[CONTROLS, 'send_limit_granularity_in_hours'], 'at 0 hours, because no message counts'],
  [[CONTROLS, 'max_time_to_show_message_of_same_camapign'], 'at 0 hours, or nobody sees the message'],
  [[CONTROLS, 'expiry_time_of_sync_data_in_hour'], 'at 0 hours, or nobody sees the message'],
];

function atZero([path, because]: (typeof ZEROS)[number], body: JsonObject): Found<'NO_EFFECT'>[] {
  const value = valueAt(body, path);
  if (!/^0+(?:\.0+)?$/.test(bare(value ?? ''))) return [];
  return [{ path, only: 'new', params: { field: String(path.at(-1)), because, above: 0 } }];
}
