import type { ComponentName, Desired } from '../../model/campaign.ts';
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { scheduledMinute, weekdayMinute } from '../../model/utc-words.ts';
import { isPlainList } from './value-words.ts';

/*
 * The settings of a new campaign besides its audience, time and content: whether it reaches people who opted out, whether
 * it ignores quiet hours, and who is left out. A reviewer who doesn't see such a setting still approves it. So these tables
 * list the settings that may be hidden or put into words; every other setting is shown by its name.
 */

export const TRANSACTIONAL =
  'TRANSACTIONAL, which also reaches users who unsubscribed from promotional messages';

/** Shown elsewhere, such as the audience or the time, with another setting, or labels without effect. By component and path. */
const ELSEWHERE: Readonly<Partial<Record<ComponentName, readonly string[]>>> = {
  basic_details: ['name', 'tags', 'team', 'business_event', 'geofences'],
  segmentation_details: ['included_filters', 'excluded_filters', 'is_all_user_campaign'],
  trigger_condition: [
    ...['included_filters', 'secondary_included_filters', 'trigger_delay_type', 'trigger_delay_value'],
    ...['trigger_delay_granularity', 'trigger_relation', 'trigger_attr'],
  ],
  scheduling_details: [
    ...['delivery_type', 'start_time', 'timezone', 'periodic_details', 'bts_details.send_in_bts'],
    'user_timezone_details.send_in_user_timezone',
  ],
  delivery_controls: ['queue_duration'],
  campaign_audience_limit: ['is_campaign_audience_limit_enabled', 'frequency'],
  control_group_details: ['campaign_control_group_percentage'],
};

/** Words by value, where a value without words changes nothing; a text with the value in place of `{}`; or made of the value. */
type Words =
  | Readonly<Record<string, string>>
  | string
  | ((value: JsonValue, component: JsonObject) => string | undefined);

