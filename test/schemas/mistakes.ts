import {
  android,
  ANDROID,
  attribute,
  delay,
  email,
  event,
  FILTER,
  fixed,
  included,
  keyed,
  located,
  place,
  push,
  shares,
  utm,
  type Row,
} from './campaigns.ts';
import { merge, type JsonMap } from './schemas.ts';

/** Mistakes in a campaign: each is one error, in a campaign file and in a campaign with its values in place. */
export const MISTAKES: readonly Row[] = [
  ['no channel', push, { channel: null }, ['/channel', 'required']],
  ['a channel that cannot be created', push, { channel: 'SMS' }, ['/channel', 'enum']],
  ['no delivery type', push, { campaign_delivery_type: null }, ['/campaign_delivery_type', 'required']],
  [
    'a delivery type of push on an email',
    email,
    { campaign_delivery_type: 'DEVICE_TRIGGERED' },
    ['/campaign_delivery_type', 'enum'],
  ],
  [
    'a live activity',
    push,
    { campaign_delivery_type: 'BROADCAST_LIVE_ACTIVITY' },
    ['/campaign_delivery_type', 'enum'],
  ],
  [
    'basic_details as a text',
    push,
    { campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED', basic_details: 'x' },
    ['/basic_details', 'type'],
  ],
  [
    'a platform in small letters',
    push,
    { basic_details: { platforms: ['android'] } },
    ['/basic_details/platforms/0', 'enum'],
  ],
  [
    'an unknown content type',
    email,
    { basic_details: { content_type: 'Promo' } },
    ['/basic_details/content_type', 'enum'],
  ],
  [
    'an event-triggered email without trigger',
    email,
    { trigger_condition: null },
    ['/trigger_condition', 'required'],
  ],
  [
    'a device-triggered push without trigger',
    push,
    { campaign_delivery_type: 'DEVICE_TRIGGERED' },
    ['/trigger_condition', 'required'],
  ],
  [
    'a business event that is not named',
    push,
    { campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED' },
    ['/basic_details/business_event', 'required'],
  ],
  [
    'no geofence',
    push,
    merge(located, { basic_details: { geofences: null } }) as JsonMap,
    ['/basic_details/geofences', 'required'],
  ],
  [
    'a latitude as a number',
    push,
    merge(located, { basic_details: { geofences: { latitude: 52.5 } } }) as JsonMap,
    ['/basic_details/geofences/latitude', 'type'],
  ],
  [
    'a latitude beyond the pole',
    push,
    merge(located, { basic_details: { geofences: { latitude: '91' } } }) as JsonMap,
    ['/basic_details/geofences/latitude', 'pattern'],
  ],
  [
    'DWELL in capitals',
    push,
    merge(located, { basic_details: { geofences: { triggered_at: 'DWELL' } } }) as JsonMap,
    ['/basic_details/geofences/triggered_at', 'enum'],
  ],
  [
    'dwell without a time',
    push,
    merge(located, {
      basic_details: { geofences: { triggered_at: 'dwell', dwell_time_granularity: 'MINUTES' } },
    }) as JsonMap,
    ['/basic_details/geofences/dwell_time_value', 'required'],
  ],
  [
    'a list of geofences',
    push,
    merge(located, { basic_details: { geofences: [place] } }) as JsonMap,
    ['/basic_details/geofences', 'type'],
  ],
  [
    'a connector without name',
    email,
    { connector: { connector_type: 'SENDGRID' } },
    ['/connector/connector_name', 'required'],
  ],
  [
    'a connector without type',
    email,
    { connector: { connector_name: 'shop' } },
    ['/connector/connector_type', 'required'],
  ],
  [
    'a queue on a device',
    push,
    {
      campaign_delivery_type: 'DEVICE_TRIGGERED',
      trigger_condition: { included_filters: event },
      delivery_controls: { queuing_enabled: true, queue_duration: 3 },
    },
    ['/delivery_controls/queuing_enabled', 'false schema'],
  ],
  [
    'the length of a queue at a place',
    push,
    merge(located, { delivery_controls: { queue_duration: 3 } }) as JsonMap,
    ['/delivery_controls/queue_duration', 'false schema'],
  ],
  [
    'an unknown delay type',
    email,
    { trigger_condition: { trigger_delay_type: 'LATER' } },
    ['/trigger_condition/trigger_delay_type', 'enum'],
  ],
  [
    'intelligent delay of an email',
    email,
    { trigger_condition: { trigger_delay_type: 'INTELLIGENT_DELAY' } },
    ['/trigger_condition/trigger_delay_type', 'enum'],
  ],
  [
    'intelligent delay without bounds',
    push,
    {
      campaign_delivery_type: 'EVENT_TRIGGERED',
      trigger_condition: { trigger_delay_type: 'INTELLIGENT_DELAY' },
    },
    ['/trigger_condition/intelligent_delay_optimization', 'required'],
  ],
  [
    'a delay without a unit',
    email,
    { trigger_condition: { ...delay, trigger_delay_granularity: null } },
    ['/trigger_condition/trigger_delay_granularity', 'required'],
  ],
  [
    'a negative delay',
    email,
    { trigger_condition: { ...delay, trigger_delay_value: -1 } },
    ['/trigger_condition/trigger_delay_value', 'minimum'],
  ],
  [
    'BEFORE without an attribute',
    email,
    { trigger_condition: { ...delay, trigger_relation: 'BEFORE' } },
    ['/trigger_condition/trigger_attr', 'required'],
  ],
  [
    'BEFORE the event itself',
    email,
    { trigger_condition: { ...delay, trigger_relation: 'BEFORE', trigger_attr: 'If Action' } },
    ['/trigger_condition/trigger_attr', 'type'],
  ],
  [
    'another text for the event itself',
    email,
    { trigger_condition: { ...delay, trigger_attr: 'if action' } },
    ['/trigger_condition/trigger_attr', 'const'],
  ],
  [
    'AND in capitals',
    push,
    { segmentation_details: { included_filters: { filter_operator: 'AND', filters: [] } } },
    ['/segmentation_details/included_filters/filter_operator', 'enum'],
  ],
  [
    'a filter that is a text',
    push,
    { segmentation_details: { included_filters: { filter_operator: 'and', filters: ['x'] } } },
    [FILTER, 'type'],
  ],
  ['a filter without its type', push, included({ name: 'Age' }), [`${FILTER}/filter_type`, 'required']],
  [
    'an unknown filter type',
    push,
    included({ filter_type: 'events', name: 'Age' }),
    [`${FILTER}/filter_type`, 'enum'],
  ],
  [
    'a data type in capitals',
    push,
    attribute({ data_type: 'DOUBLE', operator: 'in', value: 1 }),
    [`${FILTER}/data_type`, 'enum'],
  ],
  [
    'an operator of another data type',
    push,
    attribute({ operator: 'contains', value: '1' }),
    [`${FILTER}/operator`, 'enum'],
  ],
  [
    'an operator without a value',
    push,
    attribute({ operator: 'greaterThan' }),
    [`${FILTER}/value`, 'required'],
  ],
  [
    'exists with a value',
    push,
    attribute({ operator: 'exists', value: 1 }),
    [`${FILTER}/value`, 'false schema'],
  ],
  [
    'an action without a name',
    push,
    included({ filter_type: 'actions', executed: true }),
    [`${FILTER}/action_name`, 'required'],
  ],
  [
    'at least, in two words',
    push,
    included({ filter_type: 'actions', action_name: 'x', execution: { type: 'at least', count: 1 } }),
    [`${FILTER}/execution/type`, 'enum'],
  ],
  [
    'a segment filter without id',
    push,
    included({ filter_type: 'custom_segments', name: 'x' }),
    [`${FILTER}/id`, 'required'],
  ],
  [
    'an event attribute with a wrong type',
    push,
    included({
      filter_type: 'actions',
      action_name: 'x',
      attributes: {
        filter_operator: 'or',
        filters: [{ filter_type: 'event_attributes', name: 'a', data_type: 'bool', operator: 'exists' }],
      },
    }),
    [`${FILTER}/attributes/filters/0/filter_type`, 'enum'],
  ],
  [
    'an event attribute without a type',
    push,
    included({
      filter_type: 'actions',
      action_name: 'x',
      attributes: { filter_operator: 'or', filters: [{ name: 'a', data_type: 'bool', operator: 'exists' }] },
    }),
    [`${FILTER}/attributes/filters/0/filter_type`, 'required'],
  ],
  [
    'another label of an action',
    push,
    included({ filter_type: 'actions', action_name: 'x', condition: 'WHEN' }),
    [`${FILTER}/condition`, 'enum'],
  ],
  [
    'an unknown schedule',
    push,
    { scheduling_details: { delivery_type: 'NOW' } },
    ['/scheduling_details/delivery_type', 'enum'],
  ],
  [
    'a fixed time without a zone',
    push,
    { scheduling_details: { ...fixed, timezone: null } },
    ['/scheduling_details/timezone', 'required'],
  ],
  [
    'a start time with an offset',
    push,
    { scheduling_details: { ...fixed, start_time: '2031-05-04T09:00:00Z' } },
    ['/scheduling_details/start_time', 'pattern'],
  ],
  [
    'a start time without a time',
    push,
    { scheduling_details: { ...fixed, start_time: '2031-05-04' } },
    ['/scheduling_details/start_time', 'pattern'],
  ],
  [
    'an offset as a zone',
    push,
    { scheduling_details: { ...fixed, timezone: '+02:00' } },
    ['/scheduling_details/timezone', 'pattern'],
  ],
  [
    'the best time without details',
    push,
    { scheduling_details: { ...fixed, delivery_type: 'SEND_IN_BTS' } },
    ['/scheduling_details/bts_details', 'required'],
  ],
  [
    'local time without details',
    push,
    { scheduling_details: { ...fixed, delivery_type: 'SEND_IN_USER_TIMEZONE' } },
    ['/scheduling_details/user_timezone_details', 'required'],
  ],
  [
    'a rhythm that is missing',
    push,
    { campaign_delivery_type: 'PERIODIC', scheduling_details: fixed },
    ['/scheduling_details/periodic_details', 'required'],
  ],
  [
    'a rhythm sent at once',
    push,
    {
      campaign_delivery_type: 'PERIODIC',
      scheduling_details: { delivery_type: 'ASAP', periodic_details: { sending_frequency: 'DAILY' } },
    },
    ['/scheduling_details/delivery_type', 'const'],
  ],
  [
    'weekly without a day',
    push,
    { scheduling_details: { ...fixed, periodic_details: { sending_frequency: 'WEEKLY' } } },
    ['/scheduling_details/periodic_details/repeat_on_days_of_week', 'required'],
  ],
  [
    'monthly without a day',
    push,
    { scheduling_details: { ...fixed, periodic_details: { sending_frequency: 'MONTHLY' } } },
    ['/scheduling_details/periodic_details/repeat_on_date_of_month', 'required'],
  ],
  [
    'the 32nd',
    push,
    {
      scheduling_details: {
        ...fixed,
        periodic_details: { sending_frequency: 'MONTHLY', repeat_on_date_of_month: [32] },
      },
    },
    ['/scheduling_details/periodic_details/repeat_on_date_of_month/0', 'maximum'],
  ],
  [
    'a day in small letters',
    push,
    {
      scheduling_details: {
        ...fixed,
        periodic_details: { sending_frequency: 'WEEKLY', repeat_on_days_of_week: ['monday'] },
      },
    },
    ['/scheduling_details/periodic_details/repeat_on_days_of_week/0', 'enum'],
  ],
  [
    'limited hours without hours',
    push,
    { scheduling_details: { geo_fence_timelimit: { notification_schedule: 'LIMITED_TIME' } } },
    ['/scheduling_details/geo_fence_timelimit/timebounds', 'required'],
  ],
  [
    'event-triggered push that is silent on quiet hours',
    push,
    {
      campaign_delivery_type: 'EVENT_TRIGGERED',
      trigger_condition: { included_filters: event },
      delivery_controls: {},
    },
    ['/delivery_controls/bypass_dnd', 'required'],
  ],
  [
    'a limit as a number',
    push,
    { delivery_controls: { send_limit_value: 1 } },
    ['/delivery_controls/send_limit_value', 'type'],
  ],
  [
    'queuing for no time',
    push,
    { delivery_controls: { queuing_enabled: true, queue_duration: 0 } },
    ['/delivery_controls/queue_duration', 'minimum'],
  ],
  [
    'queuing for an unknown time',
    push,
    { delivery_controls: { queuing_enabled: true } },
    ['/delivery_controls/queue_duration', 'required'],
  ],
  [
    'queuing for three days',
    push,
    { delivery_controls: { queuing_enabled: true, queue_duration: 72 } },
    ['/delivery_controls/queue_duration', 'maximum'],
  ],
  [
    'a queue that is off and lasts',
    push,
    { delivery_controls: { queuing_enabled: false, queue_duration: 2 } },
    ['/delivery_controls/queue_duration', 'const'],
  ],
  [
    'yes as a text',
    email,
    { delivery_controls: { bypass_dnd: 'yes' } },
    ['/delivery_controls/bypass_dnd', 'type'],
  ],
  [
    'a goal attribute type in small letters',
    push,
    {
      conversion_goal_details: {
        goals: [
          { goal_name: 'a', goal_event_name: 'b', goal_event_attribute: { name: 'c', data_type: 'string' } },
        ],
      },
    },
    ['/conversion_goal_details/goals/0/goal_event_attribute/data_type', 'enum'],
  ],
  [
    'a goal value as a number',
    push,
    {
      conversion_goal_details: {
        goals: [
          {
            ...{ goal_name: 'a', goal_event_name: 'b' },
            goal_event_attribute: { name: 'c', data_type: 'DOUBLE', value: 5 },
          },
        ],
      },
    },
    ['/conversion_goal_details/goals/0/goal_event_attribute/value', 'type'],
  ],
  [
    'a control group without a share',
    push,
    { control_group_details: { is_campaign_control_group_enabled: true } },
    ['/control_group_details/campaign_control_group_percentage', 'required'],
  ],
  [
    'a control group of more than all',
    push,
    { control_group_details: { campaign_control_group_percentage: 101 } },
    ['/control_group_details/campaign_control_group_percentage', 'maximum'],
  ],
  [
    'tracking without a medium',
    push,
    { utm_params: { utm_source: 'a' } },
    ['/utm_params/utm_medium', 'required'],
  ],
  [
    'a tracking parameter of another family',
    push,
    { utm_params: { ...utm, campaign: 'x' } },
    ['/utm_params/campaign', 'additionalProperties'],
  ],
  [
    'six tracking parameters of our own',
    push,
    {
      utm_params: {
        ...utm,
        utm_term: 'c',
        utm_1: 'a',
        utm_2: 'a',
        utm_3: 'a',
        utm_4: 'a',
        utm_5: 'a',
        utm_6: 'a',
      },
    },
    ['/utm_params', 'maxProperties'],
  ],
  [
    'an audience limit without numbers',
    push,
    {
      campaign_audience_limit: {
        is_campaign_audience_limit_enabled: true,
        metric: 'SENT',
        frequency: 'TOTAL',
      },
    },
    ['/campaign_audience_limit/limit', 'required'],
  ],
  [
    'an audience limit of several sends without its span',
    email,
    { campaign_audience_limit: { is_campaign_audience_limit_enabled: true, metric: 'SENT', limit: 5 } },
    ['/campaign_audience_limit/frequency', 'required'],
  ],
  [
    'an audience limit that is off and counts',
    push,
    { campaign_audience_limit: { is_campaign_audience_limit_enabled: false, metric: 'SENT' } },
    ['/campaign_audience_limit/metric', 'false schema'],
  ],
  [
    'a limit for each send of one send',
    push,
    {
      campaign_audience_limit: {
        is_campaign_audience_limit_enabled: true,
        metric: 'SENT',
        frequency: 'INSTANCE',
        limit: 5,
      },
    },
    ['/campaign_audience_limit/frequency', 'const'],
  ],
  [
    'a limit for each send of an email',
    email,
    {
      campaign_audience_limit: {
        is_campaign_audience_limit_enabled: true,
        metric: 'SENT',
        frequency: 'INSTANCE',
        limit: 5,
      },
    },
    ['/campaign_audience_limit/frequency', 'const'],
  ],
  [
    'a limit of nobody',
    push,
    {
      campaign_audience_limit: {
        is_campaign_audience_limit_enabled: true,
        metric: 'SENT',
        frequency: 'TOTAL',
        limit: 0,
      },
    },
    ['/campaign_audience_limit/limit', 'minimum'],
  ],
  [
    'a priority as a number',
    push,
    { advanced: { platform_level_priority: { ios_specific_priority: { apns_priority: 10 } } } },
    ['/advanced/platform_level_priority/ios_specific_priority/apns_priority', 'type'],
  ],
  [
    'an inbox counted in hours',
    push,
    { advanced: { expiration_settings: { remove_from_inbox_after_type: 'HOUR' } } },
    ['/advanced/expiration_settings/remove_from_inbox_after_type', 'enum'],
  ],
  [
    'the default language in the list',
    push,
    { campaign_content: { locales: ['default'], content: keyed } },
    ['/campaign_content/locales/0', 'not'],
  ],
  [
    'languages with flat content',
    push,
    { campaign_content: { locales: ['German'], content: { push: {} } } },
    ['/campaign_content/content/push', 'false schema'],
  ],
  [
    'variations with flat content',
    email,
    {
      campaign_content: {
        variation_details: shares({ variation_1: 50, variation_2: 50 }),
        content: { email: {} },
      },
    },
    ['/campaign_content/content/email', 'false schema'],
  ],
  [
    'keyed content without default',
    push,
    { campaign_content: { locales: ['German'], content: { German: { variation_1: { push: {} } } } } },
    ['/campaign_content/content/default', 'required'],
  ],
  [
    'a variation by another name',
    push,
    { campaign_content: { content: { default: { first: { push: {} } } } } },
    ['/campaign_content/content/default/first', 'additionalProperties'],
  ],
  [
    'half a per cent',
    push,
    {
      campaign_content: { variation_details: shares({ variation_1: 49.5, variation_2: 50 }), content: keyed },
    },
    ['/campaign_content/variation_details/manual_distribution_percentage/variation_1', 'type'],
  ],
  [
    'shares that are missing',
    push,
    {
      campaign_content: {
        variation_details: { distribution_type: 'MANUAL', no_of_variations: 2 },
        content: keyed,
      },
    },
    ['/campaign_content/variation_details/manual_distribution_percentage', 'required'],
  ],
  [
    'content without a layout',
    push,
    android({ template_type: null }),
    [`${ANDROID}/template_type`, 'required'],
  ],
  ['CUSTOM in capitals', push, android({ template_type: 'CUSTOM' }), [`${ANDROID}/template_type`, 'enum']],
  [
    'Custom without its template',
    push,
    android({ template_type: 'Custom' }),
    [`${ANDROID}/custom_template_id`, 'required'],
  ],
  [
    'a banner on iOS',
    push,
    { campaign_content: { content: { push: { ios: { template_type: 'IMAGE_BANNER_WITH_TEXT' } } } } },
    ['/campaign_content/content/push/ios/template_type', 'enum'],
  ],
  [
    'a title that is a number',
    push,
    android({ basic_details: { title: 5 } }),
    [`${ANDROID}/basic_details/title`, 'type'],
  ],
  [
    'an address without a scheme',
    push,
    android({ basic_details: { image_url: 'cdn.example.com/a.png' } }),
    [`${ANDROID}/basic_details/image_url`, 'pattern'],
  ],
  [
    'a template and a body',
    email,
    { campaign_content: { content: { email: { html_content: '<p>', custom_template_id: 'x' } } } },
    ['/campaign_content/content/email/html_content', 'false schema'],
  ],
  [
    'a sender that is no address',
    email,
    { campaign_content: { content: { email: { from_address: 'Northtrail' } } } },
    ['/campaign_content/content/email/from_address', 'format'],
  ],
];

/** What must pass: the service keeps it, or a variable may give what is missing to decide. */
export const ACCEPTED: readonly (readonly [what: string, base: JsonMap, patch: JsonMap])[] = [
  ['an unknown field inside a component', push, { basic_details: { colour: 'green' } }],
  [
    'both spellings of the interruption level',
    push,
    {
      advanced: {
        platform_level_priority: { ios_specific_priority: { interruption_level: 'TIME_SENSITIVE' } },
      },
    },
  ],
  [
    'a push trigger that waits for the best moment',
    push,
    {
      campaign_delivery_type: 'EVENT_TRIGGERED',
      trigger_condition: {
        trigger_delay_type: 'INTELLIGENT_DELAY',
        intelligent_delay_optimization: { min_delay_value: 1 },
      },
    },
  ],
  ['a geofence', push, located],
  [
    'a limit of one send by its number alone',
    push,
    { campaign_audience_limit: { is_campaign_audience_limit_enabled: true, limit: 5 } },
  ],
  [
    'a span with two values, and a span of time',
    push,
    included({
      ...{
        filter_type: 'actions',
        action_name: 'x',
        condition: 'IF',
        primary_time_range: { type: 'inTheLast' },
      },
      attributes: {
        filter_operator: 'and',
        filters: [
          {
            ...{ filter_type: 'user_attributes', name: 'a', data_type: 'double', operator: 'between' },
            ...{ value: 1, value1: 2 },
          },
        ],
      },
    }),
  ],
  [
    'five tracking parameters of our own',
    push,
    {
      utm_params: {
        ...utm,
        utm_campaign: 'c',
        utm_term: 'd',
        utm_content: 'e',
        utm_1: 'a',
        utm_2: 'a',
        utm_3: 'a',
        utm_4: 'a',
        utm_5: 'a',
      },
    },
  ],
  [
    'a limit for each send of a periodic push',
    push,
    {
      campaign_delivery_type: 'PERIODIC',
      campaign_audience_limit: {
        is_campaign_audience_limit_enabled: true,
        metric: 'SENT',
        frequency: 'INSTANCE',
        limit: 9_999_999_999,
      },
    },
  ],
  [
    'an empty list of languages with flat content',
    push,
    { campaign_content: { locales: [], content: { push: {} } } },
  ],
  ['an expiry with an offset', push, { scheduling_details: { expiry_time: '2031-05-04T09:00:00+02:00' } }],
  [
    'today, which needs no value',
    push,
    included({ filter_type: 'user_attributes', name: 'Birthday', data_type: 'datetime', operator: 'today' }),
  ],
];
