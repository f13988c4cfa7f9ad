import {
  type Around,
  beside,
  campaignOf,
  email,
  EVENT,
  eventPush,
  located,
  overriding,
  PLACE,
  push,
  rhythm,
  rows,
  type RuleRow,
  START,
  under,
} from './rule-rows.ts';

// The rules for geofences, controls, goals and content, and settings without effect.

const place: Around = (part) =>
  beside(campaignOf('PUSH', 'LOCATION_TRIGGERED', `name: A push, geofences: ${part}`), EVENT)('');
const SHOP = `{ ${PLACE} }`;
/** The geofence with one field missing. */
const without = (field: string) =>
  SHOP.split(/(?<=[{,]) /)
    .filter((one) => !one.startsWith(`${field}:`))
    .join(' ')
    .replace(/, }|,$/, ' }');

// prettier-ignore
const PLACES = rows([
  ...['name', 'latitude', 'longitude', 'radius', 'triggered_at', 'response_time_value', 'response_time_granularity'].map((field) =>
    [`a place has its ${field}`, 'E_MISSING', place, `»${without(field)}`, SHOP] as const),
  ['a stay has a length', 'E_MISSING', place, `»{ ${PLACE.replace('ENTRY', 'dwell')}, dwell_time_granularity: HOURS }`, `{ ${PLACE.replace('ENTRY', 'dwell')}, dwell_time_granularity: HOURS, dwell_time_value: '1' }`],
  ['a stay has a unit', 'E_MISSING', place, `»{ ${PLACE.replace('ENTRY', 'dwell')}, dwell_time_value: '1' }`, `{ ${PLACE.replace('ENTRY', 'dwell')}, dwell_time_value: '1', dwell_time_granularity: HOURS }`],
  ['numbers of places are texts (V5)', 'E_TYPE', place, `{ ${PLACE.replace("'150'", '»150')} }`, SHOP],
  ['times of places are texts, too (V5)', 'E_TYPE', place, `{ ${PLACE.replace("'2'", '»2')} }`, `{ ${PLACE} }`],
  ['a latitude is on the globe', 'E_FORMAT', place, `{ ${PLACE.replace("'52.5'", "»'91'")} }`, SHOP],
  ['a campaign has one place (V12)', 'E_TYPE', place, `»[${SHOP}]`, SHOP],
  ['a second place is another campaign (V12)', 'E_TYPE', place, `»[${SHOP}, ${SHOP.replace('Shop', 'Mall')}]`, SHOP.replace('Shop', 'Mall')],
  ['a limit of sends is a text (V5)', 'E_TYPE', under(located, 'delivery_controls'), "{ send_limit_value: »3, send_limit_granularity_in_hours: '24' }", "{ send_limit_value: '3', send_limit_granularity_in_hours: '24' }"],
  ['its window is a text (V5)', 'E_TYPE', under(located, 'delivery_controls'), '\n  send_limit_value: "3"\n  send_limit_granularity_in_hours: »24', '\n  send_limit_value: "3"\n  send_limit_granularity_in_hours: "24"'],
]);

const controls = under(push, 'delivery_controls');
/** For a campaign that sends more than once: only there, `INSTANCE` is possible. */
const limit = under(campaignOf('PUSH', 'PERIODIC'), 'campaign_audience_limit');
const oneLimit = under(push, 'campaign_audience_limit');
const goal: Around = (part) =>
  under(
    push,
    'conversion_goal_details',
  )(
    `{ attribution_window_in_hours: 24, goals: [{ goal_name: a, goal_event_name: b }, { goal_name: c, goal_event_name: d, goal_event_attribute: ${part} }] }`,
  );
const customKeys = (...keys: string[]) => keys.map((key) => `${key}: x`).join(', ');