/** Words for the settings of a component, by path. Specification, Create request body. */
const WORDS: Readonly<Partial<Record<ComponentName, Readonly<Record<string, Words>>>>> = {
  basic_details: {
    content_type: (value) => (value === 'TRANSACTIONAL' ? TRANSACTIONAL : text(value)),
    subscription_category: 'subscription category {}',
    // The default needs no words.
    user_attribute_identifier: (value) =>
      value === 'Email (Standard)' ? undefined : `sent to the address in ${text(value)}`,
    platforms: 'on {}',
    send_to_triggered_platform_only: {
      true: 'only on the platform of the event (send_to_triggered_platform_only)',
    },
    'platform_specific_details.android.push_amp_plus_enabled': {
      true: 'Push Amp+ on Android',
      false: 'no Push Amp+ on Android',
    },
    // One of the three is true wherever iOS is a platform (content-fields, basic_details).
    'platform_specific_details.ios.send_to_all_eligible_device': {
      true: 'iOS: to all eligible devices of these users',
    },
    'platform_specific_details.ios.exclude_provisional_push_devices': {
      true: 'iOS: not to devices with provisional permission',
    },
    'platform_specific_details.ios.send_to_only_provisional_push_enabled_devices': {
      true: 'iOS: only to devices with provisional permission',
    },
  },
  connector: { connector_type: '{}', connector_name: '{}' },
  segmentation_details: {
    send_campaign_to_opt_out_users: { true: 'also users who opted out (send_campaign_to_opt_out_users)' },
  },
  trigger_condition: { intelligent_delay_optimization: delayRange },
  scheduling_details: {
    expiry_time: (value, { timezone: zone }) =>
      `ends ${scheduledMinute(text(value), typeof zone === 'string' ? zone : undefined)}`,
    'user_timezone_details.send_if_user_timezone_has_passed': {
      true: 'sent at once where the local time has passed (send_if_user_timezone_has_passed)',
      false: 'skips users whose local time has passed',
    },
    'geo_fence_timelimit.notification_schedule': (value) =>
      value === 'LIMITED_TIME' ? undefined : `at times: ${text(value)}`,
    'geo_fence_timelimit.timebounds': (value) => `only ${timeBounds(value)}`,
    'bts_details.window_end_time': (value) => `best time until ${weekdayMinute(text(value))}`,
    'bts_details.if_user_bts_is_not_available': 'users without a best time: {}',
    'bts_details.if_user_bts_outside_time_window': 'users whose best time is outside the window: {}',
  },
  delivery_controls: {
    bypass_dnd: { true: 'ignores quiet hours (bypass_dnd)', false: 'respects quiet hours' },
    ignore_frequency_capping: {
      true: 'ignores frequency capping (ignore_frequency_capping)',
      false: 'respects frequency capping',
    },
    count_for_frequency_capping: {
      true: 'counts toward frequency capping',
      false: 'does not count toward frequency capping',
    },
    ignore_global_minimum_delay: {
      true: 'ignores the minimum delay of the workspace (ignore_global_minimum_delay)',
    },
    minimum_delay_between_two_notification_in_hour: (value) =>
      `at least ${amount(value, 'hour')} between two messages`,
    campaign_throttle_rpm: '{} requests a minute',
    queuing_enabled: (value, { queue_duration: hours }) =>
      value === true ? `messages that are blocked wait up to ${text(hours ?? '?')} h` : undefined,
    send_limit_value: (value, { send_limit_granularity_in_hours: hours }) =>
      `at most ${amount(value, 'message')} to a user in ${text(hours ?? '?')} h`,
    send_limit_granularity_in_hours: (value, { send_limit_value: most }) =>
      most === undefined ? `send_limit_granularity_in_hours ${text(value)}` : undefined,
  },
  campaign_audience_limit: {
    // Only sent messages can be counted, so far.
    metric: (value) => (value === 'SENT' ? undefined : `limit on ${text(value)}`),
    limit: (value, { frequency }) =>
      `at most ${amount(value, 'message')} ${frequency === 'INSTANCE' ? 'each time' : 'in all'}`,
  },
  control_group_details: {
    is_campaign_control_group_enabled: (value, { campaign_control_group_percentage: share }) =>
      value === true ? `${text(share ?? '?')}% of the audience gets no message` : 'none for this campaign',
    is_global_control_group_enabled: {
      true: 'the global control group gets no message',
      false: 'the global control group gets it, too',
    },
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

const UNITS: Readonly<Record<string, string>> = { MINUTES: 'minute', HOURS: 'hour', DAYS: 'day' };

function span(count: JsonValue | undefined, unit: JsonValue | undefined): string | undefined {
  const noun = typeof unit === 'string' ? memberOf(UNITS, unit) : undefined;
  return typeof count === 'number' && noun !== undefined ? counted(count, noun) : undefined;
}

/** `3 messages`; a value that is no number is shown as it is. */
function amount(value: JsonValue, noun: string): string {
  const count = Number(value);
  return Number.isFinite(count) ? counted(count, noun) : `${text(value)} (not a number)`;
}

/** Content is shown separately. Goals only measure, and reach no one. */
const APART: ReadonlySet<string> = new Set<ComponentName>(['campaign_content', 'conversion_goal_details']);

/** The line in which the settings of a component are shown, in the order of lines. */
const TOPICS = {
  segmentation_details: 'audience',
  campaign_audience_limit: 'audience',
  basic_details: 'delivery',
  delivery_controls: 'delivery',
  trigger_condition: 'timing',
  scheduling_details: 'timing',
  control_group_details: 'control group',
  connector: 'connector',
  utm_params: 'UTM',
} as const satisfies Partial<Record<ComponentName, string>>;

/** What is said with the content type. */
const OF_CONTENT_TYPE: readonly string[] = ['content_type', 'subscription_category'];
const ALSO = 'also set';
const ORDER = [...new Set(['audience', 'content type', ...Object.values(TOPICS), ALSO])];

interface SettingView {
  readonly topic: string;
  readonly words: string;
}

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

function settingsOf(name: ComponentName, component: JsonObject): SettingView[] {
  const topic = memberOf(TOPICS, name);
  const walk = (value: JsonValue, path: readonly string[]): SettingView[] => {
    const field = path.join('.');
    if (ELSEWHERE[name]?.includes(field)) return [];
    const known = memberOf(WORDS[name] ?? {}, field);
    if (known !== undefined) {
      const words = wordsOf(known, value, component) ?? unusual(known, field, value);
      const isOfType = name === 'basic_details' && OF_CONTENT_TYPE.includes(field);
      return words === undefined ? [] : [{ topic: isOfType ? 'content type' : (topic ?? ALSO), words }];
    }
    if (isJsonObject(value) && Object.keys(value).length > 0)
      return Object.entries(value).flatMap(([step, member]) => walk(member, [...path, step]));
    // Nothing is left out: what has no words has its name.
    const isNamed = topic === undefined || name === 'basic_details' || name === 'campaign_audience_limit';
    return [
      isNamed
        ? { topic: ALSO, words: `${name}.${field} ${text(value)}` }
        : { topic, words: `${field} ${text(value)}` },
    ];
  };
  return Object.entries(component).flatMap(([step, member]) => walk(member, [step]));
}

function wordsOf(known: Words, value: JsonValue, component: JsonObject): string | undefined {
  if (typeof known === 'function') return known(value, component);
  return typeof known === 'string' ? known.replace('{}', () => text(value)) : memberOf(known, text(value));
}

/** A value that should have been true or false is shown as it is. */
function unusual(known: Words, field: string, value: JsonValue): string | undefined {
  return typeof known === 'object' && typeof value !== 'boolean' ? `${field} ${text(value)}` : undefined;
}

function text(value: JsonValue): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (isPlainList(value)) return value.map(String).join(', ');
  if (isList(value) && value.length === 0) return 'none';
  return JSON.stringify(value);
}
