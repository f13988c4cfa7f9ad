// Every rule of the specification that a file can violate, with a file that violates it and one that doesn't. The mark
// » is before the position that must be reported. The other components are in more-rule-rows.ts.

export interface RuleRow {
  readonly rule: string;
  readonly code: string;
  readonly around: Around;
  readonly wrong: string;
  readonly right: string;
  /** The features of the only workspace. If omitted, there are two workspaces with queuing and an audience limit. */
  readonly features?: readonly string[];
}

type Cells = readonly [rule: string, code: string, around: Around, wrong: string, right: string];

export function rows(table: readonly Cells[]): RuleRow[] {
  return table.map(([rule, code, around, wrong, right]) => ({ rule, code, around, wrong, right }));
}

/** Writes a file around a part of it. */
export type Around = (part: string) => string;

/** A campaign of some kind, with the part at its end. */
export function campaignOf(
  channel: 'PUSH' | 'EMAIL',
  deliveryType: string,
  details = 'name: A campaign',
): Around {
  const head = `channel: ${channel}\ncampaign_delivery_type: ${deliveryType}\nbasic_details: { ${details} }\n`;
  return (part) => `${head}${part}\n`;
}

/** The part is the value at a path of maps, in block style. */
export function under(around: Around, path: string): Around {
  const keys = path.split('.').map((key, depth) => `${'  '.repeat(depth)}${key}:`);
  return (part) => around(`${keys.join('\n')} ${part}`);
}

/** The part is what the workspace `staging` overrides. */
export function overriding(around: Around, own: string): Around {
  return (part) => around(`${own}\noverrides:\n  staging:\n    ${part}`);
}

/** The part and another component. */
export function beside(around: Around, component: string): Around {
  return (part) => around(`${component}\n${part}`);
}

export const push = campaignOf('PUSH', 'ONE_TIME');
export const email = campaignOf('EMAIL', 'ONE_TIME');
const whole: Around = (part) => part;

// prettier-ignore
export const EVENT = 'trigger_condition: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Order Placed, executed: true }] } }';
export const eventPush = campaignOf('PUSH', 'EVENT_TRIGGERED');
const pushTrigger = under(eventPush, 'trigger_condition');
const emailTrigger = under(campaignOf('EMAIL', 'EVENT_TRIGGERED'), 'trigger_condition');
const eventControls = under(beside(eventPush, EVENT), 'delivery_controls');

// prettier-ignore
const CREATION = rows([
  ['a body names its channel', 'E_MISSING', whole, '»campaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n'],
  ['a body names its delivery type', 'E_MISSING', whole, '»{ channel: EMAIL, basic_details: { name: A } }', '{ channel: EMAIL, campaign_delivery_type: PERIODIC, basic_details: { name: A } }'],
  ['only PUSH and EMAIL are created', 'E_VALUE', whole, 'channel: »WHATSAPP\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n', 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n'],
  ['drafts have no live activities', 'E_VALUE', whole, 'channel: PUSH\ncampaign_delivery_type: »BROADCAST_LIVE_ACTIVITY\nbasic_details: { name: A }\n', 'channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\n'],
  ['no device sets off an email', 'E_VALUE', whole, `channel: EMAIL\ncampaign_delivery_type: »DEVICE_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`, `channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`],
  ['no place sets off an email', 'E_VALUE', whole, `channel: EMAIL\ncampaign_delivery_type: »LOCATION_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`, `channel: EMAIL\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`],
  ['a source is not empty (W3)', 'E_RANGE', push, 'utm_params: { utm_source: »"", utm_medium: b }', 'utm_params: { utm_source: a, utm_medium: b }'],
  ['a connector is for email', 'E_UNKNOWN_KEY', push, '»connector: { connector_type: SENDGRID, connector_name: shop }', 'utm_params: { utm_source: a, utm_medium: b }'],
  ['priorities are for push', 'E_UNKNOWN_KEY', email, '»advanced: { expiration_settings: {} }', 'connector: { connector_type: SENDGRID, connector_name: shop }'],
  ['an unknown component is refused (V20)', 'E_UNKNOWN_KEY', push, '»platform_details: {}', 'advanced: {}'],
  ['a campaign has a name (V21)', 'E_MISSING', whole, 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  »platforms: [WEB]\n', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  platforms: [WEB]\n  name: A\n'],
  ['a name is not blank (V21)', 'E_MISSING', whole, 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: »"  " }\n', 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: "A" }\n'],
  ...(([
    ['begins with a blank', '" Spring"', '"Spring"'],
    ['has a blank that does not break', '"Spring\\u00A0sale"', '"Spring sale"'],
    ['has accents that are not composed', '"Noe\\u0308l"', '"No\\u00EBl"'],
    ['has a blank of no width', '"Spring\\u200Bsale"', '"Springsale"'],
    ['joins letters without a sign', '"Spr\\u200Ding"', '"\\U0001F469"'],
    ['has nothing that can be seen', '"\\u200B"', '"\\U0001F469\\u200D\\U0001F467 \\u2764\\uFE0F"'],
  ] as const).map(([what, wrong, right]) =>
    [`a service may respell a name that ${what} (V21)`, 'W_NAME', whole, `channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: »${wrong} }\n`, `channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: ${right} }\n`] as const)),
  ["a workspace can't remove a name (V21)", 'E_MISSING', overriding(push, 'utm_params: { utm_source: a, utm_medium: b }'), 'basic_details: »{ name: null }', 'basic_details: { name: Another }'],
  ...['id: 64a1b2c3d4e5f6a7b8c9d0e1', 'campaign_id: 64a1b2c3d4e5f6a7b8c9d0e1', 'version_number: 3', 'created_by: ada@example.com', 'updated_by: ada@example.com', 'created_at: 2031-01-01', 'updated_at: 2031-01-01', 'request_id: abc'].map((field) =>
    [`what the service gives is ignored: ${field} (V18)`, 'W_UNKNOWN_FIELD', push, `»${field}`, 'key: promo/spring'] as const),
]);