// prettier-ignore
const CONTROLS = rows([
  ['queuing lasts (rule 7)', 'E_RANGE', controls, '{ queuing_enabled: true, queue_duration: »0 }', '{ queuing_enabled: true, queue_duration: 1 }'],
  ['queuing says how long (rule 7)', 'E_MISSING', controls, '»{ queuing_enabled: true }', '{ queuing_enabled: true, queue_duration: 48 }'],
  ['queuing lasts two days at most', 'E_RANGE', controls, '\n  queuing_enabled: true\n  queue_duration: »49', '\n  queuing_enabled: true\n  queue_duration: 48'],
  ['without queuing nothing lasts', 'E_VALUE', controls, '{ queuing_enabled: false, queue_duration: »2 }', '{ queuing_enabled: false, queue_duration: 0 }'],
  ['a queue is limited in whole hours', 'E_TYPE', controls, '{ queuing_enabled: true, queue_duration: »1.5 }', '{ queuing_enabled: true, queue_duration: 2 }'],
  ['hours on a device are texts (V5)', 'E_TYPE', under(beside(campaignOf('PUSH', 'DEVICE_TRIGGERED'), EVENT), 'delivery_controls'), '{ max_time_to_show_message_of_same_camapign: »3 }', "{ max_time_to_show_message_of_same_camapign: '3', expiry_time_of_sync_data_in_hour: '4' }"],
  ['a control group has a share', 'E_MISSING', under(push, 'control_group_details'), '»{ is_campaign_control_group_enabled: true }', '{ is_campaign_control_group_enabled: true, campaign_control_group_percentage: 5 }'],
  ['a share is at most 100', 'E_RANGE', under(email, 'control_group_details'), '\n  is_campaign_control_group_enabled: true\n  campaign_control_group_percentage: »101', '\n  is_campaign_control_group_enabled: true\n  campaign_control_group_percentage: 100'],
  ['a share is at least 0', 'E_RANGE', under(push, 'control_group_details'), '{ is_campaign_control_group_enabled: true, campaign_control_group_percentage: »-1 }', '{ is_campaign_control_group_enabled: false }'],
  ['a share that a workspace requires is present', 'E_MISSING', overriding(push, 'control_group_details: { is_campaign_control_group_enabled: false }'), 'control_group_details: »{ is_campaign_control_group_enabled: true }', 'control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: 5 }'],
  ['tracking names its source', 'E_MISSING', under(push, 'utm_params'), '»{ utm_medium: push }', '{ utm_medium: push, utm_source: app }'],
  ['tracking names its medium', 'E_MISSING', under(email, 'utm_params'), '\n  »utm_source: app\n  utm_term: a', '\n  utm_source: app\n  utm_term: a\n  utm_medium: email'],
  ['own parameters begin with utm_', 'E_UNKNOWN_KEY', under(push, 'utm_params'), '{ utm_source: a, utm_medium: b, »season: spring }', '{ utm_source: a, utm_medium: b, utm_season: spring }'],
  ['there are five own parameters at most', 'E_UTM', under(push, 'utm_params'), `{ utm_source: a, utm_medium: b, ${customKeys('utm_1', 'utm_2', 'utm_3', 'utm_4', 'utm_5', '»utm_6')} }`, `{ utm_source: a, utm_medium: b, ${customKeys('utm_1', 'utm_2', 'utm_3', 'utm_4', 'utm_5', 'utm_term', 'utm_campaign', 'utm_content')} }`],
  ['a workspace adds no sixth', 'E_UTM', overriding(push, `utm_params: { utm_source: a, utm_medium: b, ${customKeys('utm_1', 'utm_2', 'utm_3', 'utm_4', 'utm_5')} }`), 'utm_params: { »utm_6: x }', 'utm_params: { utm_1: y }'],
  ['a limit says what it counts', 'E_MISSING', limit, '»{ is_campaign_audience_limit_enabled: true, frequency: TOTAL, limit: 5 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 5 }'],
  ['a limit says how often it is reset', 'E_MISSING', limit, '\n  »limit: 5\n  metric: SENT\n  is_campaign_audience_limit_enabled: true', '\n  limit: 5\n  metric: SENT\n  frequency: TOTAL\n  is_campaign_audience_limit_enabled: true'],
  ['a limit has a number', 'E_MISSING', under(campaignOf('EMAIL', 'PERIODIC'), 'campaign_audience_limit'), '»{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 1 }'],
  ...['EVENT_TRIGGERED', 'DEVICE_TRIGGERED'].map((type) =>
    [`a limit of ${type} says all three (V23)`, 'E_MISSING', under(beside(campaignOf('PUSH', type), EVENT), 'campaign_audience_limit'), '»{ is_campaign_audience_limit_enabled: true, metric: SENT, limit: 5 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 5 }'] as const),
  ...['metric: SENT', 'frequency: TOTAL', 'limit: 5'].map((field) =>
    [`a limit of one send has a ${field.split(':')[0] ?? ''} (V23)`, 'E_MISSING', oneLimit, `»{ is_campaign_audience_limit_enabled: true, ${['metric: SENT', 'frequency: TOTAL', 'limit: 5'].filter((one) => one !== field).join(', ')} }`, '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 5 }'] as const),
  ...['metric: SENT', 'frequency: TOTAL', 'limit: 5'].map((field) =>
    [`a limit that is off has no ${field.split(':')[0] ?? ''}`, 'E_NOT_ALLOWED', limit, `{ is_campaign_audience_limit_enabled: false, »${field} }`, '{ is_campaign_audience_limit_enabled: false }'] as const),
  ['a limit is at least 1', 'E_RANGE', limit, '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: »0 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 1 }'],
  ['a limit is at most 9,999,999,999', 'E_RANGE', limit, '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: »10000000000 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 9999999999 }'],
  ['a limit for each send is for periodic campaigns (V10)', 'E_VALUE', under(beside(eventPush, EVENT), 'campaign_audience_limit'), '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: »INSTANCE, limit: 5 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 5 }'],
  ['nor for one send (V10)', 'E_VALUE', oneLimit, '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: »INSTANCE, limit: 5 }', '{ is_campaign_audience_limit_enabled: true, metric: SENT, frequency: TOTAL, limit: 5 }'],
  ['a limit for each send is for push (V10)', 'E_VALUE', (part) => part, 'channel: EMAIL\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\ncampaign_audience_limit: { is_campaign_audience_limit_enabled: true, metric: SENT, frequency: »INSTANCE, limit: 5 }\n', 'channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\ncampaign_audience_limit: { is_campaign_audience_limit_enabled: true, metric: SENT, frequency: INSTANCE, limit: 5 }\n'],
  ['a data type of a goal is in capitals (rule 3, V11)', 'E_VALUE', goal, '{ name: total, data_type: »double }', '{ name: total, data_type: DOUBLE }'],
  ['the types of filters and goals differ (rule 3)', 'E_VALUE', goal, '{ name: total, data_type: »Geopoint, condition: is, value: a }', '{ name: total, data_type: GEOPOINT, condition: is, value: a }'],
  ['a value of a goal is a text, a number or a truth value (V5)', 'E_TYPE', goal, '{ name: total, data_type: DOUBLE, condition: between, value: 40, value1: »[50] }', '{ name: total, data_type: DOUBLE, condition: between, value: 40, value1: 50.5 }'],
  ['a goal that compares with a span has two values', 'E_MISSING', goal, '»{ name: total, data_type: DOUBLE, condition: between, value: "1" }', '{ name: total, data_type: DOUBLE, condition: between, value: "1", value1: "2" }'],
  ["Apple's priority is a text (V5)", 'E_TYPE', under(push, 'advanced.platform_level_priority.ios_specific_priority'), '{ apns_priority: »10 }', "{ apns_priority: '10' }"],
  ["Apple's priority is 1, 5 or 10", 'E_FORMAT', under(push, 'advanced.platform_level_priority.ios_specific_priority'), "{ apns_priority: »'7' }", "{ apns_priority: '5' }"],
  ['a level has two spellings, no third (V4)', 'E_VALUE', under(push, 'advanced.platform_level_priority.ios_specific_priority'), '{ interruption_level: »Time Sensitive }', '{ interruption_level: TIME_SENSITIVE }'],
  ...['Passive', 'Active', 'Time sensitive', 'Critical'].map((level) =>
    [`the level ${level} is better written in capitals (V4, V25)`, 'W_SPELLING', under(push, 'advanced.platform_level_priority.ios_specific_priority'), `{ interruption_level: »${level} }`, `{ interruption_level: ${level.toUpperCase().replace(' ', '_')} }`] as const),
  ['a level has two spellings (V4)', 'E_VALUE', under(push, 'advanced.platform_level_priority.ios_specific_priority'), '\n        interruption_level: »time_sensitive', '\n        interruption_level: TIME_SENSITIVE'],
]);

