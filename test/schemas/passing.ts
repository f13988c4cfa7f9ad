import { withValue } from './places.ts';
import type { Json, JsonMap } from './schemas.ts';
import { CONTENT } from './passing-content.ts';

// Small campaigns without a mistake. Together with the examples they show every field and value of the tables.

export interface Passing {
  readonly what: string;
  readonly campaign: JsonMap;
}

/** A campaign with other components than a base. */
const one = (what: string, base: JsonMap, more: JsonMap = {}): Passing => ({
  ...{ what, campaign: { ...base, ...more } },
});

/** One campaign for each value, which is at `path` (indexes are steps, too). */
function each(what: string, campaign: JsonMap, path: string, values: readonly Json[]): Passing[] {
  const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return values.map((value) => ({
    what: `${what} with ${JSON.stringify(value)}`,
    campaign: withValue(campaign, steps, value) as JsonMap,
  }));
}

const PUSH: JsonMap = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  basic_details: { name: 'A push', platforms: ['ANDROID', 'WEB'], tags: ['promo'], team: 'Shop' },
};
const EMAIL: JsonMap = {
  channel: 'EMAIL',
  campaign_delivery_type: 'ONE_TIME',
  basic_details: {
    ...{ name: 'An email', content_type: 'TRANSACTIONAL', user_attribute_identifier: 'Email (Standard)' },
    ...{ tags: ['promo'], team: 'Shop' },
  },
};
const CHANNELS = [PUSH, EMAIL];
const ofBoth = (make: (base: JsonMap) => readonly Passing[]): Passing[] =>
  CHANNELS.flatMap((base) =>
    make(base).map(({ what, campaign }) => ({ what: `${JSON.stringify(base.channel)}: ${what}`, campaign })),
  );

// Conditions

/** A fitting value for each operator; null where there is none. */
const OPERATORS: Readonly<Record<string, JsonMap>> = {
  bool: { is: true, exists: null },
  double: { in: [1, 2], between: [1, 2], lessThan: 1.5, greaterThan: 1, exists: null },
  string: {
    ...{ in: ['a', 'b'], containsInTheFollowing: ['a', 'b'], startWithInTheFollowing: ['a', 'b'] },
    ...{ endsWithInTheFollowing: ['a', 'b'], contains: 'a', is: 'a', exists: null },
  },
  datetime: {
    ...{ inTheLast: 3, inTheNext: 3, between: [1, 3], on: '2031-05-04', before: '2031-05-04' },
    ...{ after: '2031-05-04', exists: null, today: null },
  },
};
const onAttributes: JsonMap[] = Object.entries(OPERATORS).flatMap(([type, operators]) =>
  Object.entries(operators).map(([operator, value]) => ({
    ...{ data_type: type, category: 'Tracked', name: 'Age', operator, negate: false },
    ...{ case_sensitive: true, project_name: 'Shop', ...(value !== null && { value }) },
    // A span is written as a list, or as two values.
    ...(operator === 'between' && type === 'double' && { value: 1, value1: 2 }),
  })),
);
const ofAnEvent = (operator: string): JsonMap => ({
  filter_operator: operator,
  filters: onAttributes.map((one) => ({ filter_type: 'user_attributes', ...one })),
});
const onActions: JsonMap[] = ['atleast', 'atmost', 'exactly'].map((type, index) => ({
  ...{ filter_type: 'actions', action_name: 'Order Placed', execution: { type, count: index } },
  ...{ executed: type !== 'atmost', condition: 'IF' },
  primary_time_range: { type: 'inTheLast', value: 30 },
  attributes: ofAnEvent(index === 0 ? 'and' : 'or'),
}));
const CONDITIONS: readonly { readonly what: string; readonly filters: JsonMap[] }[] = [
  { what: 'attributes', filters: onAttributes.map((one) => ({ filter_type: 'user_attributes', ...one })) },
  ...onActions.map((one) => ({ what: `an action ${JSON.stringify(one.execution)}`, filters: [one] })),
  { what: 'a segment', filters: [{ filter_type: 'custom_segments', name: 'Fans', id: '65f0a1b2c3d4' }] },
];
const order: JsonMap = {
  filter_operator: 'and',
  filters: [{ filter_type: 'actions', action_name: 'Order Placed', executed: true }],
};

