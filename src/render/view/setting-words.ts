import type { ComponentName, Desired } from '../../model/campaign.ts';
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { scheduledMinute, weekdayMinute } from '../../model/utc-words.ts';
import { isPlainList } from './value-words.ts';

/*
 * The settings of a new campaign besides its audience, time and content: whether it reaches people who opted out, whether
 * it ignores quiet hours, and who is left out. A reviewer who doesn't see such a setting still approves it. So this table
 * lists the settings that may be hidden or put into words; every other setting is shown by its name.
 */

/** Words for a setting; undefined where its value changes nothing. */
type Words = (value: JsonValue, component: JsonObject) => string | undefined;

export const TRANSACTIONAL =
  'TRANSACTIONAL, which also reaches users who unsubscribed from promotional messages';

/** For a setting that the plan shows elsewhere, such as the audience or the time, or a label without effect. */
const SHOWN: Words = () => undefined;

const when =
  (wanted: boolean, words: string): Words =>
  (value) =>
    value === wanted ? words : undefined;

/** A line that settings are shown in. */
type Topic =
  'content type' | 'delivery' | 'timing' | 'audience' | 'control group' | 'connector' | 'UTM' | 'also set';

interface Setting {
  readonly topic: Topic;
  readonly words: Words;
}

const at = (topic: Topic, words: Words): Setting => ({ topic, words });
const shown = at('also set', SHOWN);