// prettier-ignore
const TRIGGERS = rows([
  ['an event-triggered push has a trigger (rule 1)', 'E_MISSING', whole, '»channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\n', `channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`],
  ['a device-triggered push has a trigger (rule 1)', 'E_MISSING', whole, '# First a comment.\n»channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A }\n', `channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A }\n${EVENT}\n`],
  ['a location-triggered push has a trigger (rule 1)', 'E_MISSING', (part) => part.replace('PLACE', "{ name: A, latitude: '1', longitude: '1', radius: '5', triggered_at: ENTRY, response_time_value: '1', response_time_granularity: DAYS }"), '»channel: PUSH\ncampaign_delivery_type: LOCATION_TRIGGERED\nbasic_details: { name: A, geofences: PLACE }\n', `channel: PUSH\ncampaign_delivery_type: LOCATION_TRIGGERED\nbasic_details: { name: A, geofences: PLACE }\n${EVENT}\n`],
  ['an event-triggered email has a trigger (rule 1)', 'E_MISSING', whole, '»campaign_delivery_type: EVENT_TRIGGERED\nchannel: EMAIL\nbasic_details: { name: A }\n', `campaign_delivery_type: EVENT_TRIGGERED\nchannel: EMAIL\nbasic_details: { name: A }\n${EVENT}\n`],
  ['a push of a business event names it (rule 1, V1)', 'E_MISSING', whole, 'channel: PUSH\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details:\n  »name: A\n', 'channel: PUSH\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details:\n  name: A\n  business_event: Restocked\n'],
  ['an email of a business event names it (rule 1, V1)', 'E_MISSING', whole, 'channel: EMAIL\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details: »{ name: A }\n', 'channel: EMAIL\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details: { name: A, business_event: Restocked }\n'],
  ['a location-triggered push has places (rule 1, V1)', 'E_MISSING', whole, `channel: PUSH\ncampaign_delivery_type: LOCATION_TRIGGERED\nbasic_details: »{ name: A }\n${EVENT}\n`, `channel: PUSH\ncampaign_delivery_type: LOCATION_TRIGGERED\nbasic_details: { name: A, geofences: { name: A, latitude: '1', longitude: '1', radius: '5', triggered_at: EXIT, response_time_value: '1', response_time_granularity: DAYS } }\n${EVENT}\n`],
  ['a delay has a length (rule 2)', 'E_MISSING', pushTrigger, '»{ trigger_delay_type: DELAY, trigger_delay_granularity: DAYS, trigger_relation: AFTER }', '{ trigger_delay_type: DELAY, trigger_delay_value: 0, trigger_delay_granularity: DAYS, trigger_relation: AFTER }'],
  ['a delay has a unit (rule 2)', 'E_MISSING', emailTrigger, '\n  »trigger_delay_type: DELAY\n  trigger_delay_value: 3\n  trigger_relation: AFTER', '\n  trigger_delay_type: DELAY\n  trigger_delay_value: 3\n  trigger_delay_granularity: DAYS\n  trigger_relation: AFTER'],
  ['a delay has a direction (rule 2)', 'E_MISSING', emailTrigger, '»{ trigger_delay_type: DELAY, trigger_delay_value: 3, trigger_delay_granularity: HOURS }', '{ trigger_delay_type: DELAY, trigger_delay_value: 3, trigger_delay_granularity: HOURS, trigger_relation: AFTER, trigger_attr: If Action }'],
  ['a delay has a type, or it would not be waited for', 'E_MISSING', emailTrigger, '»{ trigger_delay_value: 30, trigger_delay_granularity: MINUTES }', '{ trigger_delay_type: DELAY, trigger_delay_value: 30, trigger_delay_granularity: MINUTES, trigger_relation: AFTER }'],
  ['so has an intelligent delay', 'E_MISSING', pushTrigger, '»{ intelligent_delay_optimization: { min_delay_value: 1, min_delay_granularity: HOURS } }', '{ trigger_delay_value: 0, trigger_delay_granularity: MINUTES }'],
  ['a delay is not below zero', 'E_RANGE', pushTrigger, '{ trigger_delay_type: DELAY, trigger_delay_value: »-3, trigger_delay_granularity: HOURS, trigger_relation: AFTER }', '{ trigger_delay_type: DELAY, trigger_delay_value: 3, trigger_delay_granularity: HOURS, trigger_relation: AFTER }'],
  ['an intelligent delay is for push (rule 2)', 'E_VALUE', emailTrigger, '{ trigger_delay_type: »INTELLIGENT_DELAY }', '{ trigger_delay_type: ASAP }'],
  ['an intelligent delay has bounds (rule 2)', 'E_MISSING', pushTrigger, '»{ trigger_delay_type: INTELLIGENT_DELAY }', '{ trigger_delay_type: INTELLIGENT_DELAY, intelligent_delay_optimization: { min_delay_value: 1, min_delay_granularity: HOURS, max_delay_value: 2, max_delay_granularity: DAYS } }'],
  ['BEFORE counts from an attribute (rule 2)', 'E_MISSING', pushTrigger, '»{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: BEFORE }', '{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: BEFORE, trigger_attr: { name: Renewal } }'],
  ['the attribute of BEFORE has a name (rule 2)', 'E_MISSING', emailTrigger, '{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: BEFORE, trigger_attr: »{} }', '{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: BEFORE, trigger_attr: { name: Renewal } }'],
  ['BEFORE does not count from the event (rule 2)', 'E_TYPE', emailTrigger, '{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: BEFORE, trigger_attr: »If Action }', '{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: AFTER, trigger_attr: If Action }'],
  ['an event-triggered push says bypass_dnd (rule 6)', 'E_MISSING', eventControls, '\n  »count_for_frequency_capping: true', '\n  count_for_frequency_capping: true\n  bypass_dnd: false'],
  ['a workspace does not take bypass_dnd away (rule 6)', 'E_MISSING', overriding(beside(eventPush, EVENT), 'delivery_controls: { bypass_dnd: true }'), 'delivery_controls: »{ bypass_dnd: null }', 'delivery_controls: { bypass_dnd: false }'],
  ['a trigger that a workspace adds is complete (rule 2)', 'E_MISSING', overriding(beside(eventPush, EVENT), 'delivery_controls: { bypass_dnd: true }'), 'trigger_condition: »{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_relation: AFTER }', 'trigger_condition: { trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_relation: AFTER, trigger_delay_granularity: DAYS }'],
]);

