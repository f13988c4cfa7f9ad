import { BARE_EMAIL, BARE_PUSH, email, onAttribute, push } from '../contract/bodies.ts';

const WEB = { web: { template_type: 'BASIC', basic_details: { title: 'A', message: 'B' } } };
const FENCE = {
  ...{ name: 'Shop', latitude: '52.5', longitude: '13.4', radius: '200', triggered_at: 'ENTRY' },
  ...{ response_time_value: '5', response_time_granularity: 'MINUTES' },
};
const SEGMENT = { filter_type: 'custom_segments', id: 'a' };
const DISTRIBUTION = 'campaign_content.variation_details.manual_distribution_percentage';
const TRIGGERED = { ...BARE_PUSH, campaign_delivery_type: 'EVENT_TRIGGERED' };
const LOCATED = {
  ...BARE_PUSH,
  ...{ campaign_delivery_type: 'LOCATION_TRIGGERED', trigger_condition: { trigger_delay_type: 'ASAP' } },
};

/** Bodies that creation accepts. Specification, Resources and their fields; open points V1, V6, V12 to V16. */
export const ACCEPTED: readonly [string, object][] = [
  ['a draft without components', BARE_PUSH],
  ['a complete push campaign', push('ONE_TIME')],
  ['a complete email campaign', email('EVENT_TRIGGERED')],
  ['a delivery type that email lacks', { ...LOCATED, campaign_delivery_type: 'DEVICE_TRIGGERED' }],
  ['unknown fields inside a component', { ...BARE_PUSH, basic_details: { name: 'A', colour: 'red' } }],
  [
    'components that the delivery type has no use for',
    { ...BARE_PUSH, trigger_condition: { trigger_delay_type: 'ASAP' } },
  ],
  ['one geofence', { ...LOCATED, basic_details: { geofences: FENCE } }],
  ['keyed content', { ...BARE_PUSH, campaign_content: keyed(['de'], { default: 1, de: 1 }) }],
  [
    'groups of filters inside each other',
    { ...BARE_PUSH, segmentation_details: { included_filters: nested(20, SEGMENT) } },
  ],
  ['every variation in every locale', { ...BARE_PUSH, campaign_content: twoVariations(['de'], 'none') }],
  ['five custom utm keys', { ...BARE_PUSH, utm_params: utm(5) }],
];

/** Two variations, one of which is missing in a locale. */
function twoVariations(locales: readonly string[], lacking: string): object {
  const both = { variation_1: { push: WEB }, variation_2: { push: WEB } };
  const one = { variation_1: { push: WEB } };
  return {
    locales,
    variation_details: {
      distribution_type: 'MANUAL',
      no_of_variations: 2,
      manual_distribution_percentage: { variation_1: 60, variation_2: 40 },
    },
    content: Object.fromEntries(['default', ...locales].map((name) => [name, name === lacking ? one : both])),
  };
}

/** A filter inside `depth` groups. */
function nested(depth: number, filter: object): object {
  const group = { filter_operator: 'and', filters: [filter] };
  return depth === 1 ? group : nested(depth - 1, group);
}