const ASAP = { trigger_delay_type: 'ASAP' };
const triggered = (base: JsonMap, trigger: JsonMap, more: JsonMap = {}): JsonMap => ({
  ...base,
  campaign_delivery_type: 'EVENT_TRIGGERED',
  trigger_condition: { included_filters: order, ...trigger },
  ...more,
});

const FILTERS = ofBoth((base) =>
  CONDITIONS.flatMap(({ what, filters }) =>
    ['and', 'or'].flatMap((filter_operator) => {
      const group = { filter_operator, filters };
      const trigger = { included_filters: group, secondary_included_filters: group };
      const segmentation_details = {
        ...{ included_filters: group, excluded_filters: group },
        ...{ is_all_user_campaign: false, send_campaign_to_opt_out_users: false },
      };
      return [
        one(`${what} as trigger, joined by ${filter_operator}`, triggered(base, { ...ASAP, ...trigger })),
        one(`${what} as audience, joined by ${filter_operator}`, base, { segmentation_details }),
      ];
    }),
  ),
);

// Triggers

const delay: JsonMap = {
  ...{ trigger_delay_type: 'DELAY', trigger_delay_value: 2, trigger_delay_granularity: 'HOURS' },
  trigger_relation: 'AFTER',
};
const renewal = { name: 'Renewal Date' };
const beforeRenewal = { trigger_relation: 'BEFORE', trigger_attr: renewal };

const TRIGGERS: Passing[] = [
  ...ofBoth((base) => [
    ...each('a delay', triggered(base, delay), 'trigger_condition.trigger_delay_granularity', [
      ...['MINUTES', 'HOURS', 'DAYS'],
    ]),
    ...each('a delay', triggered(base, delay), 'trigger_condition.trigger_attr', ['If Action', renewal]),
    one('a delay before a date', triggered(base, { ...delay, ...beforeRenewal })),
  ]),
  ...[
    ['MINUTES', 'HOURS'],
    ['HOURS', 'DAYS'],
  ].map(([shortest = '', longest = '']) => {
    const trigger = {
      trigger_delay_type: 'INTELLIGENT_DELAY',
      intelligent_delay_optimization: {
        ...{ min_delay_value: 1, min_delay_granularity: shortest },
        ...{ max_delay_value: 3, max_delay_granularity: longest },
      },
    };
    const delivery_controls = {
      ...{ bypass_dnd: true, ignore_global_minimum_delay: true },
      minimum_delay_between_two_notification_in_hour: 2,
    };
    const base = { ...PUSH, basic_details: { name: 'A push', send_to_triggered_platform_only: true } };
    return one(`from ${shortest} to ${longest}`, triggered(base, trigger, { delivery_controls }));
  }),
  ...ofBoth((base) => [
    one('a business event', base, {
      campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED',
      basic_details: { name: 'A campaign', business_event: 'Product Restocked' },
    }),
  ]),
];

// Places and devices

const fence: JsonMap = {
  ...{ name: 'Berlin', latitude: '52.5', longitude: '13.4', radius: '150', triggered_at: 'ENTRY' },
  ...{ response_time_value: '2', response_time_granularity: 'MINUTES' },
};
const stay = (unit: string): JsonMap => ({
  ...fence,
  ...{ name: unit, triggered_at: 'dwell', dwell_time_value: '5', dwell_time_granularity: unit },
  response_time_granularity: unit,
});
const FENCES: JsonMap[] = [
  ...[fence, { ...fence, name: 'Hamburg', triggered_at: 'EXIT' }],
  ...['MINUTES', 'HOURS', 'DAYS'].map(stay),
];
const located: JsonMap = {
  ...PUSH,
  campaign_delivery_type: 'LOCATION_TRIGGERED',
  trigger_condition: { included_filters: order, trigger_delay_type: 'ASAP' },
  scheduling_details: {
    delivery_type: 'ASAP',
    expiry_time: '2031-12-31T20:00:00Z',
    geo_fence_timelimit: {
      notification_schedule: 'LIMITED_TIME',
      timebounds: [{ start_time: '2031-05-01T09:00:00', end_time: '2031-05-31T20:00:00' }],
    },
  },
  delivery_controls: { send_limit_value: '3', send_limit_granularity_in_hours: '24' },
};
const inPlaces = (geofences: Json): JsonMap => ({
  ...located,
  basic_details: { name: 'A push', platforms: ['ANDROID', 'WEB'], geofences },
});