/** By component and path. Specification, Create request body. */
const SETTINGS: Readonly<Partial<Record<ComponentName, Readonly<Record<string, Setting>>>>> = {
  basic_details: {
    name: shown,
    tags: shown,
    team: shown,
    business_event: shown,
    geofences: shown,
    content_type: at('content type', (value) => (value === 'TRANSACTIONAL' ? TRANSACTIONAL : text(value))),
    subscription_category: at('content type', (value) => `subscription category ${text(value)}`),
    // The default needs no words.
    user_attribute_identifier: at('delivery', (value) =>
      value === 'Email (Standard)' ? undefined : `sent to the address in ${text(value)}`,
    ),
    platforms: at('delivery', (value) => `on ${text(value)}`),
    send_to_triggered_platform_only: at(
      'delivery',
      when(true, 'only on the platform of the event (send_to_triggered_platform_only)'),
    ),
    'platform_specific_details.android.push_amp_plus_enabled': at('delivery', (value) =>
      value === true ? 'Push Amp+ on Android' : 'no Push Amp+ on Android',
    ),
    // One of the three is true wherever iOS is a platform (content-fields, basic_details).
    'platform_specific_details.ios.send_to_all_eligible_device': at(
      'delivery',
      when(true, 'iOS: to all eligible devices of these users'),
    ),
    'platform_specific_details.ios.exclude_provisional_push_devices': at(
      'delivery',
      when(true, 'iOS: not to devices with provisional permission'),
    ),
    'platform_specific_details.ios.send_to_only_provisional_push_enabled_devices': at(
      'delivery',
      when(true, 'iOS: only to devices with provisional permission'),
    ),
  },
  connector: {
    connector_type: at('connector', text),
    connector_name: at('connector', text),
  },
  segmentation_details: {
    included_filters: shown,
    excluded_filters: shown,
    is_all_user_campaign: shown,
    send_campaign_to_opt_out_users: at(
      'audience',
      when(true, 'also users who opted out (send_campaign_to_opt_out_users)'),
    ),
  },
  trigger_condition: {
    included_filters: shown,
    secondary_included_filters: shown,
    trigger_delay_type: shown,
    trigger_delay_value: shown,
    trigger_delay_granularity: shown,
    trigger_relation: shown,
    trigger_attr: shown,
    intelligent_delay_optimization: at('timing', delayRange),
  },
  scheduling_details: {
    delivery_type: shown,
    start_time: shown,
    timezone: shown,
    periodic_details: shown,
    expiry_time: at(
      'timing',
      (value, { timezone: zone }) =>
        `ends ${scheduledMinute(text(value), typeof zone === 'string' ? zone : undefined)}`,
    ),
    'user_timezone_details.send_in_user_timezone': shown,
    'user_timezone_details.send_if_user_timezone_has_passed': at('timing', (value) =>
      value === true
        ? 'sent at once where the local time has passed (send_if_user_timezone_has_passed)'
        : 'skips users whose local time has passed',
    ),
    'geo_fence_timelimit.notification_schedule': at('timing', (value) =>
      value === 'LIMITED_TIME' ? undefined : `at times: ${text(value)}`,
    ),
    'geo_fence_timelimit.timebounds': at('timing', (value) => `only ${timeBounds(value)}`),
    'bts_details.send_in_bts': shown,
    'bts_details.window_end_time': at('timing', (value) => `best time until ${weekdayMinute(text(value))}`),
    'bts_details.if_user_bts_is_not_available': at(
      'timing',
      (value) => `users without a best time: ${text(value)}`,
    ),
    'bts_details.if_user_bts_outside_time_window': at(
      'timing',
      (value) => `users whose best time is outside the window: ${text(value)}`,
    ),
  },
  delivery_controls: {
    bypass_dnd: at('delivery', (value) =>
      value === true ? 'ignores quiet hours (bypass_dnd)' : 'respects quiet hours',
    ),
    ignore_frequency_capping: at('delivery', (value) =>
      value === true ? 'ignores frequency capping (ignore_frequency_capping)' : 'respects frequency capping',
    ),
    count_for_frequency_capping: at('delivery', (value) =>
      value === true ? 'counts toward frequency capping' : 'does not count toward frequency capping',
    ),
    ignore_global_minimum_delay: at(
      'delivery',
      when(true, 'ignores the minimum delay of the workspace (ignore_global_minimum_delay)'),
    ),
    minimum_delay_between_two_notification_in_hour: at(
      'delivery',
      (value) => `at least ${amount(value, 'hour')} between two messages`,
    ),
    campaign_throttle_rpm: at('delivery', (value) => `${text(value)} requests a minute`),
    queuing_enabled: at('delivery', (value, { queue_duration: hours }) =>
      value === true ? `messages that are blocked wait up to ${text(hours ?? '?')} h` : undefined,
    ),
    queue_duration: shown,
    send_limit_value: at(
      'delivery',
      (value, { send_limit_granularity_in_hours: hours }) =>
        `at most ${amount(value, 'message')} to a user in ${text(hours ?? '?')} h`,
    ),
    send_limit_granularity_in_hours: at('delivery', (value, { send_limit_value: most }) =>
      most === undefined ? `send_limit_granularity_in_hours ${text(value)}` : undefined,
    ),
  },
  campaign_audience_limit: {
    is_campaign_audience_limit_enabled: at('audience', SHOWN),
    // Only sent messages can be counted, so far.
    metric: at('audience', (value) => (value === 'SENT' ? undefined : `limit on ${text(value)}`)),
    frequency: at('audience', SHOWN),
    limit: at(
      'audience',
      (value, { frequency }) =>
        `at most ${amount(value, 'message')} ${frequency === 'INSTANCE' ? 'each time' : 'in all'}`,
    ),
  },
  control_group_details: {
    is_campaign_control_group_enabled: at(
      'control group',
      (value, { campaign_control_group_percentage: share }) =>
        value === true ? `${text(share ?? '?')}% of the audience gets no message` : 'none for this campaign',
    ),
    campaign_control_group_percentage: at('control group', SHOWN),
    is_global_control_group_enabled: at('control group', (value) =>
      value === true ? 'the global control group gets no message' : 'the global control group gets it, too',
    ),
  },
};

