import {
  anything,
  fieldsOf,
  flag,
  flags,
  list,
  map,
  oneOf,
  text,
  texts,
  whole,
  wholes,
  type Field,
  type Members,
} from './places.ts';
import { EMAIL_CONTENT, PUSH_CONTENT } from './specification-content.ts';

// The tables of the specification, written down a second time and on their own: the schemas are checked against
// them, and they against the schemas. What a table marks as required is asked for in test/load/rules.test.ts.

const comparison = anything('what fits depends on the operator: a text, a number, a truth value or a list');

/** One kind of condition on an attribute: the operators that its data type has. */
const operators = {
  by: 'data_type',
  of: {
    bool: map({ operator: oneOf('is', 'exists') }),
    double: map({ operator: oneOf('in', 'between', 'lessThan', 'greaterThan', 'exists') }),
    string: map({
      operator: oneOf(
        ...['in', 'contains', 'containsInTheFollowing', 'startWithInTheFollowing', 'endsWithInTheFollowing'],
        ...['exists', 'is'],
      ),
    }),
    datetime: map({
      operator: oneOf(...['inTheLast', 'on', 'between', 'before', 'after', 'inTheNext', 'exists', 'today']),
    }),
  },
};
const onAnAttribute: Members = {
  data_type: oneOf('string', 'double', 'datetime', 'bool'),
  ...{ ...texts('category', 'name', 'project_name'), ...flags('case_sensitive', 'negate') },
  ...{ value: comparison, value1: comparison },
};
const onAnAction: Members = {
  action_name: text,
  execution: map({ type: oneOf('atleast', 'atmost', 'exactly'), count: whole }),
  executed: flag,
  attributes: map({
    filter_operator: oneOf('and', 'or'),
    filters: list(map({ filter_type: oneOf('user_attributes'), ...onAnAttribute }, operators)),
  }),
  primary_time_range: anything('the form of a span of time is not given'),
  condition: oneOf('IF'),
};
const group = map({
  filter_operator: oneOf('and', 'or'),
  filters: list(
    map(
      { filter_type: oneOf('user_attributes', 'actions', 'custom_segments') },
      {
        by: 'filter_type',
        of: {
          user_attributes: map(onAnAttribute, operators),
          actions: map(onAnAction),
          custom_segments: map(texts('name', 'id')),
        },
      },
    ),
  ),
});

const trigger = (types: readonly string[], more: Members = {}) =>
  map({
    included_filters: group,
    secondary_included_filters: group,
    trigger_delay_type: oneOf(...types),
    trigger_delay_value: whole,
    trigger_delay_granularity: oneOf('MINUTES', 'HOURS', 'DAYS'),
    trigger_relation: oneOf('BEFORE', 'AFTER'),
    trigger_attr: { types: ['string', 'object'], values: ['If Action'], members: { name: text } },
    ...more,
  });
const bounds = map({
  ...wholes('min_delay_value', 'max_delay_value'),
  min_delay_granularity: oneOf('MINUTES', 'HOURS'),
  max_delay_granularity: oneOf('HOURS', 'DAYS'),
});

