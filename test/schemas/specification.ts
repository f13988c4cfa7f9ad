import {
  anything,
  fieldsOf,
  flag,
  list,
  map,
  oneOf,
  text,
  whole,
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
  category: text,
  name: text,
  value: comparison,
  value1: comparison,
  case_sensitive: flag,
  negate: flag,
  project_name: text,
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
          custom_segments: map({ name: text, id: text }),
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
  min_delay_value: whole,
  min_delay_granularity: oneOf('MINUTES', 'HOURS'),
  max_delay_value: whole,
  max_delay_granularity: oneOf('HOURS', 'DAYS'),
});

const weekday = oneOf(...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']);
const schedule = map({
  delivery_type: oneOf('ASAP', 'AT_FIXED_TIME', 'SEND_IN_BTS', 'SEND_IN_USER_TIMEZONE'),
  start_time: text,
  expiry_time: text,
  timezone: text,
  periodic_details: map({
    sending_frequency: oneOf('DAILY', 'WEEKLY', 'MONTHLY'),
    repeat_frequency: whole,
    no_of_occurences: whole,
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
    if_user_bts_is_not_available: text,
    if_user_bts_outside_time_window: text,
    window_end_time: text,
  }),
  user_timezone_details: map({ send_in_user_timezone: flag, send_if_user_timezone_has_passed: flag }),
  geo_fence_timelimit: map({
    notification_schedule: oneOf('ALWAYS', 'LIMITED_TIME'),
    timebounds: list(map({ start_time: text, end_time: text })),
  }),
});

const geofence: Members = {
  ...{ name: text, latitude: text, longitude: text, radius: text },
  triggered_at: oneOf('ENTRY', 'EXIT', 'dwell'),
  dwell_time_value: text,
  dwell_time_granularity: oneOf('MINUTES', 'HOURS', 'DAYS'),
  response_time_value: text,
  response_time_granularity: oneOf('MINUTES', 'HOURS', 'DAYS'),
};

const controls: Members = {
  bypass_dnd: flag,
  campaign_throttle_rpm: whole,
  count_for_frequency_capping: flag,
  ignore_frequency_capping: flag,
  minimum_delay_between_two_notification_in_hour: whole,
};

const goals = map({
  attribution_window_in_hours: whole,
  goals: list(
    map({
      goal_name: text,
      goal_event_name: text,
      goal_event_attribute: map({
        name: text,
        condition: text,
        data_type: oneOf(
          ...['STRING', 'DOUBLE', 'BOOL', 'NUMBER', 'GEOPOINT', 'DATETIME'],
          ...['ARRAY_DOUBLE', 'ARRAY_STRING', 'OBJECT', 'ARRAY_OBJECT'],
        ),
        value: anything('the specification gives it no type (V5)'),
        value1: anything('the specification gives it no type (V5)'),
        negate: flag,
        value_type: text,
        array_filter_type: text,
        filters: anything('the form of conditions inside an object is not given'),
        is_case_sensitive: flag,
      }),
      is_primary_goal: flag,
      revenue_attribute: text,
      revenue_currency: text,
    }),
  ),
});

const ofBothChannels: Members = {
  request_id: text,
  created_by: text,
  segmentation_details: map({
    included_filters: group,
    excluded_filters: group,
    is_all_user_campaign: flag,
    send_campaign_to_opt_out_users: flag,
  }),
  conversion_goal_details: goals,
  control_group_details: map({
    is_campaign_control_group_enabled: flag,
    campaign_control_group_percentage: whole,
    is_global_control_group_enabled: flag,
  }),
  utm_params: map({
    ...{ utm_source: text, utm_medium: text, utm_campaign: text, utm_term: text, utm_content: text },
    '<own>': text,
  }),
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
  ...{ id: text, campaign_id: text, version_number: whole, flow_id: text, flow_name: text },
  ...{ parent_id: text, sender_name: text, rejection_comment: text },
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
    ...{ name: text, business_event: text, tags: list(text), team: text },
    platforms: list(oneOf('ANDROID', 'IOS', 'WEB')),
    broadcast_live_activity_id: text,
    geofences: map(geofence),
    send_to_triggered_platform_only: flag,
    platform_specific_details: map({
      android: map({ push_amp_plus_enabled: flag }),
      ios: map({
        send_to_all_eligible_device: flag,
        exclude_provisional_push_devices: flag,
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
    max_time_to_show_message_of_same_camapign: text,
    expiry_time_of_sync_data_in_hour: text,
    send_message_in_offline_mode: flag,
    send_limit_value: text,
    send_limit_granularity_in_hours: text,
    ignore_global_minimum_delay: flag,
    queuing_enabled: flag,
    queue_duration: whole,
  }),
  advanced: map({
    expiration_settings: map({
      expire_notification_after_value: whole,
      expire_notification_after_type: oneOf('HOUR', 'DAY'),
      remove_from_inbox_after_value: whole,
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
    name: text,
    content_type: oneOf('PROMOTIONAL', 'TRANSACTIONAL'),
    ...{ user_attribute_identifier: text, subscription_category: text, business_event: text },
    ...{ tags: list(text), team: text },
  }),
  connector: map({ connector_type: text, connector_name: text }),
  trigger_condition: trigger(['DELAY', 'ASAP']),
  campaign_content: EMAIL_CONTENT,
  delivery_controls: map(controls),
};

/** Every field that a table names, for each channel that has it. */
export const FIELDS: readonly Field[] = [...fieldsOf('PUSH', push), ...fieldsOf('EMAIL', email)];