/** Bodies that creation refuses, with the target. */
export const REFUSED: readonly [string, object, string][] = [
  ['no channel', { ...BARE_PUSH, channel: undefined }, 'channel'],
  ['the channel SMS', { ...BARE_PUSH, channel: 'SMS' }, 'channel'],
  ['no delivery type', { ...BARE_PUSH, campaign_delivery_type: undefined }, 'campaign_delivery_type'],
  [
    'a delivery type that email lacks',
    { ...BARE_EMAIL, campaign_delivery_type: 'DEVICE_TRIGGERED' },
    'campaign_delivery_type',
  ],
  [
    'a live activity',
    { ...BARE_PUSH, campaign_delivery_type: 'BROADCAST_LIVE_ACTIVITY' },
    'campaign_delivery_type',
  ],
  ['no author', { ...BARE_PUSH, created_by: undefined }, 'created_by'],
  ['an author without an address', { ...BARE_PUSH, created_by: 'me' }, 'created_by'],
  [
    'a variation that one locale lacks',
    { ...BARE_PUSH, campaign_content: twoVariations(['de', 'fr'], 'fr') },
    'campaign_content.content.fr',
  ],
  [
    'a listed locale without content',
    {
      ...BARE_PUSH,
      campaign_content: { ...twoVariations(['de'], 'none'), locales: ['de', 'fr'] },
    },
    'campaign_content.content.fr',
  ],
  [
    'a mistake in a group inside a group',
    {
      ...BARE_PUSH,
      segmentation_details: { excluded_filters: nested(2, { filter_type: 'custom_segments', id: 7 }) },
    },
    'segmentation_details.excluded_filters.filters.0.filters.0.id',
  ],
  ['an unknown field', { ...BARE_PUSH, colour: 'red' }, 'colour'],
  ['a status', { ...BARE_PUSH, status: 'ACTIVE' }, 'status'],
  ['a connector for push', { ...BARE_PUSH, connector: { connector_type: 'A' } }, 'connector'],
  ['advanced for email', { ...BARE_EMAIL, advanced: {} }, 'advanced'],
  ['null for a component', { ...BARE_PUSH, basic_details: null }, 'basic_details'],
  ["a component that isn't an object", { ...BARE_PUSH, basic_details: 'A' }, 'basic_details'],
  ['a trigger that is missing', TRIGGERED, 'trigger_condition'],
  [
    'a business event that is missing',
    { ...BARE_EMAIL, campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED', basic_details: { name: 'A' } },
    'basic_details.business_event',
  ],
  ['geofences that are missing', { ...LOCATED, basic_details: { name: 'A' } }, 'basic_details.geofences'],
  ['a list of geofences', { ...LOCATED, basic_details: { geofences: [FENCE] } }, 'basic_details.geofences'],
  [
    'an empty tracking parameter',
    { ...BARE_PUSH, utm_params: { utm_source: '', utm_medium: 'push' } },
    'utm_params.utm_source',
  ],
  [
    'bypass_dnd that is missing',
    { ...push('EVENT_TRIGGERED'), delivery_controls: {} },
    'delivery_controls.bypass_dnd',
  ],
  [
    'a delay without its value',
    {
      ...BARE_PUSH,
      trigger_condition: {
        trigger_delay_type: 'DELAY',
        trigger_delay_granularity: 'HOURS',
        trigger_relation: 'AFTER',
      },
    },
    'trigger_condition.trigger_delay_value',
  ],
  [
    'an intelligent delay for email',
    { ...BARE_EMAIL, trigger_condition: { trigger_delay_type: 'INTELLIGENT_DELAY' } },
    'trigger_condition.trigger_delay_type',
  ],
  [
    'AND in capitals',
    { ...BARE_PUSH, segmentation_details: { included_filters: { filter_operator: 'AND', filters: [] } } },
    'segmentation_details.included_filters.filter_operator',
  ],
  [
    'an operator that the data type lacks',
    {
      ...BARE_PUSH,
      segmentation_details: {
        included_filters: onAttribute({ name: 'Age', data_type: 'bool', operator: 'between', value: 1 }),
      },
    },
    'segmentation_details.included_filters.filters.0.operator',
  ],
  [
    'a fixed time without a time',
    { ...BARE_PUSH, scheduling_details: { delivery_type: 'AT_FIXED_TIME', timezone: 'UTC' } },
    'scheduling_details.start_time',
  ],
  [
    'a fixed time without a timezone',
    {
      ...BARE_PUSH,
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2030-01-01T09:00:00' },
    },
    'scheduling_details.timezone',
  ],
  [
    'a timezone that does not exist',
    { ...BARE_PUSH, scheduling_details: { delivery_type: 'ASAP', timezone: 'Mars/Base' } },
    'scheduling_details.timezone',
  ],
  [
    'the 30th of February',
    { ...BARE_PUSH, scheduling_details: { delivery_type: 'ASAP', start_time: '2030-02-30T09:00:00' } },
    'scheduling_details.start_time',
  ],
  [
    'a periodic campaign without its period',
    {
      ...BARE_PUSH,
      campaign_delivery_type: 'PERIODIC',
      scheduling_details: {
        delivery_type: 'AT_FIXED_TIME',
        start_time: '2030-01-01T09:00:00',
        timezone: 'UTC',
      },
    },
    'scheduling_details.periodic_details',
  ],
  [
    'a custom utm key without its prefix',
    { ...BARE_PUSH, utm_params: { ...utm(0), source: 'x' } },
    'utm_params.source',
  ],
  ['six custom utm keys', { ...BARE_PUSH, utm_params: utm(6) }, 'utm_params'],
  [
    'a custom template and html',
    {
      ...BARE_EMAIL,
      campaign_content: { content: { email: { html_content: '<p>', custom_template_id: 'x' } } },
    },
    'campaign_content.content.email.html_content',
  ],
  [
    'flat content with locales',
    { ...BARE_PUSH, campaign_content: { locales: ['de'], content: { push: WEB } } },
    'campaign_content.content.push',
  ],
  [
    'keyed content without default',
    { ...BARE_PUSH, campaign_content: keyed(['de'], { de: 1 }) },
    'campaign_content.content.default',
  ],
  [
    'a locale that is not listed',
    { ...BARE_PUSH, campaign_content: keyed([], { default: 1, de: 1 }) },
    'campaign_content.content.de',
  ],
  [
    'percentages that add up to 90',
    { ...BARE_PUSH, campaign_content: divided({ variation_1: 50, variation_2: 40 }) },
    DISTRIBUTION,
  ],
  [
    'a percentage for a variation that is not announced',
    { ...BARE_PUSH, campaign_content: divided({ variation_1: 50, variation_3: 50 }) },
    DISTRIBUTION,
  ],
  [
    'a control group of 101 percent',
    {
      ...BARE_PUSH,
      control_group_details: {
        is_campaign_control_group_enabled: true,
        campaign_control_group_percentage: 101,
      },
    },
    'control_group_details.campaign_control_group_percentage',
  ],
  [
    'queuing without the feature',
    { ...BARE_PUSH, delivery_controls: { queuing_enabled: false } },
    'delivery_controls.queuing_enabled',
  ],
  [
    'an audience limit without the feature',
    { ...BARE_PUSH, campaign_audience_limit: { is_campaign_audience_limit_enabled: false } },
    'campaign_audience_limit',
  ],
];

function utm(custom: number): object {
  const keys = Array.from({ length: custom }, (_, place) => [`utm_own_${place}`, 'x'] as const);
  return { utm_source: 'shop', utm_medium: 'push', ...Object.fromEntries(keys) };
}

function keyed(locales: readonly string[], content: Readonly<Record<string, number>>): object {
  const entries = Object.keys(content).map((locale) => [locale, { variation_1: { push: WEB } }] as const);
  return { locales, content: Object.fromEntries(entries) };
}

function divided(shares: Readonly<Record<string, number>>): object {
  const variation_details = {
    ...{ distribution_type: 'MANUAL', no_of_variations: 2, manual_distribution_percentage: shares },
  };
  return {
    variation_details,
    content: { default: { variation_1: { push: WEB }, variation_2: { push: WEB } } },
  };
}