const PLACES_AND_DEVICES: Passing[] = [
  ...FENCES.map((place) => one(`the place ${JSON.stringify(place.name)}`, inPlaces(place))),
  one('a place at all times', inPlaces(fence), {
    scheduling_details: { delivery_type: 'ASAP', geo_fence_timelimit: { notification_schedule: 'ALWAYS' } },
  }),
  one('a device that is offline', PUSH, {
    campaign_delivery_type: 'DEVICE_TRIGGERED',
    basic_details: {
      ...{ name: 'A push', platforms: ['ANDROID', 'IOS'] },
      platform_specific_details: {
        android: { push_amp_plus_enabled: true },
        ios: {
          ...{ send_to_all_eligible_device: false, exclude_provisional_push_devices: true },
          send_to_only_provisional_push_enabled_devices: false,
        },
      },
    },
    trigger_condition: { included_filters: order, trigger_delay_type: 'ASAP' },
    delivery_controls: {
      ...{ max_time_to_show_message_of_same_camapign: '3', expiry_time_of_sync_data_in_hour: '48' },
      ...{ send_message_in_offline_mode: true, minimum_delay_between_two_notification_in_hour: 4 },
    },
  }),
];

// Schedules

const start: JsonMap = { start_time: '2031-05-04T09:00:00', timezone: 'Europe/Berlin' };
const week = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const inWeek = (week_granularity: string) => ({ week_granularity, repeat_on_days_of_week: week });
const RHYTHMS: readonly JsonMap[] = [
  { sending_frequency: 'DAILY', repeat_frequency: 2, no_of_occurences: 10 },
  { sending_frequency: 'WEEKLY', repeat_on_days_of_week: week },
  { sending_frequency: 'MONTHLY', repeat_on_date_of_month: [1, 31] },
  {
    sending_frequency: 'MONTHLY',
    repeat_on_days_of_week_for_month: ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'].map(inWeek),
  },
];

const SCHEDULES: Passing[] = ofBoth((base) => [
  ...each('a schedule', base, 'scheduling_details', [
    { delivery_type: 'ASAP' },
    { delivery_type: 'AT_FIXED_TIME', ...start },
    {
      ...{ delivery_type: 'SEND_IN_BTS', ...start },
      bts_details: {
        ...{ send_in_bts: true, if_user_bts_is_not_available: 'SEND_AT_START_TIME' },
        ...{ if_user_bts_outside_time_window: 'DO_NOT_SEND', window_end_time: '2031-05-04T18:00:00' },
      },
    },
    {
      ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', ...start },
      user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: false },
    },
  ]),
  one('an end', triggered(base, ASAP), {
    scheduling_details: { delivery_type: 'ASAP', expiry_time: '2031-12-31T20:00:00+01:00' },
  }),
  ...RHYTHMS.map((rhythm) =>
    one(`a rhythm with ${JSON.stringify(rhythm)}`, base, {
      campaign_delivery_type: 'PERIODIC',
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', ...start, periodic_details: rhythm },
    }),
  ),
]);

// Controls, goals and tracking