const content = under(push, 'campaign_content');
const letter = under(email, 'campaign_content.content.email');
const android = under(push, 'campaign_content.content.push.android');
const shares: Around = (part) =>
  content(
    `\n  variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: ${part} }\n  content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } }`,
  );
const HALVES = '{ variation_1: 50, variation_2: 50 }';

// prettier-ignore
const CONTENT = rows([
  ['a subject is one line', 'W_SUBJECT', letter, '{ subject: »"20% off\\neverything", html_content: a }', '{ subject: "20% off everything", html_content: a }'],
  ['its lines are those that are sent', 'W_SUBJECT', letter, '{ subject: »"a\\r\\nb", html_content: a }', '{ subject: "{% if user.vip %}\\nVIP\\n{% endif %}", html_content: a }'],
  ['a notification has a layout', 'E_MISSING', android, '»{ buttons: [] }', '{ template_type: BASIC }'],
  ['a custom template is named (V3)', 'E_MISSING', android, '»{ template_type: Custom }', '{ template_type: Custom, custom_template_id: a }'],
  ['on iOS, too (V3)', 'E_MISSING', under(push, 'campaign_content.content.default.variation_1.push.ios'), '\n            »template_type: Custom\n            buttons: []', '\n            template_type: Custom\n            custom_template_id: a'],
  ['Custom is spelled exactly (V3)', 'E_VALUE', android, '{ template_type: »CUSTOM, custom_template_id: a }', '{ template_type: Custom, custom_template_id: a }'],
  ['a countdown is for Android (V3)', 'E_VALUE', under(push, 'campaign_content.content.push'), '{ ios: { template_type: »TIMER_WITH_PROGRESS_BAR } }', '{ android: { template_type: TIMER_WITH_PROGRESS_BAR, timer: {}, template_backup: {} } }'],
  ['a banner is for Android (V3)', 'E_VALUE', under(push, 'campaign_content.content.default.variation_1.push'), '{ ios: { template_type: »IMAGE_BANNER_WITH_TEXT } }', `{ android: { template_type: IMAGE_BANNER_WITH_TEXT, basic_details: { banner_image_url: 'https://a.example/b' }, template_backup: {} } }`],
  ['the web has one template (V3)', 'E_VALUE', under(push, 'campaign_content.content.push.web'), '{ template_type: »STYLIZED_BASIC }', '{ template_type: BASIC }'],
  ['default is not among the locales', 'E_NOT_ALLOWED', content, '\n  locales: [»default]\n  content: { default: { variation_1: { push: {} } } }', '\n  locales: []\n  content: { default: { variation_1: { push: {} } } }'],
  ['content by locale has the default one', 'E_MISSING', content, '\n  locales: [de]\n  content: »{ de: { variation_1: { push: {} } } }', '\n  locales: [de]\n  content: { de: { variation_1: { push: {} } }, default: { variation_1: { push: {} } } }'],
  ['a locale is listed', 'E_VARIATION', content, '\n  locales: [de]\n  content:\n    default: { variation_1: { push: {} } }\n    de: { variation_1: { push: {} } }\n    »fr: { variation_1: { push: {} } }', '\n  locales: [de, fr]\n  content:\n    default: { variation_1: { push: {} } }\n    de: { variation_1: { push: {} } }\n    fr: { variation_1: { push: {} } }'],
  ['a listed locale has content', 'E_VARIATION', content, '\n  locales: [de, »fr]\n  variation_details: { distribution_type: MANUAL, no_of_variations: 1, manual_distribution_percentage: { variation_1: 100 } }\n  content: { default: { variation_1: { push: {} } }, de: { variation_1: { push: {} } } }', '\n  locales: [de]\n  content: { default: { variation_1: { push: {} } }, de: { variation_1: { push: {} } } }'],
  ['a locale of an email is listed', 'E_VARIATION', under(email, 'campaign_content.content'), '{ default: { variation_1: { email: {} } }, »de: { variation_1: { email: {} } } }', '{ default: { variation_1: { email: {} } } }'],
  ['with locales, content is by locale', 'E_NOT_ALLOWED', content, '{ locales: [de], content: { »push: {} } }', '{ locales: [], content: { push: {} } }'],
  ['with variations, content is by variation', 'E_NOT_ALLOWED', content, `\n  variation_details: { distribution_type: SHERPA, no_of_variations: 2, sherpa_campaign_duration: 4, sherpa_distribution_metric: BOTH }\n  content: { »push: {} }`, `\n  variation_details: { distribution_type: SHERPA, no_of_variations: 2, sherpa_campaign_duration: 4, sherpa_distribution_metric: BOTH }\n  content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } }`],
  ['a variation is numbered (V8)', 'E_UNKNOWN_KEY', content, '\n  content:\n    default:\n      variation_1: { push: {} }\n      »variation_b: { push: {} }', '\n  content:\n    default:\n      variation_1: { push: {} }'],
  ['manual shares are given (V8)', 'E_MISSING', content, '\n  variation_details: »{ distribution_type: MANUAL, no_of_variations: 1 }\n  content: { default: { variation_1: { push: {} } } }', '\n  variation_details: { distribution_type: MANUAL, no_of_variations: 1, manual_distribution_percentage: { variation_1: 100 } }\n  content: { default: { variation_1: { push: {} } } }'],
  ['shares add up to 100 (V8)', 'E_VARIATION', shares, '»{ variation_1: 50, variation_2: 49 }', '{ variation_1: 51, variation_2: 49 }'],
  ['there are as many shares as variations (V8)', 'E_VARIATION', shares, '»{ variation_1: 100 }', '{ variation_1: 100, variation_2: 0 }'],
  ['shares are numbered from 1 (V8)', 'E_VARIATION', shares, '»{ variation_2: 50, variation_3: 50 }', HALVES],
  ['every locale has every variation (V9)', 'E_VARIATION', content, `\n  locales: [de]\n  variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: ${HALVES} }\n  content:\n    default: { variation_1: { push: {} }, variation_2: { push: {} } }\n    de: »{ variation_2: { push: {} } }`, `\n  locales: [de]\n  variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: ${HALVES} }\n  content:\n    default: { variation_1: { push: {} }, variation_2: { push: {} } }\n    de: { variation_1: { push: {} }, variation_2: { push: {} } }`],
  ['a learning distribution has a duration', 'E_MISSING', content, '\n  variation_details: »{ distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH }\n  content: { default: { variation_1: { push: {} } } }', '\n  variation_details: { distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH, sherpa_campaign_duration: 4 }\n  content: { default: { variation_1: { push: {} } } }'],
  ['a learning distribution has a measure', 'E_MISSING', content, '\n  variation_details:\n    »distribution_type: SHERPA\n    no_of_variations: 1\n    sherpa_campaign_duration: 4\n  content: { default: { variation_1: { push: {} } } }', '\n  variation_details:\n    distribution_type: SHERPA\n    no_of_variations: 1\n    sherpa_campaign_duration: 4\n    sherpa_distribution_metric: OPEN_RATE\n  content: { default: { variation_1: { push: {} } } }'],
  ['an email has a body or a template', 'E_NOT_ALLOWED', letter, '{ subject: a, »html_content: b, custom_template_id: c }', '{ subject: a, custom_template_id: c }'],
  ['a sender has an address', 'E_FORMAT', letter, '{ subject: a, from_address: »shop }', '{ subject: a, from_address: shop@example.com }'],
  ['the second copy has an address', 'E_FORMAT', letter, '{ subject: a, cc_ids: [a@example.com, »b.example.com] }', '{ subject: a, cc_ids: [a@example.com, b@example.com] }'],
  ['a picture has an address', 'E_FORMAT', android, '{ template_type: BASIC, basic_details: { title: a, message: b, image_url: »cdn/a.png } }', '{ template_type: BASIC, basic_details: { title: a, message: b, image_url: "{{ user.picture }}" } }'],
  ['an expression is closed (V17)', 'W_EXPRESSION', letter, '\n      subject: "Hello »{{ user.first_name }"', '\n      subject: "Hello {{ event.first_name }}"'],
  ['braces of a style sheet are none (V17)', 'W_EXPRESSION', letter, '{ subject: "»{{ a", html_content: "@media { p { color: red }}" }', '{ subject: "{{ event.a }}", html_content: "@media { p { color: red }}" }'],
  ["a carousel's direction is preferably in capitals (V25)", 'W_SPELLING', under(push, 'campaign_content.content.push.ios'), '{ template_type: BASIC, basic_details: { carousel_content: { slider_transition: »automatic } } }', '{ template_type: BASIC, basic_details: { carousel_content: { slider_transition: AUTOMATIC } } }'],
  ['a duration is better a number (V25)', 'W_SPELLING', content, '\n  variation_details: { distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH, sherpa_campaign_duration: »"24" }\n  content: { default: { variation_1: { push: {} } } }', '\n  variation_details: { distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH, sherpa_campaign_duration: 24 }\n  content: { default: { variation_1: { push: {} } } }'],
  ['a duration is in whole hours (V25)', 'E_TYPE', content, '\n  variation_details: { distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH, sherpa_campaign_duration: »1.5 }\n  content: { default: { variation_1: { push: {} } } }', '\n  variation_details: { distribution_type: SHERPA, no_of_variations: 1, sherpa_distribution_metric: BOTH, sherpa_campaign_duration: 2 }\n  content: { default: { variation_1: { push: {} } } }'],
  ['a connector has a type (V22)', 'E_MISSING', under(email, 'connector'), '»{ connector_name: shop }', '{ connector_name: shop, connector_type: NETCORE }'],
  ['a connector has a name (V22)', 'E_MISSING', under(email, 'connector'), '\n  »connector_type: SENDGRID', '\n  connector_type: SENDGRID\n  connector_name: shop'],
  ['a connector is of a type that we know (V22)', 'W_VALUE', under(email, 'connector'), '{ connector_name: shop, connector_type: »SendGrid }', '{ connector_name: shop, connector_type: SENDGRID }'],
  ["or of one that can't be guessed (V22)", 'W_VALUE', under(email, 'connector'), '{ connector_name: shop, connector_type: »PIGEON }', '{ connector_name: shop, connector_type: AMAZON_SES }'],
  ['an unknown field is reported (V6)', 'W_UNKNOWN_FIELD', android, '\n        template_type: BASIC\n        basic_details:\n          »titel: a', '\n        template_type: BASIC\n        basic_details:\n          title: a'],
  ['an unknown field in the second goal is reported (V6)', 'W_UNKNOWN_FIELD', under(push, 'conversion_goal_details'), '{ goals: [{ goal_name: a, goal_event_name: b }, { goal_name: c, goal_event_name: d, »is_primary: true }] }', '{ goals: [{ goal_name: a, goal_event_name: b }, { goal_name: c, goal_event_name: d, is_primary_goal: true }] }'],
  ['an unknown field of a workspace is reported (V6)', 'W_UNKNOWN_FIELD', overriding(email, 'campaign_content: { content: { email: { subject: a } } }'), 'campaign_content: { content: { email: { »preheader: b } } }', 'campaign_content: { content: { email: { preview_text: b } } }'],
  ['a field of the other channel is refused (V20)', 'E_NOT_ALLOWED', under(email, 'delivery_controls'), '{ bypass_dnd: true, »queuing_enabled: true }', '{ bypass_dnd: true }'],
  ['an email has no platforms (V20)', 'E_NOT_ALLOWED', (part) => campaignOf('EMAIL', 'ONE_TIME', `name: A${part}`)(''), ', »platforms: [IOS]', ''],
  ['a push is neither promotional nor not (V20)', 'E_NOT_ALLOWED', (part) => campaignOf('PUSH', 'ONE_TIME', `name: A${part}`)(''), ', »content_type: PROMOTIONAL', ''],
  ['no email has an intelligent delay (V20)', 'E_NOT_ALLOWED', under(campaignOf('EMAIL', 'EVENT_TRIGGERED'), 'trigger_condition'), `{ trigger_delay_type: ASAP, »intelligent_delay_optimization: { min_delay_value: 1, min_delay_granularity: HOURS } }`, `{ trigger_delay_type: ASAP }`],
]);