/** The bounds of an intelligent delay. Anything unusual in them is shown as it is written. */
function delayRange(value: JsonValue): string {
  const {
    min_delay_value: min,
    min_delay_granularity: minUnit,
    max_delay_value: max,
    max_delay_granularity: maxUnit,
    ...others
  } = isJsonObject(value) ? value : {};
  const [from, to] = [span(min, minUnit), span(max, maxUnit)];
  if (from === undefined || to === undefined || Object.keys(others).length > 0)
    return `intelligent_delay_optimization ${text(value)}`;
  return `between ${from} and ${to} later`;
}

/** `from 2031-05-03T10:00:00 to 2031-05-03T19:00:00`; anything unusual as it is written. */
function timeBounds(value: JsonValue): string {
  const bounds = isList(value) ? value : [value];
  return bounds
    .map((bound) => {
      const { start_time: start, end_time: end, ...others } = isJsonObject(bound) ? bound : {};
      const isUsual =
        typeof start === 'string' && typeof end === 'string' && Object.keys(others).length === 0;
      return isUsual ? `from ${weekdayMinute(start)} to ${weekdayMinute(end)}` : text(bound);
    })
    .join(', ');
}

function span(count: JsonValue | undefined, unit: JsonValue | undefined): string | undefined {
  const noun = typeof unit === 'string' ? memberOf(UNITS, unit) : undefined;
  return typeof count === 'number' && noun !== undefined ? counted(count, noun) : undefined;
}

/** `3 messages`; a value that is no number is shown as it is. */
function amount(value: JsonValue, noun: string): string {
  const count = Number(value);
  return Number.isFinite(count) ? counted(count, noun) : `${text(value)} (not a number)`;
}

const UNITS: Readonly<Record<string, string>> = { MINUTES: 'minute', HOURS: 'hour', DAYS: 'day' };

/** Content is shown separately. Goals only measure, and reach no one. */
const APART: ReadonlySet<string> = new Set<ComponentName>(['campaign_content', 'conversion_goal_details']);

/** Components whose fields all belong to one topic. */
const TOPICS: Readonly<Partial<Record<ComponentName, Topic>>> = {
  utm_params: 'UTM',
  connector: 'connector',
  scheduling_details: 'timing',
  trigger_condition: 'timing',
  delivery_controls: 'delivery',
  control_group_details: 'control group',
  segmentation_details: 'audience',
};

const ORDER: readonly Topic[] = [
  'audience',
  'content type',
  'delivery',
  'timing',
  'control group',
  'connector',
  'UTM',
  'also set',
];

/** The settings of a campaign, a line for each topic: `delivery: ignores quiet hours (bypass_dnd)`. */
export function settingLines({ components }: Pick<Desired, 'components'>): string[] {
  const views = Object.entries(components).flatMap(([name, component]) =>
    APART.has(name) ? [] : settingsOf(name as ComponentName, component),
  );
  return ORDER.flatMap((topic) => {
    const words = views.filter((one) => one.topic === topic).map((one) => one.words);
    return words.length === 0 ? [] : [`${topic}: ${words.join(' · ')}`];
  });
}

interface SettingView {
  readonly topic: Topic;
  readonly words: string;
}

function settingsOf(name: ComponentName, component: JsonObject): SettingView[] {
  const known = SETTINGS[name] ?? {};
  const walk = (value: JsonValue, path: readonly string[]): SettingView[] => {
    const field = path.join('.');
    const setting = memberOf(known, field);
    if (setting) {
      const words = setting.words(value, component);
      return words === undefined ? [] : [{ topic: setting.topic, words }];
    }
    if (isJsonObject(value) && Object.keys(value).length > 0)
      return Object.entries(value).flatMap(([step, member]) => walk(member, [...path, step]));
    const topic = TOPICS[name];
    const label = topic === undefined ? `${name}.${field}` : field;
    return [{ topic: topic ?? 'also set', words: `${label} ${text(value)}` }];
  };
  return Object.entries(component).flatMap(([step, member]) => walk(member, [step]));
}

function text(value: JsonValue): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (isPlainList(value)) return value.map(String).join(', ');
  if (isList(value) && value.length === 0) return 'none';
  return JSON.stringify(value);
}