const audience = under(push, 'segmentation_details.included_filters');
const excluded = under(email, 'segmentation_details.excluded_filters');
const filter: Around = (part) => audience(`{ filter_operator: or, filters: [${part}] }`);
const attribute: Around = (part) => filter(`{ filter_type: user_attributes, name: Age, ${part} }`);
const action: Around = (part) =>
  filter(`{ filter_type: custom_segments, id: a }, { filter_type: actions, action_name: Bought, ${part} }`);
const eventAttribute: Around = (part) =>
  under(
    eventPush,
    'trigger_condition.included_filters',
  )(`
    filter_operator: and
    filters:
      - filter_type: actions
        action_name: Bought
        attributes:
          filter_operator: or
          filters:
            - { filter_type: user_attributes, name: colour, data_type: string, operator: exists }
            - ${part}`);

// prettier-ignore
const CONDITIONS = rows([
  ['a number is compared with a number', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: greaterThan, value: »"5"', 'data_type: double, operator: greaterThan, value: 5'],
  ['each number of a list, too', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: in, value: »[5, six]', 'data_type: double, operator: between, value: [5, 6]'],
  ['a text is compared with a text', 'W_FILTER_VALUE', attribute, 'data_type: string, operator: is, value: »5', 'data_type: string, operator: is, value: "5"'],
  ['is compares with one text', 'W_FILTER_VALUE', attribute, 'data_type: string, operator: is, value: »[a, b]', 'data_type: string, operator: in, value: [a, b]'],
  ['contains compares with one text', 'W_FILTER_VALUE', attribute, 'data_type: string, operator: contains, value: »[a, b]', 'data_type: string, operator: containsInTheFollowing, value: [a, b]'],
  ['between compares with two numbers', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »5', 'data_type: double, operator: between, value: 5, value1: 6'],
  ['between compares with two numbers of a list', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »[5]', 'data_type: double, operator: between, value: [5, 6]'],
  ['between compares with two numbers at most', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »[5, 6, 7]', 'data_type: double, operator: between, value: [5, 6]'],
  ['a date to compare with is in the calendar, and a text may look like one', 'E_FORMAT', attribute, 'data_type: datetime, operator: before, value: »2031-13-45', 'data_type: string, operator: is, value: 2031-13-45'],
  ['between compares with two dates of a list', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: between, value: »[2031-05-04]', 'data_type: datetime, operator: between, value: [2031-05-04, 2031-05-08]'],
  ['the upper limit has the same type', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »5, value1: "6"', 'data_type: double, operator: between, value: 5, value1: 6'],
  ['inTheLast counts days', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: inTheLast, value: »soon', 'data_type: datetime, operator: inTheLast, value: "30"'],
  ['inTheNext counts days', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: inTheNext, value: »[7]', 'data_type: datetime, operator: inTheNext, value: 7'],
  ['a number of days has no unit', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: inTheLast, value: »7 days', 'data_type: datetime, operator: inTheLast, value: 7'],
  ['a number of days is above zero', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: inTheLast, value: »-7', 'data_type: datetime, operator: inTheLast, value: 7'],
  ['before compares with one date', 'W_FILTER_VALUE', attribute, 'data_type: datetime, operator: before, value: »[2031-05-04]', 'data_type: datetime, operator: before, value: 2031-05-04'],
  ['in compares with a list', 'W_FILTER_VALUE', attribute, 'data_type: string, operator: in, value: »Gold', 'data_type: string, operator: in, value: [Gold]'],
  ['the lower number comes first', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »[5, 1]', 'data_type: double, operator: between, value: [1, 5]'],
  ['the lower number comes first, also without a list', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »5, value1: 1', 'data_type: double, operator: between, value: 5, value1: 5'],
  ['the earlier date comes first', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »[8, 4]', 'data_type: double, operator: between, value: [4, 8]'],
  ['a list to compare with is not empty', 'W_FILTER_VALUE', attribute, 'data_type: string, operator: in, value: »[]', 'data_type: string, operator: in, value: [a]'],
  ['nor with another data type', 'W_FILTER_VALUE', attribute, 'data_type: double, operator: between, value: »[]', 'data_type: double, operator: between, value: [5, 6]'],
  ["true isn't text", 'W_FILTER_VALUE', attribute, 'data_type: bool, operator: is, value: »"true"', 'data_type: bool, operator: is, value: true'],
  ['attributes of events have types, too', 'W_FILTER_VALUE', eventAttribute, '{ filter_type: user_attributes, name: size, data_type: double, operator: lessThan, value: »big }', '{ filter_type: user_attributes, name: size, data_type: datetime, operator: inTheLast, value: 5 }'],
  ['all users have no filters in addition', 'E_AUDIENCE', under(push, 'segmentation_details'), '{ is_all_user_campaign: »true, included_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: VIP, id: a }] } }', '{ is_all_user_campaign: false, included_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: VIP, id: a }] } }'],
  ['all users may leave some out', 'E_AUDIENCE', under(email, 'segmentation_details'), '{ included_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: VIP, id: a }] }, is_all_user_campaign: »true }', '{ is_all_user_campaign: true, excluded_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: VIP, id: a }] } }'],
  ['conditions are joined in small letters (rule 3, V11)', 'E_FILTER_OPERATOR', audience, '{ filter_operator: »OR, filters: [] }', '{ filter_operator: or, filters: [] }'],
  ['conditions are joined by something', 'E_MISSING', audience, '»{ filters: [] }', '{ filter_operator: and, filters: [] }'],
  ['a group has conditions', 'E_MISSING', excluded, '»{ filter_operator: or }', '{ filter_operator: or, filters: [] }'],
  ['a condition is of a kind', 'E_MISSING', filter, '{ filter_type: custom_segments, id: a }, »{ id: b }', '{ filter_type: custom_segments, id: a }, { filter_type: custom_segments, id: b }'],
  ['an action is named', 'E_MISSING', filter, '»{ filter_type: actions, executed: true }', '{ filter_type: actions, action_name: Bought }'],
  ['a segment has an ID', 'E_MISSING', filter, '»{ filter_type: custom_segments, name: VIP }', '{ filter_type: custom_segments, name: VIP, id: a }'],
  ['a data type of a condition is in small letters (rule 3, V11)', 'E_VALUE', attribute, 'data_type: »Bool, operator: exists', 'data_type: bool, operator: exists'],
  ['a truth value is not searched for a text', 'E_VALUE', attribute, 'data_type: bool, operator: »contains, value: a', 'data_type: bool, operator: is, value: true'],
  ['a number is not compared with is', 'E_VALUE', attribute, 'data_type: double, operator: »is, value: 3', 'data_type: double, operator: in, value: [3]'],
  ['a text is not less than another', 'E_VALUE', attribute, 'data_type: string, operator: »lessThan, value: a', 'data_type: string, operator: endsWithInTheFollowing, value: [a]'],
  ['a date is not among others', 'E_VALUE', eventAttribute, '\n              filter_type: user_attributes\n              name: day\n              data_type: datetime\n              operator: »in\n              value: [2031-05-04]', '\n              filter_type: user_attributes\n              name: day\n              data_type: datetime\n              operator: on\n              value: 2031-05-04'],
  ['exists compares with nothing', 'E_NOT_ALLOWED', attribute, 'data_type: string, operator: exists, »value: a', 'data_type: string, operator: exists'],
  ['another operator compares with something', 'E_MISSING', filter, '»{ filter_type: user_attributes, name: Age, data_type: double, operator: greaterThan }', '{ filter_type: user_attributes, name: Age, data_type: double, operator: greaterThan, value: 18 }'],
  ['a count is a whole number', 'E_TYPE', action, 'execution: { type: exactly, count: »1.5 }', 'execution: { type: exactly, count: 1 }'],
  ...['actions', 'custom_segments', 'event_attributes'].map((type) =>
    [`a condition inside an action is on user_attributes, not on ${type} (V13)`, 'E_VALUE', eventAttribute, `{ filter_type: »${type}, name: price, data_type: double, operator: exists }`, '{ filter_type: user_attributes, name: price, data_type: double, operator: exists }'] as const),
  ['a condition inside an action says its type (V13)', 'E_MISSING', eventAttribute, '»{ name: price, data_type: double, operator: between, value: 1, value1: 2 }', '{ filter_type: user_attributes, name: price, data_type: double, operator: between, value: 1, value1: 2 }'],
  ['the label of an action is IF (V13)', 'E_VALUE', action, 'condition: »WHEN', 'condition: IF, primary_time_range: { type: inTheLast, value: 30 }'],
  ['a group may be among conditions', 'E_FILTER_OPERATOR', filter, '{ filter_operator: »AND, filters: [] }', '{ filter_operator: and, filters: [{ filter_type: custom_segments, id: a }] }'],
  ['a group in a group has conditions', 'E_MISSING', under(eventPush, 'trigger_condition.included_filters'), '\n    filter_operator: and\n    filters:\n      - filter_operator: or\n        filters:\n          - »filter_operator: or', '\n    filter_operator: and\n    filters:\n      - filter_operator: or\n        filters:\n          - filter_operator: or\n            filters: []'],
]);

const schedule = under(push, 'scheduling_details');
const eventSchedule = under(beside(eventPush, EVENT), 'scheduling_details');
export const START = 'start_time: 2031-05-04T09:00:00, timezone: Europe/Berlin';
const periodic = under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details');
export const rhythm: Around = (part) =>
  periodic(`{ delivery_type: AT_FIXED_TIME, ${START}, periodic_details: ${part} }`);
export const PLACE =
  "name: Shop, latitude: '52.5', longitude: '13.4', radius: '150', triggered_at: ENTRY, response_time_value: '2', response_time_granularity: MINUTES";
export const located = beside(
  campaignOf('PUSH', 'LOCATION_TRIGGERED', `name: A push, geofences: { ${PLACE} }`),
  EVENT,
);
const hours = under(located, 'scheduling_details.geo_fence_timelimit');

// prettier-ignore
const SCHEDULES = rows([
  ['a fixed time has a start', 'E_MISSING', schedule, '»{ delivery_type: AT_FIXED_TIME, timezone: UTC }', '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2031-05-04T09:00:00 }'],
  ['a fixed time has a zone (V14)', 'E_MISSING', under(email, 'scheduling_details'), '\n  »delivery_type: AT_FIXED_TIME\n  start_time: 2031-05-04T09:00:00', '\n  delivery_type: AT_FIXED_TIME\n  start_time: 2031-05-04T09:00:00\n  timezone: UTC'],
  ['a best time has a start', 'E_MISSING', schedule, '»{ delivery_type: SEND_IN_BTS, timezone: UTC, bts_details: { send_in_bts: true } }', `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['a best time has a zone (V14)', 'E_MISSING', schedule, '»{ delivery_type: SEND_IN_BTS, start_time: 2031-05-04T09:00:00, bts_details: { send_in_bts: true } }', `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['a best time has its details (rule 5)', 'E_MISSING', under(email, 'scheduling_details'), `»{ delivery_type: SEND_IN_BTS, ${START} }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['a best time has settings (W3)', 'E_RANGE', schedule, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: »{} }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['local time has a start', 'E_MISSING', schedule, '»{ delivery_type: SEND_IN_USER_TIMEZONE, user_timezone_details: { send_in_user_timezone: true } }', '{ delivery_type: SEND_IN_USER_TIMEZONE, start_time: 2031-05-04T09:00:00, user_timezone_details: { send_in_user_timezone: true } }'],
  ['local time has its details, and needs no zone (rule 5)', 'E_MISSING', schedule, '»{ delivery_type: SEND_IN_USER_TIMEZONE, start_time: 2031-05-04T09:00:00 }', '{ delivery_type: SEND_IN_USER_TIMEZONE, start_time: 2031-05-04T09:00:00, user_timezone_details: { send_in_user_timezone: true } }'],
  ['a schedule that a workspace changes is complete', 'E_MISSING', overriding(push, 'scheduling_details: { delivery_type: ASAP }'), 'scheduling_details: »{ delivery_type: AT_FIXED_TIME, timezone: UTC }', `scheduling_details: { delivery_type: AT_FIXED_TIME, ${START} }`],
  ['a start has no offset', 'E_FORMAT', schedule, '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: »2031-05-04T09:00:00+02:00 }', '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2031-05-04T09:00:00 }'],
  ['nor the offset of UTC', 'E_FORMAT', schedule, '\n  delivery_type: AT_FIXED_TIME\n  timezone: UTC\n  start_time: »"2031-05-04T09:00:00Z"', '\n  delivery_type: AT_FIXED_TIME\n  timezone: UTC\n  start_time: "2031-05-04T09:00:00"'],
  ['a start is a day and a time', 'E_FORMAT', schedule, '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: »2031-05-04 }', '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2031-05-04T00:00:00 }'],
  ['a start is a day of the calendar', 'E_FORMAT', schedule, '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: »2031-02-29T09:00:00 }', '{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2032-02-29T09:00:00 }'],
  ['a zone is named, not counted', 'E_FORMAT', schedule, '{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: »"+02:00" }', '{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: Africa/Cairo }'],
  ['a zone is one of the database', 'E_TIMEZONE', schedule, '{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: »Europe/Bonn }', '{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: Europe/Berlin }'],
  ['an end is a day and a time, with or without offset (V19)', 'E_FORMAT', eventSchedule, '{ delivery_type: ASAP, expiry_time: »2031-12-31 }', '{ delivery_type: ASAP, expiry_time: 2031-12-31T00:00:00Z }'],
  ['an end is after the start', 'E_SCHEDULE', eventSchedule, `{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: »2031-05-03T09:00:00 }`, `{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: 2031-05-05T09:00:00 }`],
  ['an end with an offset is compared as a moment', 'E_SCHEDULE', eventSchedule, `{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: »"2031-05-04T06:30:00Z" }`, `{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: "2031-05-04T07:30:00Z" }`],
  ['a window for best times ends at a time of day (V19)', 'E_FORMAT', schedule, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true, window_end_time: »"24:61" } }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true, window_end_time: "21:30" } }`],
  ['a window for best times ends after the start', 'E_SCHEDULE', schedule, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true, window_end_time: »2031-05-04T08:00:00 } }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true, window_end_time: 2031-05-04T18:00:00 } }`],
  ['a rhythm says how it repeats (rule 4)', 'E_MISSING', periodic, `»{ delivery_type: AT_FIXED_TIME, ${START} }`, `{ delivery_type: AT_FIXED_TIME, ${START}, periodic_details: { sending_frequency: DAILY } }`],
  ['a rhythm starts at a fixed time (rule 4)', 'E_VALUE', periodic, '{ delivery_type: »ASAP, periodic_details: { sending_frequency: DAILY } }', `{ delivery_type: AT_FIXED_TIME, ${START}, periodic_details: { sending_frequency: DAILY } }`],
  ['a rhythm of emails, too (rule 4)', 'E_VALUE', under(campaignOf('EMAIL', 'PERIODIC'), 'scheduling_details'), `{ delivery_type: »SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true }, periodic_details: { sending_frequency: DAILY } }`, `{ delivery_type: AT_FIXED_TIME, ${START}, periodic_details: { sending_frequency: DAILY } }`],
  ['a schedule has a delivery type, or is added completely later (rule 4, V1)', 'E_MISSING', campaignOf('PUSH', 'PERIODIC'), 'scheduling_details: »{ periodic_details: { sending_frequency: DAILY } }', 'utm_params: { utm_source: a, utm_medium: b }'],
  ['a date of the month is at least 1', 'E_RANGE', rhythm, '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [1, »0] }', '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [1, 2] }'],
  ['a date of the month is at most 31', 'E_RANGE', rhythm, '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [»32] }', '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [31] }'],
  ['a weekly rhythm has days', 'E_MISSING', rhythm, '»{ sending_frequency: WEEKLY }', '{ sending_frequency: WEEKLY, repeat_on_days_of_week: [SUNDAY] }'],
  ['a monthly rhythm has days', 'E_MISSING', rhythm, '»{ sending_frequency: MONTHLY }', '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [1] }'],
  ['limited hours are named', 'E_MISSING', hours, '»{ notification_schedule: LIMITED_TIME }', '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }] }'],
  ['hours end', 'E_MISSING', hours, '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }, »{ start_time: 2031-05-05T09:00:00 }] }', '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }, { start_time: 2031-05-05T09:00:00, end_time: 2031-05-05T18:00:00 }] }'],
  ['hours are days and times, with or without offset (V19)', 'E_FORMAT', hours, '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: »"18:00" }] }', '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: "2031-05-04T18:00:00+02:00" }] }'],
  ['hours end after they begin', 'E_SCHEDULE', hours, '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }, { start_time: 2031-05-05T09:00:00, end_time: »2031-05-05T08:00:00 }] }', '{ notification_schedule: LIMITED_TIME, timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }, { start_time: 2031-05-05T09:00:00, end_time: 2031-05-05T10:00:00 }] }'],
  ['a clock shows the start (V17)', 'W_TIME_SKIPPED', schedule, '{ delivery_type: AT_FIXED_TIME, timezone: Europe/Berlin, start_time: »2031-03-30T02:30:00 }', '{ delivery_type: AT_FIXED_TIME, timezone: Europe/Berlin, start_time: 2031-03-30T03:00:00 }'],
]);

export const RULE_ROWS: Readonly<Record<string, readonly RuleRow[]>> = {
  creation: CREATION,
  triggers: TRIGGERS,
  conditions: CONDITIONS,
  schedules: SCHEDULES,
};