const PERIODIC = { campaign_delivery_type: 'PERIODIC' };
const limit = (frequency: string): JsonMap => ({
  campaign_audience_limit: {
    ...{ is_campaign_audience_limit_enabled: true, metric: 'SENT', frequency, limit: 9_999_999_999 },
  },
});
const goal: JsonMap = {
  ...{ goal_name: 'Ordered', goal_event_name: 'Order Placed', is_primary_goal: true },
  ...{ revenue_attribute: 'total', revenue_currency: 'EUR' },
  goal_event_attribute: {
    ...{ name: 'total', condition: 'between', value: '10', value1: '20', negate: false },
    ...{ value_type: 'absolute', array_filter_type: 'any_of', filters: [], is_case_sensitive: false },
  },
};
const goals: Json[] = [
  ...['STRING', 'DOUBLE', 'BOOL', 'NUMBER', 'GEOPOINT', 'DATETIME'],
  ...['ARRAY_DOUBLE', 'ARRAY_STRING', 'OBJECT', 'ARRAY_OBJECT'],
].map((type, index) => ({
  ...(withValue(goal, ['goal_event_attribute', 'data_type'], type) as JsonMap),
  is_primary_goal: index === 0,
}));

const REST: Passing[] = [
  ...ofBoth((base) => [
    one('goals, a control group, tracking and a limit', base, {
      segmentation_details: { is_all_user_campaign: true },
      delivery_controls: {
        ...{ bypass_dnd: true, campaign_throttle_rpm: 600, count_for_frequency_capping: true },
        ignore_frequency_capping: false,
      },
      conversion_goal_details: { attribution_window_in_hours: 36, goals },
      control_group_details: {
        ...{ is_campaign_control_group_enabled: true, campaign_control_group_percentage: 100 },
        is_global_control_group_enabled: true,
      },
      utm_params: {
        ...{ utm_source: 'app', utm_medium: 'push', utm_campaign: 'spring', utm_term: 'tents' },
        ...{ utm_content: 'top', utm_season: 'spring' },
      },
      campaign_audience_limit: { is_campaign_audience_limit_enabled: true, limit: 1 },
    }),
    one('a limit for the whole life of the campaign', { ...base, ...PERIODIC }, limit('TOTAL')),
  ]),
  one('a limit for each send', { ...PUSH, ...PERIODIC }, limit('INSTANCE')),
  one('a delay between two emails', EMAIL, {
    delivery_controls: { minimum_delay_between_two_notification_in_hour: 4 },
  }),
  ...each('queuing', PUSH, 'delivery_controls', [
    { queuing_enabled: true, queue_duration: 48 },
    { queuing_enabled: false, queue_duration: 0 },
  ]),
  one('a promotional email of a connector', EMAIL, {
    basic_details: { name: 'An email', content_type: 'PROMOTIONAL', subscription_category: 'News' },
    connector: { connector_type: 'SENDGRID', connector_name: 'shop' },
  }),
  ...each('priorities', PUSH, 'advanced', [
    ...['HOUR', 'DAY'].map((unit) => ({
      expiration_settings: {
        ...{ expire_notification_after_value: 12, expire_notification_after_type: unit },
        ...{ remove_from_inbox_after_value: 3, remove_from_inbox_after_type: 'DAY' },
      },
    })),
    { platform_level_priority: { android_specific_priority: { send_with_priority: true } } },
    ...[
      ...['1', '5', '10'].map((apns_priority) => ({ apns_priority })),
      ...['PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'].map((level) => ({ interruption_level: level })),
      ...[0, 0.5, 1].map((relevance_score) => ({ relevance_score })),
    ].map((ios) => ({ platform_level_priority: { ios_specific_priority: ios } })),
  ]),
];

/** Campaigns that must be accepted without a finding, in a workspace with every optional feature. */
export const PASSING: readonly Passing[] = [
  ...[...FILTERS, ...TRIGGERS, ...PLACES_AND_DEVICES, ...SCHEDULES, ...REST],
  ...ofBoth((base) =>
    CONTENT[base.channel === 'EMAIL' ? 'EMAIL' : 'PUSH'].map(({ what, content }) =>
      one(what, base, { campaign_content: content }),
    ),
  ),
];