const DETAILS = '{ bypass_dnd: true, ';
const device = beside(campaignOf('PUSH', 'DEVICE_TRIGGERED'), EVENT);
const delayed =
  'trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: DAYS, trigger_relation: AFTER';
const eventControls = under(beside(eventPush, EVENT), 'delivery_controls');
const pushTrigger = under(eventPush, 'trigger_condition');

// prettier-ignore
const EFFECTS = rows([
  ['a one-time push has no trigger', 'W_NO_EFFECT', push, `»${EVENT}`, 'segmentation_details: { is_all_user_campaign: true }'],
  ['a periodic email has no trigger', 'W_NO_EFFECT', campaignOf('EMAIL', 'PERIODIC'), `»${EVENT}`, 'segmentation_details: { is_all_user_campaign: true }'],
  ['a business event has no trigger', 'W_NO_EFFECT', campaignOf('PUSH', 'BUSINESS_EVENT_TRIGGERED', 'name: A, business_event: Restocked'), `»${EVENT}`, ''],
  ['a business event is for campaigns that it sets off', 'W_NO_EFFECT', (part) => campaignOf('EMAIL', 'ONE_TIME', `name: A${part}`)(''), ', »business_event: Restocked', ''],
  ['places are for campaigns that they set off', 'W_NO_EFFECT', (part) => campaignOf('PUSH', 'ONE_TIME', `name: A${part}`)(''), `, »geofences: { ${PLACE} }`, ''],
  ['a rhythm is for periodic campaigns', 'W_NO_EFFECT', under(push, 'scheduling_details'), `{ delivery_type: AT_FIXED_TIME, ${START}, »periodic_details: { sending_frequency: DAILY } }`, `{ delivery_type: AT_FIXED_TIME, ${START} }`],
  ['hours of places are for places', 'W_NO_EFFECT', under(beside(eventPush, EVENT), 'scheduling_details'), '\n  delivery_type: ASAP\n  »geo_fence_timelimit: { notification_schedule: ALWAYS }', '\n  delivery_type: ASAP'],
  ['an event-triggered push has no pace', 'W_NO_EFFECT', eventControls, `${DETAILS}»campaign_throttle_rpm: 9 }`, '{ bypass_dnd: true }'],
  ['a device-triggered push has no pace', 'W_NO_EFFECT', under(device, 'delivery_controls'), '{ »campaign_throttle_rpm: 9 }', '{ send_message_in_offline_mode: true }'],
  ['a location-triggered push has no pace', 'W_NO_EFFECT', under(located, 'delivery_controls'), '{ »campaign_throttle_rpm: 9 }', "{ send_limit_value: '9', send_limit_granularity_in_hours: '1' }"],
  ['the pace of an event-triggered email is valid', 'W_NO_EFFECT', (part) => part, `${campaignOf('PUSH', 'EVENT_TRIGGERED')(EVENT)}delivery_controls: ${DETAILS}»campaign_throttle_rpm: 9 }\n`, `${campaignOf('EMAIL', 'EVENT_TRIGGERED')(EVENT)}delivery_controls: { campaign_throttle_rpm: 9 }\n`],
  ...["max_time_to_show_message_of_same_camapign: '3'", "expiry_time_of_sync_data_in_hour: '3'", 'send_message_in_offline_mode: true'].map((field) =>
    [`${field.split(':')[0] ?? ''} is for devices`, 'W_NO_EFFECT', controls, `{ »${field} }`, '{}'] as const),
  ...["send_limit_value: '3'", "send_limit_granularity_in_hours: '3'"].map((field) =>
    [`${field.split(':')[0] ?? ''} is for places`, 'W_NO_EFFECT', eventControls, `${DETAILS}»${field} }`, '{ bypass_dnd: true }'] as const),
  ['the least delay of a workspace is for event-triggered push', 'W_NO_EFFECT', under(device, 'delivery_controls'), '{ »ignore_global_minimum_delay: true }', '{}'],
  ['days of the week are not for a daily rhythm', 'W_NO_EFFECT', rhythm, '{ sending_frequency: DAILY, »repeat_on_days_of_week: [MONDAY] }', '{ sending_frequency: WEEKLY, repeat_on_days_of_week: [SUNDAY] }'],
  ['dates of the month are not for a daily rhythm', 'W_NO_EFFECT', rhythm, '{ sending_frequency: DAILY, »repeat_on_date_of_month: [1] }', '{ sending_frequency: MONTHLY, repeat_on_date_of_month: [1] }'],
  ['dates of the month are not for a weekly rhythm', 'W_NO_EFFECT', rhythm, '{ sending_frequency: WEEKLY, repeat_on_days_of_week: [SUNDAY], »repeat_on_date_of_month: [1] }', '{ sending_frequency: WEEKLY, repeat_on_days_of_week: [SUNDAY] }'],
  ['weeks of the month are not for a weekly rhythm', 'W_NO_EFFECT', rhythm, '{ sending_frequency: WEEKLY, repeat_on_days_of_week: [SUNDAY], »repeat_on_days_of_week_for_month: [{ week_granularity: FIRST, repeat_on_days_of_week: [MONDAY] }] }', '{ sending_frequency: MONTHLY, repeat_on_days_of_week_for_month: [{ week_granularity: FIRST, repeat_on_days_of_week: [MONDAY] }] }'],
  ['what a workspace adds has an effect there', 'W_NO_EFFECT', overriding(push, 'delivery_controls: { bypass_dnd: true }'), 'delivery_controls: { »send_message_in_offline_mode: true }', 'delivery_controls: { campaign_throttle_rpm: 3 }'],
  ['a device-triggered push has no queue', 'E_NOT_ALLOWED', under(device, 'delivery_controls'), '{ »queuing_enabled: false }', '{ bypass_dnd: true }'],
  ['a location-triggered push has no queue', 'E_NOT_ALLOWED', under(located, 'delivery_controls'), '{ bypass_dnd: true, »queue_duration: 0 }', '{ bypass_dnd: true }'],
  ['whose length is not missing', 'E_NOT_ALLOWED', under(device, 'delivery_controls'), '{ »queuing_enabled: true }', '{ bypass_dnd: true }'],
  ['whose length is not too long', 'E_NOT_ALLOWED', under(device, 'delivery_controls'), '{ »queue_duration: 99 }', '{ bypass_dnd: true }'],
  ['which is reported once', 'E_NOT_ALLOWED', under(located, 'delivery_controls'), '{ »queuing_enabled: true, queue_duration: 3 }', '{ bypass_dnd: true }'],
  ['a least delay is for events and devices', 'W_NO_EFFECT', controls, '{ »minimum_delay_between_two_notification_in_hour: 3 }', '{}'],
  ['details of the best time are for it', 'W_NO_EFFECT', under(push, 'scheduling_details'), `{ delivery_type: AT_FIXED_TIME, ${START}, »bts_details: { send_in_bts: false } }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['details of local time are for it', 'W_NO_EFFECT', under(email, 'scheduling_details'), `{ delivery_type: AT_FIXED_TIME, ${START}, »user_timezone_details: { send_in_user_timezone: false } }`, `{ delivery_type: SEND_IN_USER_TIMEZONE, ${START}, user_timezone_details: { send_in_user_timezone: true } }`],
  ['what is sent immediately has no start', 'W_SCHEDULE', under(push, 'scheduling_details'), '{ delivery_type: ASAP, »start_time: 2031-05-04T09:00:00 }', '{ delivery_type: ASAP }'],
  ...['trigger_delay_value: 3', 'trigger_delay_granularity: DAYS', 'trigger_relation: AFTER'].map((field) =>
    [`${field.split(':')[0] ?? ''} is for a delay`, 'W_NO_EFFECT', pushTrigger, `{ trigger_delay_type: ASAP, »${field} }`, `{ ${delayed} }`] as const),
  ['bounds of a delay are for an intelligent one', 'W_NO_EFFECT', pushTrigger, `{ ${delayed}, »intelligent_delay_optimization: { min_delay_value: 1, min_delay_granularity: HOURS } }`, `{ ${delayed} }`],
  ['a length of stay is for a stay', 'W_NO_EFFECT', place, `{ ${PLACE}, »dwell_time_value: '3' }`, `{ ${PLACE} }`],
  ['a unit of stay is for a stay', 'W_NO_EFFECT', place, `{ ${PLACE}, »dwell_time_granularity: HOURS }`, SHOP],
  ['hours are for limited times', 'W_NO_EFFECT', under(located, 'scheduling_details.geo_fence_timelimit'), '{ notification_schedule: ALWAYS, »timebounds: [{ start_time: 2031-05-04T09:00:00, end_time: 2031-05-04T18:00:00 }] }', '{ notification_schedule: ALWAYS }'],
]);

const expiry = under(push, 'advanced.expiration_settings');
const onAndroid = campaignOf('PUSH', 'ONE_TIME', 'name: A, platforms: [ANDROID]');
const group = under(push, 'control_group_details');
const schedule = under(push, 'scheduling_details');

// prettier-ignore
const CONTRADICTIONS = rows([
  ['a limit has a window (V27)', 'W_NO_EFFECT', under(located, 'delivery_controls'), "{ »send_limit_value: '3' }", "{ send_limit_value: '3', send_limit_granularity_in_hours: '24' }"],
  ['a window has a limit (V27)', 'W_NO_EFFECT', under(located, 'delivery_controls'), "{ »send_limit_granularity_in_hours: '24' }", "{ send_limit_value: '3', send_limit_granularity_in_hours: '24' }"],
  ['a window has a length (V27)', 'W_NO_EFFECT', under(located, 'delivery_controls'), "{ send_limit_value: '3', send_limit_granularity_in_hours: »'0' }", "{ send_limit_value: '3', send_limit_granularity_in_hours: '24' }"],
  ['a message waits only in a queue (V27)', 'W_NO_EFFECT', under(push, 'delivery_controls'), '{ »queue_duration: 4 }', '{ queuing_enabled: true, queue_duration: 4 }'],
  ['an inbox keeps a message (V27)', 'W_NO_EFFECT', under(push, 'advanced'), '{ expiration_settings: { remove_from_inbox_after_value: »0, remove_from_inbox_after_type: DAY } }', '{ expiration_settings: { remove_from_inbox_after_value: 1, remove_from_inbox_after_type: DAY } }'],
  ['an expiry has a unit (V27)', 'W_NO_EFFECT', expiry, '{ »expire_notification_after_value: 3 }', '{ expire_notification_after_value: 3, expire_notification_after_type: DAY }'],
  ['a unit has an expiry (V27)', 'W_NO_EFFECT', expiry, '{ »remove_from_inbox_after_type: DAY }', '{ remove_from_inbox_after_value: 3, remove_from_inbox_after_type: DAY }'],
  ['what expires at once reaches nobody (V27)', 'W_NO_EFFECT', expiry, '{ expire_notification_after_value: »0, expire_notification_after_type: DAY }', '{ expire_notification_after_value: 1, expire_notification_after_type: DAY }'],
  ['a place has a size (V27)', 'W_NO_EFFECT', place, `{ ${PLACE.replace("'150'", "»'0'")} }`, SHOP],
  ['a limit of none sends nothing (V27)', 'W_NO_EFFECT', under(located, 'delivery_controls'), "{ send_limit_value: »'0', send_limit_granularity_in_hours: '24' }", "{ send_limit_value: '1', send_limit_granularity_in_hours: '24' }"],
  ['content is for the platforms that are reached (V27)', 'W_NO_EFFECT', under(onAndroid, 'campaign_content.content.push'), '{ android: { template_type: BASIC }, »ios: { template_type: BASIC } }', '{ android: { template_type: BASIC } }'],
  ['so are priorities (V27)', 'W_NO_EFFECT', under(onAndroid, 'advanced.platform_level_priority'), "{ »ios_specific_priority: { apns_priority: '5' } }", '{ android_specific_priority: { send_with_priority: true } }'],
  ['a share is of a group (V27)', 'W_NO_EFFECT', group, '{ is_campaign_control_group_enabled: false, »campaign_control_group_percentage: 5 }', '{ is_campaign_control_group_enabled: false, campaign_control_group_percentage: 0 }'],
  ['a group has members (V27)', 'W_NO_EFFECT', group, '{ is_campaign_control_group_enabled: true, »campaign_control_group_percentage: 0 }', '{ is_campaign_control_group_enabled: true, campaign_control_group_percentage: 5 }'],
  ['a best time is not switched off (V27)', 'W_VALUE', schedule, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: »false } }`, `{ delivery_type: SEND_IN_BTS, ${START}, bts_details: { send_in_bts: true } }`],
  ['nor a local one (V27)', 'W_VALUE', schedule, `{ delivery_type: SEND_IN_USER_TIMEZONE, ${START}, user_timezone_details: { send_in_user_timezone: »false } }`, `{ delivery_type: SEND_IN_USER_TIMEZONE, ${START}, user_timezone_details: { send_in_user_timezone: true } }`],
  ['a listed locale has content (V27)', 'W_VARIATION', content, '\n  locales: [»de]\n  content: { default: { variation_1: { push: {} } } }', '\n  locales: [de]\n  content: { default: { variation_1: { push: {} } }, de: { variation_1: { push: {} } } }'],
  ['a rhythm falls on some day', 'W_SCHEDULE', under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details'), '{ delivery_type: AT_FIXED_TIME, start_time: 2031-02-01T09:00:00, timezone: Europe/Berlin, periodic_details: { sending_frequency: MONTHLY, repeat_frequency: 12, repeat_on_date_of_month: »[30] } }', '{ delivery_type: AT_FIXED_TIME, start_time: 2031-02-01T09:00:00, timezone: Europe/Berlin, periodic_details: { sending_frequency: MONTHLY, repeat_frequency: 12, repeat_on_date_of_month: [29] } }'],
  ['each send has a time', 'W_TIME_SKIPPED', (part) => under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details')(`{ delivery_type: AT_FIXED_TIME, start_time: ${part}, timezone: Europe/Berlin, periodic_details: { sending_frequency: DAILY, no_of_occurences: 3 } }`), '»2031-03-29T02:30:00', '2031-03-29T03:30:00'],
  ['and only one', 'W_TIME_SKIPPED', (part) => under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details')(`{ delivery_type: AT_FIXED_TIME, start_time: ${part}, timezone: Europe/Berlin, periodic_details: { sending_frequency: DAILY, no_of_occurences: 3 } }`), '»2031-10-25T02:30:00', '2031-10-25T03:30:00'],
  ['the window ends at one', 'W_TIME_SKIPPED', (part) => under(campaignOf('PUSH', 'ONE_TIME'), 'scheduling_details')(`{ delivery_type: SEND_IN_BTS, start_time: 2031-03-29T22:00:00, timezone: Europe/Berlin, bts_details: { send_in_bts: true, window_end_time: ${part} } }`), '»2031-03-30T02:30:00', '2031-03-30T03:30:00'],
  ['a repetition ends after its last send', 'W_SCHEDULE', (part) => under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details')(`{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: ${part}, periodic_details: { sending_frequency: DAILY, no_of_occurences: 3 } }`), '»2031-05-05T23:00:00', '2031-05-07T23:00:00'],
  ['after as many of them as a calendar counts', 'W_SCHEDULE', (part) => under(campaignOf('PUSH', 'PERIODIC'), 'scheduling_details')(`{ delivery_type: AT_FIXED_TIME, ${START}, expiry_time: ${part}, periodic_details: { sending_frequency: DAILY, no_of_occurences: 20000 } }`), '»2035-05-05T23:00:00', '2090-05-07T23:00:00'],
  ['an event has no blanks around its name', 'W_TEXT', under(push, 'conversion_goal_details'), '{ goals: [{ goal_name: a, goal_event_name: »" Bought" }] }', '{ goals: [{ goal_name: a, goal_event_name: Bought }] }'],
  ['nor a line break after it', 'W_TEXT', push, 'utm_params:\n  utm_medium: mail\n  utm_source: »>\n    news\n', 'utm_params:\n  utm_medium: mail\n  utm_source: >-\n    news\n'],
  ['a message may end with one', 'W_TEXT', android, '{ template_type: BASIC, basic_details: { title: »"Hi ", message: "Hello\\n" } }', '{ template_type: BASIC, basic_details: { title: Hi, message: "Hello\\n" } }'],
]);

const subject = under(email, 'campaign_content.content.email');

// prettier-ignore
const WRITTEN = rows([
  ['a comment does not cut a text', 'W_UNQUOTED', subject, '\n      subject: You are our »#1 customer', '\n      subject: "You are our #1 customer" # in all lists'],
  ['a reference has one key', 'E_REFERENCE', subject, '{ subject: a, html_content: »{ $file: ./a.html, charset: utf-8 } }', '{ subject: a, html_content: b }'],
  ['a reference is $file or $var', 'E_REFERENCE', subject, '{ subject: »{ $vars: text } }', '{ subject: Only $vars }'],
  ['a reference names something', 'E_REFERENCE', subject, '{ subject: »{ $var: } }', '{ subject: "$5: today" }'],
  ['nor is a path', 'E_REFERENCE', subject, '{ subject: a, html_content: »./welcome.html }', '{ subject: a, html_content: Read terms.txt }'],
  ['nor nothing', 'E_REFERENCE', subject, '{ subject: »{ $var: [] } }', '{ subject: "" }'],
  ['a reference is not sent as a text', 'E_REFERENCE', subject, '{ subject: a, html_content: »"{ $file: ./a.html }" }', '{ subject: a, html_content: "{ file: ./a.html }" }'],
  ['a reference is not a part of a text', 'E_REFERENCE', subject, '{ subject: »"Team { $var: medium }", html_content: b }', '{ subject: "Now $5 off, not $medium-sized", html_content: b }'],
]);

const switched = (features: readonly string[], table: Parameters<typeof rows>[0]): RuleRow[] =>
  rows(table).map((row) => ({ ...row, features }));
const USER = 'filter_type: user_attributes, name: Age, data_type: double, operator: exists';

// prettier-ignore
const FEATURES = [
  ...switched(['audience_limit'], [
    ['queuing needs its feature', 'E_FEATURE', under(push, 'delivery_controls'), '{ bypass_dnd: true, queuing_enabled: »false }', '{ bypass_dnd: true }'],
    ['a queue that is off needs it, too', 'E_FEATURE', under(push, 'delivery_controls'), '{ queuing_enabled: »false }', '{}'],
    ['so does its length', 'E_FEATURE', under(push, 'delivery_controls'), '{ queue_duration: »0 }', '{}'],
  ]),
  ...switched(['queuing'], [
    ['an audience limit needs its feature', 'E_FEATURE', push, 'campaign_audience_limit: »{ is_campaign_audience_limit_enabled: false }', 'delivery_controls: { queuing_enabled: true, queue_duration: 3 }'],
  ]),
  ...switched(['portfolio'], [
    ['an attribute of the audience names its project', 'E_MISSING', under(push, 'segmentation_details.included_filters'), `{ filter_operator: and, filters: [{ filter_type: custom_segments, id: a }, »{ ${USER} }] }`, `{ filter_operator: and, filters: [{ filter_type: custom_segments, id: a }, { ${USER}, project_name: Shop }] }`],
    ['an attribute of the trigger names its project', 'E_MISSING', under(campaignOf('EMAIL', 'EVENT_TRIGGERED'), 'trigger_condition.secondary_included_filters'), `\n    filter_operator: and\n    filters:\n      - »filter_type: user_attributes\n        name: Age\n        data_type: double\n        operator: exists`, `\n    filter_operator: and\n    filters:\n      - filter_type: user_attributes\n        name: Age\n        data_type: double\n        operator: exists\n        project_name: Shop`],
    ['an attribute of an event has none (V13)', 'E_MISSING', under(push, 'segmentation_details.included_filters'), `{ filter_operator: and, filters: [»{ ${USER} }] }`, `{ filter_operator: and, filters: [{ filter_type: actions, action_name: a, attributes: { filter_operator: and, filters: [{ ${USER} }] } }] }`],
  ]),
];

export const MORE_RULE_ROWS: Readonly<Record<string, readonly RuleRow[]>> = {
  places: PLACES,
  controls: CONTROLS,
  content: CONTENT,
  'effect (V16)': EFFECTS,
  contradictions: CONTRADICTIONS,
  features: FEATURES,
  'how a text is written': WRITTEN,
};