const weekday = oneOf(...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']);
const schedule = map({
  delivery_type: oneOf('ASAP', 'AT_FIXED_TIME', 'SEND_IN_BTS', 'SEND_IN_USER_TIMEZONE'),
  ...texts('start_time', 'expiry_time', 'timezone'),
  periodic_details: map({
    sending_frequency: oneOf('DAILY', 'WEEKLY', 'MONTHLY'),
    ...wholes('repeat_frequency', 'no_of_occurences'),
    repeat_on_date_of_month: list(whole),
    repeat_on_days_of_week: list(weekday),
    repeat_on_days_of_week_for_month: list(
      map({
        week_granularity: oneOf('FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'),
        repeat_on_days_of_week: list(weekday),
      }),
    ),
  }),
  bts_details: map({
    send_in_bts: flag,
    ...texts('if_user_bts_is_not_available', 'if_user_bts_outside_time_window', 'window_end_time'),
  }),
  user_timezone_details: map(flags('send_in_user_timezone', 'send_if_user_timezone_has_passed')),
  geo_fence_timelimit: map({
    notification_schedule: oneOf('ALWAYS', 'LIMITED_TIME'),
    timebounds: list(map(texts('start_time', 'end_time'))),
  }),
});

const geofence: Members = {
  ...texts('name', 'latitude', 'longitude', 'radius', 'dwell_time_value', 'response_time_value'),
  triggered_at: oneOf('ENTRY', 'EXIT', 'dwell'),
  dwell_time_granularity: oneOf('MINUTES', 'HOURS', 'DAYS'),
  response_time_granularity: oneOf('MINUTES', 'HOURS', 'DAYS'),
};

const controls: Members = {
  ...flags('bypass_dnd', 'count_for_frequency_capping', 'ignore_frequency_capping'),
  ...wholes('campaign_throttle_rpm', 'minimum_delay_between_two_notification_in_hour'),
};

const goals = map({
  attribution_window_in_hours: whole,
  goals: list(
    map({
      ...texts('goal_name', 'goal_event_name', 'revenue_attribute', 'revenue_currency'),
      goal_event_attribute: map({
        ...texts('name', 'condition', 'value', 'value1', 'value_type', 'array_filter_type'),
        ...flags('negate', 'is_case_sensitive'),
        data_type: oneOf(
          ...['STRING', 'DOUBLE', 'BOOL', 'NUMBER', 'GEOPOINT', 'DATETIME'],
          ...['ARRAY_DOUBLE', 'ARRAY_STRING', 'OBJECT', 'ARRAY_OBJECT'],
        ),
        filters: anything('the form of conditions inside an object is not given'),
      }),
      is_primary_goal: flag,
    }),
  ),
});

const ofBothChannels: Members = {
  ...texts('request_id', 'created_by'),
  segmentation_details: map({
    ...{ included_filters: group, excluded_filters: group },
    ...flags('is_all_user_campaign', 'send_campaign_to_opt_out_users'),
  }),
  conversion_goal_details: goals,
  control_group_details: map({
    ...flags('is_campaign_control_group_enabled', 'is_global_control_group_enabled'),
    campaign_control_group_percentage: whole,
  }),
  utm_params: map(texts('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', '<own>')),
  scheduling_details: schedule,
  campaign_audience_limit: map({
    is_campaign_audience_limit_enabled: flag,
    metric: oneOf('SENT'),
    frequency: oneOf('TOTAL', 'INSTANCE'),
    limit: whole,
  }),
};

/** What an answer of the service contains besides the components. */
const record: Members = {
  ...texts('id', 'campaign_id', 'flow_id', 'flow_name', 'parent_id', 'sender_name', 'rejection_comment'),
  version_number: whole,
};

const channel = oneOf(...['EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS']);

const push: Members = {
  ...record,
  ...ofBothChannels,
  channel,
  campaign_delivery_type: oneOf(
    ...['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'],
    ...['DEVICE_TRIGGERED', 'LOCATION_TRIGGERED', 'BROADCAST_LIVE_ACTIVITY'],
  ),
  basic_details: map({
    ...texts('name', 'business_event', 'team', 'broadcast_live_activity_id'),
    ...{ tags: list(text), platforms: list(oneOf('ANDROID', 'IOS', 'WEB')) },
    geofences: map(geofence),
    send_to_triggered_platform_only: flag,
    platform_specific_details: map({
      android: map({ push_amp_plus_enabled: flag }),
      ios: map({
        ...flags('send_to_all_eligible_device', 'exclude_provisional_push_devices'),
        send_to_only_provisional_push_enabled_devices: flag,
      }),
    }),
  }),
  trigger_condition: trigger(['DELAY', 'ASAP', 'INTELLIGENT_DELAY'], {
    intelligent_delay_optimization: bounds,
  }),
  campaign_content: PUSH_CONTENT,
  delivery_controls: map({
    ...controls,
    ...texts('max_time_to_show_message_of_same_camapign', 'expiry_time_of_sync_data_in_hour'),
    ...texts('send_limit_value', 'send_limit_granularity_in_hours'),
    ...flags('send_message_in_offline_mode', 'ignore_global_minimum_delay', 'queuing_enabled'),
    queue_duration: whole,
  }),
  advanced: map({
    expiration_settings: map({
      ...wholes('expire_notification_after_value', 'remove_from_inbox_after_value'),
      expire_notification_after_type: oneOf('HOUR', 'DAY'),
      remove_from_inbox_after_type: oneOf('DAY'),
    }),
    platform_level_priority: map({
      android_specific_priority: map({ send_with_priority: flag }),
      ios_specific_priority: map({
        apns_priority: oneOf('1', '5', '10'),
        interruption_level: oneOf(
          ...['Passive', 'Active', 'Time sensitive', 'Critical'],
          ...['PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'],
        ),
        relevance_score: oneOf(0, 0.5, 1),
      }),
    }),
  }),
};

const email: Members = {
  ...record,
  ...ofBothChannels,
  channel,
  campaign_delivery_type: oneOf(...['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED']),
  basic_details: map({
    ...texts('name', 'user_attribute_identifier', 'subscription_category', 'business_event', 'team'),
    ...{ content_type: oneOf('PROMOTIONAL', 'TRANSACTIONAL'), tags: list(text) },
  }),
  connector: map(texts('connector_type', 'connector_name')),
  trigger_condition: trigger(['DELAY', 'ASAP']),
  campaign_content: EMAIL_CONTENT,
  delivery_controls: map(controls),
};

/** Every field that a table names, for each channel that has it. */
export const FIELDS: readonly Field[] = [...fieldsOf('PUSH', push), ...fieldsOf('EMAIL', email)];
