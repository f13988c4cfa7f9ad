import { describe, expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// Mistakes with more than one symptom: there is one message, and it names the cause.

const group = (value: string) => `${PUSH}segmentation_details:\n  included_filters: ${value}\n`;
const ranged = (range: string) =>
  group(
    `{ filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true, primary_time_range: ${range} }] }`,
  ).trim();
const title = (text: string) =>
  `${PUSH}campaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { title: ${text}, message: b } } } } }\n`;

const periodic = (details: string) =>
  `channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details:\n  delivery_type: AT_FIXED_TIME\n  start_time: 2031-05-05T09:00:00\n  timezone: Europe/Berlin\n  periodic_details: { ${details} }`;
const EVENT =
  'included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] }';
const trigger = (lines: string) =>
  `channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition:\n  ${lines}`;
const DAYS = 'MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY';
const weeklyOn = (days: string, start = '2031-05-04T09:00:00', every = 1) =>
  `channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details:\n  delivery_type: AT_FIXED_TIME\n  start_time: ${start}\n  timezone: Europe/Berlin\n  periodic_details: { sending_frequency: WEEKLY, repeat_frequency: ${every}, repeat_on_days_of_week: ${days} }`;
const filters = (lines: string) => group(`\n    filter_operator: and\n    filters:\n${lines}`).trimEnd();
const ATTRIBUTE =
  '      - filter_type: user_attributes\n        name: Age\n        data_type: double\n        operator: greaterThan\n        value: 3\n';
const EMAIL = `${PUSH.replace('PUSH', 'EMAIL')}campaign_content:\n  content:\n    email:\n      subject: Hi\n`;
const CONTROLS = `${PUSH}delivery_controls:\n  bypass_dnd: false\n`;
const MOST = 'write the most messages per minute, such as 6000; for no limit, remove it';
const ELSEWHERE = 'put the comment on a line of its own: # ours';

const LATER = 'the rest of the file is checked once this is corrected';

it.each<[string, string, string]>([
  [PUSH.trim().replace('channel: PUSH', 'channel: »Push'), '"Push" is not a channel', `write "PUSH"; ${LATER}`],
  [PUSH.trim().replace('channel: PUSH', 'channel: »Mail'), '"Mail" is not a channel', `write "EMAIL"; allowed: PUSH, EMAIL; ${LATER}`],
  [PUSH.trim().replace('channel: PUSH', 'channel: »SMS'), "SMS campaigns can be read through the service's API, but not created or updated", 'manage them in the dashboard; campaign files are for PUSH and EMAIL; the rest of the file is checked once this is corrected'],
  [PUSH.trim().replace('ONE_TIME', '»OneTime'), '"OneTime" is not a delivery type', 'write "ONE_TIME"; allowed: ONE_TIME, PERIODIC, EVENT_TRIGGERED, BUSINESS_EVENT_TRIGGERED, DEVICE_TRIGGERED, LOCATION_TRIGGERED'],
  [PUSH.trim().replace('channel: PUSH', 'channel: »PUSH // ours'), "// doesn't begin a comment here", `write PUSH, and ${ELSEWHERE}; ${LATER}`],
  ...[
    ['DRAFT // ours', "// doesn't begin a comment here", 'DRAFT'],
    ['draft //ours', "// doesn't begin a comment here", 'DRAFT'],
    ['DRFT //ours', "// doesn't begin a comment here", 'DRAFT'],
    ['DRAFT#ours', 'a comment needs a space before its #', 'DRAFT'],
    ['DRAFT; ours', "; doesn't begin a comment here", 'DRAFT'],
  ].flatMap(([written = '', message = '', meant = '']): [string, string, string][] => [
    [`${PUSH}status: »${written}`, message, `write ${meant}, and ${ELSEWHERE}`],
    [`${PUSH}overrides: { local: { status: »${written} } }`, message, `write ${meant}, and ${ELSEWHERE}`],
  ]),
  [`${PUSH}status: »WAITING // ours`, '"WAITING // ours" is not a status that a file can request', 'allowed: ACTIVE, PAUSED, STOPPED, DRAFT'],
  [`${PUSH}key: »promo/x // ours`, "// doesn't begin a comment here", `write promo/x, and ${ELSEWHERE}`],
  [`${PUSH}workspaces: [»local#ours]`, 'a comment needs a space before its #', `write local, and ${ELSEWHERE}`],
  [PUSH.trim().replace('channel: PUSH', 'channel: »PUSH; ours'), "; doesn't begin a comment here", `write PUSH, and ${ELSEWHERE}; ${LATER}`],
  [`${PUSH}delivery_controls: { bypass_dnd: »true -- ours }`, "-- doesn't begin a comment here", `write true, and ${ELSEWHERE}`],
  [`${PUSH}delivery_controls:\n  bypass_dnd: »true# ours`, 'a comment needs a space before its #', `write true, and ${ELSEWHERE}`],
  [weeklyOn('[SUNDAY]', '»2031-05-04T09:00:00 <!-- ours -->'), "<!-- doesn't begin a comment here", `write 2031-05-04T09:00:00, and ${ELSEWHERE}`],
  [`${PUSH}utm_params: { utm_source: a, utm_medium: b } »// ours`, "// doesn't begin a comment here", ELSEWHERE],
  [PUSH.trim().replace('name:', 'platforms: [»ANDROID ios], name:'), '"ANDROID ios" is one entry, because a comma is missing', 'write a comma after each entry: [ANDROID, IOS]'],
  [weeklyOn('[MONDAY, THURSDAY]', '»2031-05-04T09:00:00'), 'start_time is on a Sunday, but the campaign repeats on MONDAY, THURSDAY, so it is first sent on 2031-05-05', 'write start_time: 2031-05-05T09:00:00, or add SUNDAY to repeat_on_days_of_week'],
  [weeklyOn('[MONDAY]', '»2031-05-04T09:00:00', 2), 'start_time is on a Sunday, but the campaign repeats on MONDAY, so it is first sent on 2031-05-12', 'write start_time: 2031-05-12T09:00:00, or add SUNDAY to repeat_on_days_of_week'],
  ...[
    ['Hi, today only', 'Hi', 'put the whole text in quotes: "Hi, today only"'],
    ['Hi, today, or tomorrow', 'Hi', 'put the whole text in quotes: "Hi, today, or tomorrow"'],
    ['Hi, you, image_url: https://a.example/b.png', 'Hi', 'put the whole text in quotes: "Hi, you"'],
    ['“Hi, you”', '“Hi', 'write straight quotes instead of the curly ones: "Hi, you"'],
    ['20% off, today', '20% off', 'put the whole text in quotes: "20% off, today"'],
  ].map(([written = '', start = '', hint = '']): [string, string, string] => [title(`Flash, message: »${written}`).replace(', message: b', '').trim(), `the text ends before the comma: ${start}`, hint]),
  [title('Flash, message: »Hi,\n  today only').replace(', message: b', '').trim(), 'the text ends before the comma: Hi', 'put the whole text in quotes: "Hi, today only"'],
  [PUSH.trim().replace('name: A push', 'name: »Spring, second'), 'the text ends before the comma: Spring', 'put the whole text in quotes: "Spring, second"'],
  [PUSH.trim().replace('name: A push', 'name: A, tags: »spring, sale'), 'the text ends before the comma: spring', 'for several values, write [spring, sale]; otherwise, put the whole text in quotes: "spring, sale"'],
  [group('{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: string, name: Country, operator: in, value: »DE, AT }] }').trim(), 'the text ends before the comma: DE', 'for several values, write [DE, AT]; otherwise, put the whole text in quotes: "DE, AT"'],
  ...[
    [weeklyOn('[FRIDAY]', '2031-05-05T09:00:00'), '2031-05-08T09:00:00', 'the campaign expires on 2031-05-08, before its first send on 2031-05-09, so it is never sent', 'a time after 2031-05-09T09:00:00'],
    [weeklyOn('[FRIDAY]', '2031-05-05T09:00:00'), '2031-05-09T08:59:00', 'the campaign expires on 2031-05-09, before its first send on 2031-05-09, so it is never sent', 'a time after 2031-05-09T09:00:00'],
    [weeklyOn('[MONDAY]', '2031-05-07T09:00:00', 2), '2031-05-13T09:00:00', 'the campaign expires on 2031-05-13, before its first send on 2031-05-19, so it is never sent', 'a time after 2031-05-19T09:00:00'],
    [periodic('sending_frequency: MONTHLY, repeat_frequency: 1, repeat_on_date_of_month: [1]'), '2031-05-31T23:00:00', 'the campaign expires on 2031-05-31, before its first send on 2031-06-01, so it is never sent', 'a time after 2031-06-01T09:00:00'],
  ].flatMap(([text = '', until = '', message = '', later = '']) =>
    ['', '\nstatus: DRAFT', '\nstatus: PAUSED', '\nstatus: ACTIVE'].map((status): [string, string, string] =>
      [text.replace('\n  timezone', `\n  expiry_time: »${until}\n  timezone`) + status, message, `write ${later}, or check on which days the campaign repeats`])),
  [filters('      »filter_type: custom_segments\n      name: a\n      id: b'), 'filters must be a list, but it is a map', 'begin each entry of the list with "- ", as in "- filter_type: …", and indent its other fields by 2 more spaces than its dash'],
  [filters('      - filter_type: custom_segments\n      - »name: a\n      - id: b'), 'the dash before name begins another filter, but it belongs to the one above', 'replace the dashes before name, id with spaces'],
  [filters('      - filter_type: custom_segments\n        name: a\n        id: b\n        »filter_type: custom_segments\n        name: c\n        id: d'), 'the key filter_type occurs twice in one map', 'if another entry of a list begins here, write "- filter_type: …"'],
  [filters(`${ATTRIBUTE}        »filter_type: actions\n        action_name: Bought\n        executed: true`), 'the key filter_type occurs twice in one map', 'if another entry of a list begins here, write "- filter_type: …"'],
  [filters(`${ATTRIBUTE}        »action_name: Bought\n        executed: true\n        execution: { type: atleast, count: 1 }`), 'action_name, executed, execution belong to a filter of the type actions, but this one is user_attributes', 'begin a new filter above this line with "- filter_type: actions"'],
  [filters(`      - filter_type: actions\n        action_name: Bought\n        executed: true\n        »name: Age\n        data_type: double\n        operator: greaterThan\n        value: 3`), 'name, data_type, operator and 1 more belong to a filter of the type user_attributes, but this one is actions', 'begin a new filter above this line with "- filter_type: user_attributes"'],
  [filters(`      - filter_type: actions\n        action_name: Bought\n        executed: true\n        »name: a\n        id: b`), 'name, id belong to a filter of the type custom_segments, but this one is actions', 'begin a new filter above this line with "- filter_type: custom_segments"'],
  [filters(`      - filter_type: custom_segments\n        name: a\n        id: b\n        »executed: true`), 'executed belongs to a filter of the type actions, but this one is custom_segments', 'begin a new filter above this line with "- filter_type: actions"'],
  ...[
    ['included', 'true', 'remove negate; to leave these users out, put the filter into excluded_filters'],
    ['included', 'false', 'remove negate'],
    ['excluded', 'true', 'remove negate; to send to these users only, put the filter into included_filters'],
  ].map(([kind = '', written = '', hint = '']): [string, string, string] => [filters(`      - filter_type: custom_segments\n        name: a\n        id: b\n        »negate: ${written}`).replace('included_filters', kind === 'included' ? 'included_filters' : 'is_all_user_campaign: true\n  excluded_filters'), "a segment can't be negated", hint]),
  [`${EMAIL}      subject:»`.replace('      subject: Hi\n', ''), 'subject is empty', 'write text'],
  [`${EMAIL}      preview_text:»`, 'preview_text is empty', 'write text, or remove the line'],
  [PUSH.trim().replace('A push ', '»'), 'name is empty', 'write text'],
  [filters(ATTRIBUTE.trimEnd().replace(' Age', '»')), 'name is empty', 'write text'],
  [filters('      - filter_type: custom_segments\n        name: a\n        id: »650012345678901234567890'), "650012345678901234567890 can't be sent as a number", 'quote it: "650012345678901234567890"'],
  [filters('      - filter_type: custom_segments\n        name: a\n        id: »6500e2345678901234567890'), "6500e2345678901234567890 can't be sent as a number", 'quote it: "6500e2345678901234567890"'],
  [`${CONTROLS}»${PUSH}segmentation_details: { is_all_user_campaign: true }\ndelivery_controls: { bypass_dnd: false }`, 'a second campaign begins here', 'move it into a file of its own'],
  [`${PUSH}utm_params:\n»${PUSH.trim()}`, 'a second campaign begins here', 'move it into a file of its own'],
  [`key: a/b\n${PUSH}»key: a/c\n${PUSH.trim()}`, 'a second campaign begins here', 'move it into a file of its own'],
  [filters(`${ATTRIBUTE}        »name: a\n        id: b`), 'the key name occurs twice in one map', 'if another filter begins here, write "- filter_type: …" on the line above; otherwise, keep one of the two'],
  [filters(`${ATTRIBUTE}        »name: Height\n        data_type: double\n        operator: lessThan\n        value: 3`), 'the key name occurs twice in one map', 'if another filter begins here, write "- filter_type: …" on the line above; otherwise, keep one of the two'],
  [`${PUSH}»title: Hello`, 'title is at the left margin, but it belongs to campaign_content', 'move it below basic_details: of android, ios, web in campaign_content, indented by 10 spaces'],
  [`»title: Hello\n${title('b').replace('title: b, ', '').trim()}`, 'title is at the left margin, but it belongs to campaign_content', 'move it below basic_details: of android in campaign_content, indented by 10 spaces'],
  [`»title: Hello\n${title('b').trim()}`, 'title is at the left margin, but it belongs to campaign_content', 'basic_details of android already has title: remove it here'],
  [`${PUSH.replace('PUSH', 'EMAIL')}campaign_content:\n  content:\n      »subject: Hi\n      html_content: b`, 'subject belongs to email, which is missing in content', 'write email: on the line above it, with 2 spaces more than content: and 2 fewer than the lines below it'],
  [`${CONTROLS}  »utm_source: a\n  utm_medium: b\n  utm_season: c`, 'utm_source belongs to utm_params, which is missing', 'write utm_params: on the line above it'],
  [`${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n  »bypass_dnd: false\n  ignore_frequency_capping: true`, 'bypass_dnd belongs to delivery_controls, which is missing', 'write delivery_controls: on the line above it'],
  [`${CONTROLS}  »is_campaign_control_group_enabled: true\n  campaign_control_group_percentage: 20`, 'is_campaign_control_group_enabled belongs to control_group_details, which is missing', 'write control_group_details: on the line above it'],
  [`${CONTROLS}  »attribution_window_in_hours: 24\n  ignore_frequency_capping: false`, 'attribution_window_in_hours belongs to conversion_goal_details, which is missing', 'write conversion_goal_details: at the left margin, and move it there'],
  [`${CONTROLS}  »local:\n    delivery_controls: { bypass_dnd: true }`, 'local belongs to overrides, which is missing', 'write overrides: on the line above it'],
  [`channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details:\n  name: A\n  »included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] }\n  trigger_delay_type: DELAY\n  trigger_delay_value: 5\n  trigger_delay_granularity: MINUTES\n  trigger_relation: AFTER\nsegmentation_details: { is_all_user_campaign: true }\noverrides:\n  local:\n    trigger_condition: { trigger_delay_value: 2 }`, 'included_filters belongs to trigger_condition, which is missing', 'write trigger_condition: on the line above it'],
  [`channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition:\n  »filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] }\n  trigger_delay_type: ASAP`, '"filters" is not a known field of trigger_condition', "write included_filters"],
  [`channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition:\n  »include: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] }\n  trigger_delay_type: ASAP`, '"include" is not a known field of trigger_condition', "write included_filters"],
  [`channel: »PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A, content_type: PROMOTIONAL, subscription_category: Offers }\nconnector: { connector_type: SENDGRID, connector_name: a }\ncampaign_content: { content: { email: { subject: a, html_content: b } } }`, 'channel is PUSH, but content.email and other fields are for EMAIL', 'write channel: EMAIL'],
  [`channel: »EMAIL\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A, platforms: [ANDROID] }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] } }\ncampaign_content: { content: { default: { variation_1: { push: { android: { template_type: BASIC, basic_details: { title: a, message: b } } } } } } }`, 'channel is EMAIL, but content.push and other fields are for PUSH', 'write channel: PUSH'],
  [`${PUSH}campaign_content: { content: { »email: { subject: a, html_content: b } } }`, 'content.email is for EMAIL campaigns, but this campaign is PUSH', 'for PUSH, write push: with its own fields below it; for EMAIL, write channel: EMAIL'],
  [`channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  name: A\n  »content_type: PROMOTIONAL\n  subscription_category: Offers`, 'content_type, subscription_category are fields for EMAIL, but this campaign is PUSH', 'remove them; only if the whole campaign is meant for EMAIL, write channel: EMAIL'],
  [title('a').trim().replace('title: a,', 'title: a, »preview_text: a,'), 'preview_text is a field for EMAIL, but this campaign is PUSH', 'remove it; only if the whole campaign is meant for EMAIL, write channel: EMAIL'],
  [`${EMAIL}      html_content:\n      »$file: ./x.html`, '$file belongs to html_content, but isn\'t indented more than that', 'indent it by 2 more spaces than html_content'],
  [`${EMAIL}      html_content:\n    »$file: ./x.html`, '$file belongs to html_content, but isn\'t indented more than that', 'indent it by 2 more spaces than html_content'],
  [`${EMAIL}      html_content:\n»$file: ./x.html`, '$file belongs to html_content, but isn\'t indented more than that', 'indent it by 2 more spaces than html_content'],
  [`${EMAIL}      »$file: ./x.html`, '$file is a line of its own, so no field has this value', 'write it after the name of its field, such as html_content: { $file: ./x.html }'],
  [`${EMAIL}      sender_name:\n      »$var: sender\n      html_content: a`, '$var belongs to sender_name, but isn\'t indented more than that', 'indent it by 2 more spaces than sender_name'],
  [`${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters: []\n    »filter_operator: and\n    filters: []`, 'the key filter_operator occurs twice in one map', 'if another group of filters begins here, write its name, such as excluded_filters:, on the line above, with 2 fewer spaces than this line'],
  [`${PUSH}campaign_content:\n  content:\n    default:\n      variation_1: { push: {} }\n      variation_2: { push: {} }\n      »variation_1: { push: {} }\n      variation_2: { push: {} }`, 'the key variation_1 occurs twice in one map', 'if another language begins here, write its name on the line above, with 2 fewer spaces than this line'],
  [`${PUSH}campaign_content:\n  content:\n    default:\n      variation_1:\n        push: {}\n        »push: {}`, 'the key push occurs twice in one map', 'if another variation begins here, write its name, such as variation_2:, on the line above, with 2 fewer spaces than this line'],
  [`${PUSH}overrides:\n    »delivery_controls: { bypass_dnd: true }\n    status: DRAFT`, 'the name of the workspace is missing above delivery_controls', 'write that name and a colon on the line above, indented by 2 more spaces than overrides:; known: local'],
  [`${PUSH}delivery_controls: { campaign_throttle_rpm: »"5,000" }`, 'campaign_throttle_rpm must be a whole number, but it is "5,000"', 'write 5000'],
  ...[
    ['»Order Placed', 'list', 'write [{ goal_name: …, goal_event_name: Order Placed }]'],
    ['»"Order: placed"', 'list', 'write [{ goal_name: …, goal_event_name: "Order: placed" }]'],
    ['[»Order Placed]', 'map', 'write a map, such as { goal_name: …, goal_event_name: Order Placed }'],
  ].map(([written = '', kind = '', hint = '']): [string, string, string] => [`${PUSH}conversion_goal_details: { attribution_window_in_hours: 24, goals: ${written} }`, `goals must be a ${kind}, but it is ${JSON.stringify(written.replace(/[»"[\]]/g, ''))}`, hint]),
  ...[
    ['5000/min', 'write 5000'],
    ['6k', 'write 6000'],
    ['1.5K', 'write 1500'],
    ['6000 per minute', 'write 6000'],
    ['6k messages / minute', 'write 6000'],
    ['49 per second', 'write 2940, because this field counts per minute'],
    ['unlimited', MOST],
    ['6m', MOST],
  ].map(([written = '', hint = '']): [string, string, string] => [`${PUSH}delivery_controls: { campaign_throttle_rpm: »${written} }`, `campaign_throttle_rpm must be a whole number, but it is "${written}"`, hint]),
  ...[
    ['3 days', 'write 72, which is 3 days in hours'],
    ['1w', 'write 168, which is 1 week in hours'],
    ['72h', 'write 72'],
    ['90 minutes', 'write a whole number of hours'],
    ['2 months', 'write the number of hours'],
  ].map(([written = '', hint = '']): [string, string, string] => [`${PUSH}conversion_goal_details: { attribution_window_in_hours: »${written}, goals: [{ goal_name: a, goal_event_name: b }] }`, `attribution_window_in_hours must be a whole number, but it is "${written}"`, hint]),
  ...[
    ['attribution_window_in_days: 2', 'write attribution_window_in_hours: 48, which is 2 days in hours'],
    ['attribution_window_days: 1', 'write attribution_window_in_hours: 24, which is 1 day in hours'],
    ['attribution_window_hours: 24', 'write attribution_window_in_hours: 24'],
    ['attribution_window_in_minutes: 90', 'write attribution_window_in_hours, with a whole number of hours'],
    ['attribution_window_in_days: two', 'write attribution_window_in_hours, with a whole number of hours'],
  ].map(([written = '', hint = '']): [string, string, string] => [`${PUSH}conversion_goal_details: { »${written}, goals: [{ goal_name: a, goal_event_name: b }] }`, `"${written.replace(/:.*/, '')}" is not a known field of conversion_goal_details`, hint]),
  ...[
    ['1 hour', '', 'write 1, with trigger_delay_granularity: HOURS'],
    ['2 weeks', '', 'write 14, with trigger_delay_granularity: DAYS'],
    ['30min', 'HOURS', 'write 30, with trigger_delay_granularity: MINUTES'],
    ['1 hour', 'HOURS', 'write 1'],
    ['5 seconds', '', 'write a whole number, with trigger_delay_granularity: MINUTES or HOURS or DAYS'],
  ].map(([written = '', unit = '', hint = '']): [string, string, string] => [`channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [] }, trigger_delay_type: DELAY, trigger_delay_value: »${written}, ${unit === '' ? '' : `trigger_delay_granularity: ${unit}, `}trigger_relation: AFTER }`, `trigger_delay_value must be a whole number, but it is "${written}"`, hint]),
  [`channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [] } }\ndelivery_controls: { expiry_time_of_sync_data_in_hour: »2 days }`, '"2 days" has the wrong format', 'write "48", which is 2 days in hours'],
  [`${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: »20% }`, 'campaign_control_group_percentage must be a whole number, but it is "20%"', 'write 20'],
  [`${PUSH}»schedule: { delivery_type: ASAP }`, '"schedule" is not a key of a campaign file', 'write scheduling_details'],
  [`${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters: []\n    excluded_filters:\n    »filter_operator: and\n    filters: []`, 'the key filter_operator occurs twice in one map', 'if this belongs to excluded_filters, remove 2 spaces before excluded_filters'],
  [group('{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: string, name: a, operator: is, value: b, »not: true }] }').trim(), '"not" is not a known field of filters', 'write negate'],
  [group('{ »operator: and, filters: [] }').trim(), '"operator" is not a known field of included_filters', 'write filter_operator: and'],
  [periodic('sending_frequency: WEEKLY, »days: [Monday, Thu]'), '"days" is not a known field of periodic_details', 'write repeat_on_days_of_week: [MONDAY, THURSDAY]'],
  [periodic('sending_frequency: MONTHLY, »repeat_on: [Monday]'), '"repeat_on" is not a known field of periodic_details', 'write repeat_on_days_of_week: [MONDAY]'],
  [periodic('sending_frequency: MONTHLY, »day_of_month: 15'), '"day_of_month" is not a known field of periodic_details', 'write repeat_on_date_of_month: [15]'],
  [periodic('»frequency: weekly, repeat_on_days_of_week: [MONDAY]'), '"frequency" is not a known field of periodic_details', 'write sending_frequency: WEEKLY'],
  [periodic('sending_frequency: WEEKLY, »day_of_week: friday'), '"day_of_week" is not a known field of periodic_details', 'write repeat_on_days_of_week: [FRIDAY]'],
  [periodic('}').replace('periodic_details: { } }', '»frequency: weekly'), '"frequency" is not a known field of scheduling_details', 'write periodic_details:, and below it, indented by 2 more spaces, sending_frequency: WEEKLY'],
  [periodic('}').replace('periodic_details: { } }', "»cron: '0 9 * * 1'"), '"cron" is not a known field of scheduling_details', 'write periodic_details:, and below it, indented by 2 more spaces, sending_frequency (DAILY, WEEKLY or MONTHLY) and its days; the time of day is that of start_time'],
  [trigger('»event: Signed Up'), '"event" is not a known field of trigger_condition', 'write included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Signed Up, executed: true }] }'],
  [trigger(`${EVENT}\n  »delay: 1 hour`), '"delay" is not a known field of trigger_condition', 'write trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: HOURS, trigger_relation: AFTER, each on a line of its own'],
  [trigger(`${EVENT}\n  trigger_delay_type: DELAY\n  »delay: 90`), '"delay" is not a known field of trigger_condition', 'write trigger_delay_value: 90, trigger_delay_granularity: … (MINUTES, HOURS or DAYS), trigger_relation: AFTER, each on a line of its own'],
  [trigger(`${EVENT}\n  trigger_delay_type: DELAY\n  trigger_delay_value: 1\n  trigger_relation: AFTER\n  »delay_unit: hours`), '"delay_unit" is not a known field of trigger_condition', 'write trigger_delay_granularity: HOURS'],
  [trigger(`${EVENT}\n  trigger_delay_type: ASAP\n  »trigger_delay_value: 1\n  trigger_delay_granularity: HOURS\n  trigger_relation: AFTER`), 'trigger_delay_type: ASAP sends at once, so the delay has no effect', 'to keep the delay of 1 hour, write trigger_delay_type: DELAY; to send at once, remove trigger_delay_value, trigger_delay_granularity, trigger_relation'],
  [trigger(`${EVENT}\n  trigger_delay_type: ASAP\n  »trigger_relation: AFTER`), 'trigger_relation has no effect with ASAP', 'remove it; it is for DELAY, INTELLIGENT_DELAY'],
  [weeklyOn('[MONDAY]', '»"2031-05-05T09:00:00 CET"'), '"2031-05-05T09:00:00 CET" ends with CET, but the time zone belongs in timezone', 'remove CET: without it, this is the time in Europe/Berlin'],
  [weeklyOn('[MONDAY]', '»"2031-05-05 09:00 Europe/Berlin"'), '"2031-05-05 09:00 Europe/Berlin" ends with Europe/Berlin, but the time zone belongs in timezone', 'remove Europe/Berlin: without it, this is the time in Europe/Berlin'],
  [weeklyOn('[MONDAY]', '»"2031-05-05 09:00 UTC"'), '"2031-05-05 09:00 UTC" ends with UTC, but start_time is the local time in timezone', 'write 2031-05-05T11:00:00, which is that time in Europe/Berlin'],
  [weeklyOn('[MONDAY]').replace('timezone: Europe/Berlin', 'timezone:»'), 'timezone is empty', 'write one, such as Europe/Berlin'],
  [`${EMAIL}      »template_id: abc`, '"template_id" is not a known field of email', 'write custom_template_id'],
  [weeklyOn('»{MONDAY, FRIDAY}'), 'repeat_on_days_of_week must be a list, but it is a map', 'write [MONDAY, FRIDAY]'],
  [`${CONTROLS}utm_params:\n  utm_source: a\n  utm_medium: b\nscheduling_details:\n  delivery_type: ASAP\n  »ignore_frequency_capping: false`, 'ignore_frequency_capping is in scheduling_details, but it belongs to delivery_controls', 'move it to delivery_controls'],
  [`${CONTROLS}scheduling_details:\n  delivery_type: ASAP\n  »bypass_dnd: true`, 'bypass_dnd is in scheduling_details, but it belongs to delivery_controls', 'delivery_controls already has it: remove one of the two'],
  [`${PUSH}utm_params:\n  »<<: *base\n  utm_source: a\n  utm_medium: b`, 'merge keys (<<) are not part of YAML 1.2', 'write the fields out; an alias can replace only a whole value'],
  [`${PUSH}segmentation_details:\n  included_filters:»`, 'included_filters is empty', 'write filter_operator: and, then filters: with the list of filters, below it and indented by 2 more spaces'],
  [`${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:»`, 'filters is empty', 'write each filter below it, beginning with "- filter_type: …"'],
  ...['last_days', 'within', 'in_the_last'].map((name) => [group(`{ filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true, »${name}: 30 }] }`).trim(), `"${name}" is not a known field of filters`, 'write primary_time_range: { type: inTheLast, value: 30 }; without it, any time counts'] as [string, string, string]),
  [`${PUSH}delivery_controls: { campaign_throttle_rpm: »0 }`, 'campaign_throttle_rpm is 0, so it is unclear whether anything is sent', 'write the most messages per minute, such as 6000; for no limit, remove it'],
  [group('{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: string, name: Country, operator: in, value: »[""] }] }').trim(), 'value has only empty entries', 'write a value; for users without one, write operator: exists and negate: true, without value'],
  [title('"Hi {{ »event.product }}"').trim(), 'event is empty, because no event triggers this campaign', 'write an attribute of the user, such as {{ user.first_name }}, or the text itself'],
  [group('{ filter_operator: and, filters: [{ filter_type: custom_segments, name: Fans, id: »"<segment id>" }] }').trim(), '"<segment id>" stands for the ID of a segment but isn\'t one, so nobody matches this filter', 'copy the ID from the service'],
  [group('{ filter_operator: and, filters: [{ filter_type: custom_segments, name: Fans, id: »YOUR_SEGMENT_ID }] }').trim(), '"YOUR_SEGMENT_ID" stands for the ID of a segment but isn\'t one, so nobody matches this filter', 'copy the ID from the service'],
  [`${PUSH}segmentation_details:\n  is_all_user_campaign: true\n  excluded_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: Fans, id: »todo }] }`, '"todo" stands for the ID of a segment but isn\'t one, so its users are not excluded', 'copy the ID from the service'],
  ...[
    ['{»type:atleast,count:1}', '{ type: atleast, count: 1 }'],
    ['{ type: atleast, »count :1 }', '{ type: atleast, count: 1 }'],
  ].map(([written = '', meant = '']): [string, string, string] => [group(`{ filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true, execution: ${written} }] }`).trim(), 'a space is missing after the colon', `put a space after each colon: ${meant}`]),
  [group('{ filter_operator: and, filters: [{»filter_type:actions,action_name: Bought it,executed:true,execution:{type:atleast,count:1}}] }').trim(), 'a space is missing after the colon', 'put a space after each colon: { filter_type: actions, action_name: Bought it, executed: true, execution: { type: atleast, count: 1 } }'],
  ...[
    ['in, value: [»01067, "10115"]', 'value is 1067, but data_type: string needs text', 'quote it: "01067"'],
    ['is, value: »01067', 'value is 1067, but data_type: string needs text', 'quote it: "01067"'],
  ].map(([written = '', message = '', hint = '']): [string, string, string] => [group(`{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: string, name: Postcode, operator: ${written} }] }`).trim(), message, hint]),
  [filters(ATTRIBUTE.trimEnd().replace('greaterThan', '»>')), '">" is not an operator for double', 'write "greaterThan"; allowed: in, between, lessThan, greaterThan, exists'],
  [filters(ATTRIBUTE.trimEnd().replace('greaterThan', '>»=')), '>= is not an operator', 'no operator means >=; for whole numbers, write greaterThan and a value that is smaller by 1'],
  [filters(ATTRIBUTE.trimEnd().replace('greaterThan', '»!=')), '!= is not an operator', 'write negate: true and operator: is; for a number, operator: in and a list'],
  [filters(ATTRIBUTE.trimEnd().replace('greaterThan', '»""')), '"" is not an operator for double', 'allowed: in, between, lessThan, greaterThan, exists'],
  [filters(ATTRIBUTE.trimEnd().replace('double', 'datetime').replace('greaterThan', '»>').replace('3', '2031-05-04')), '">" is not an operator for datetime', 'write "after"; allowed: inTheLast, on, between, before, after, inTheNext, exists, today'],
  [`${EMAIL}      subject: »[Last chance]`.replace('      subject: Hi\n', ''), 'subject must be text, but it is a list', 'put the whole text in quotes: "[Last chance]"'],
  [`${EMAIL}      subject:\n        »- Last chance`.replace('      subject: Hi\n', ''), 'subject must be text, but it is a list', 'write Last chance'],
  [`${EMAIL}      subject:\n        »- a\n        - b`.replace('      subject: Hi\n', ''), 'subject must be text, but it is a list', 'write text'],
  [title('»[Sale,  new]').trim(), 'title must be text, but it is a list', 'put the whole text in quotes: "[Sale,  new]"'],
  [PUSH.trim().replace('A push', '»[Spring]'), 'name must be text, but it is a list', 'put the whole text in quotes: "[Spring]"'],
  [filters(ATTRIBUTE.trimEnd().replace('Age', '»[Age]')), 'name must be text, but it is a list', 'write Age'],
  [weeklyOn('[MONDAY]').replace('Europe/Berlin', '»[Europe/Berlin]'), 'timezone must be text, but it is a list', 'write Europe/Berlin'],
  ...[
    ['0.05', 'for 5%, write 5'],
    ['0.07', 'for 7%, write 7'],
    ['0.055', 'write a whole number'],
    ['7.5', 'write a whole number'],
  ].map(([written = '', hint = '']): [string, string, string] => [`${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: »${written} }`, `campaign_control_group_percentage must be a whole number, but it is ${written}`, hint]),
  ...[
    ['0.5', 'HOURS', 'write 30, with trigger_delay_granularity: MINUTES'],
    ['1.5', 'DAYS', 'write 36, with trigger_delay_granularity: HOURS'],
    ['0.5', 'MINUTES', 'write a whole number, with trigger_delay_granularity: MINUTES or HOURS or DAYS'],
  ].map(([written = '', unit = '', hint = '']): [string, string, string] => [trigger(`${EVENT}\n  trigger_delay_type: DELAY\n  trigger_delay_value: »${written}\n  trigger_delay_granularity: ${unit}\n  trigger_relation: AFTER`), `trigger_delay_value must be a whole number, but it is ${written}`, hint]),
  [filters('      - filter_type: »segment\n        name: a\n        id: b'), '"segment" is not a filter type', 'write "custom_segments"'],
  [filters(ATTRIBUTE.trimEnd().replace('user_attributes', '»Attribute')), '"Attribute" is not a filter type', 'write "user_attributes"'],
  [`${PUSH}»segments: { is_all_user_campaign: true }`, '"segments" is not a key of a campaign file', 'write segmentation_details'],
  [EMAIL.trim().replace('{ name: A push }', '{ name: A, content_type: »MARKETING }'), '"MARKETING" is not a valid value for content_type', 'write "PROMOTIONAL"'],
  ...[
    ['in, value: »["DE, AT"]', '"DE, AT" is one value', 'for several values, write [DE, AT]; for this one, write operator: is and value: "DE, AT"'],
    ['in, value: »["de,at,ch"]', '"de,at,ch" is one value', 'for several values, write [de, at, ch]; for this one, write operator: is and value: "de,at,ch"'],
    ['in, value: »[DE AT]', '"DE AT" is one value', 'for several values, write [DE, AT]; for this one, write operator: is and value: "DE AT"'],
    ['in, value: »[DE/AT]', '"DE/AT" is one value', 'for several values, write [DE, AT]; for this one, write operator: is and value: "DE/AT"'],
    ['in, value: [»"DE ", AT]', '"DE " ends with a space, so it matches only users whose value does, too', 'write DE'],
    ['is, value: »" DE"', '" DE" begins with a space, so it matches only users whose value does, too', 'write DE'],
  ].map(([written = '', message = '', hint = '']): [string, string, string] => [group(`{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: string, name: Country, operator: ${written} }] }`).trim(), message, hint]),
  ...[
    ['before, value: »01.02.2026', '01.02.2026', 'write 2026-02-01 for February 1, or 2026-01-02 for January 2'],
    ['on, value: »2/3/2026', '2/3/2026', 'write 2026-02-03 for February 3, or 2026-03-02 for March 2'],
    ['after, value: »25.12.2026', '25.12.2026', 'write 2026-12-25'],
    ['between, value: [2026-02-01, »28.02.2026 09:00]', '28.02.2026 09:00', 'write 2026-02-28T09:00:00'],
    ['after, value: »31.31.2026', '31.31.2026', 'write a date such as 2031-05-04'],
  ].map(([written = '', text = '', hint = '']): [string, string, string] => [group(`{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: datetime, name: Joined, operator: ${written} }] }`).trim(), `"${text}" doesn't have the order year, month, day`, hint]),
  ...[['last 7 days', 7], ['the last 2 weeks', 14], ['recently', 30], ['7', 7], ['null', 30], ['[7]', 30]].map(([text = '', days = 0]): [string, string, string] => [ranged(`»${text}`), `primary_time_range is ${text === 'null' ? 'empty' : text === '7' ? '7' : text === '[7]' ? 'a list' : `"${text}"`}, so it is unclear which events count`, `write { type: inTheLast, value: ${days} }`]),
  ...[
    ['{ »typ: inTheLast, value: 7 }', '"typ" is not a known field of primary_time_range', 'write type'],
    ['{ »typ: inTheLast, days: 7 }', '"typ" is not a known field of primary_time_range', 'write { type: inTheLast, value: 7 }'],
    ['{ »last_days: 7 }', '"last_days" is not a known field of primary_time_range', 'write { type: inTheLast, value: 7 }'],
    ['{ type: inTheLast, »days: 2 weeks }', '"days" is not a known field of primary_time_range', 'write { type: inTheLast, value: 14 }'],
    ['{ type: inTheLast, value: 7, »unit: days }', '"unit" is not a known field of primary_time_range', 'known fields: type, value, value1'],
    ['{ »from: 2031-05-04, to: 2031-05-08 }', '"from" is not a known field of primary_time_range', 'write { type: between, value: 2031-05-04, value1: 2031-05-08 }'],
    ['{ »before: 2031-05-04 }', '"before" is not a known field of primary_time_range', 'write { type: before, value: 2031-05-04 }'],
    ['{ »since: 2031-05-04 }', '"since" is not a known field of primary_time_range', 'known fields: type, value, value1'],
    ['{ type: »inTheLas, value: 7 }', '"inTheLas" is not a known type of time range', 'write inTheLast'],
    ['{ type: »past days, value: 7 }', '"past days" is not a known type of time range', 'write inTheLast'],
    ['{ type: »On, value: 2031-05-04 }', '"On" is not a known type of time range', 'write on'],
    ...['in', 'exists'].map((type) => [`{ type: »${type}, value: 7 }`, `"${type}" is not a known type of time range`, 'known types: inTheLast, inTheNext, on, before, after, between, today']),
    ['»{ value: 14 }', 'type is missing in primary_time_range', 'write { type: inTheLast, value: 14 }'],
    ['»{ type: inTheLast }', 'value is missing in primary_time_range', 'add value: 30'],
    ['»{ type: between, value: 2031-05-04 }', 'value1 is missing in primary_time_range', 'add value1: 2031-05-04'],
  ].map(([range = '', what = '', hint = '']): [string, string, string] => [ranged(range), `${what}, so it is unclear which events count`, hint]),
  [ranged('{ type: inTheLast, value: »seven }'), 'value is "seven", but the type inTheLast needs a number of days', 'write a number, such as 7'],
  [ranged('{ type: on, value: »today }'), '"today" is not a date, but the type "on" compares dates', 'write type: today, without a value'],
  [weeklyOn('»[]'), 'repeat_on_days_of_week is empty', 'write at least one entry, such as [SUNDAY]'],
  [periodic('sending_frequency: MONTHLY, repeat_on_date_of_month: »[]'), 'repeat_on_date_of_month is empty', 'write at least one entry, such as [1]'],
  [periodic('sending_frequency: MONTHLY, repeat_on_days_of_week_for_month: »[]'), 'repeat_on_days_of_week_for_month is empty', 'write at least one entry'],
  [weeklyOn('[SUNDAY]').replace('Europe/Berlin', '»Etc/GMT+1'), 'Etc/GMT+1 is 1 hour behind UTC: the signs of these names are reversed', 'write a city, such as Europe/Berlin'],
  [weeklyOn('[SUNDAY]').replace('Europe/Berlin', '»Etc/GMT-12'), 'Etc/GMT-12 is 12 hours ahead of UTC: the signs of these names are reversed', 'write a city, such as Europe/Berlin'],
  ...['user_timezone_details: »', 'user_timezone_details: »{}'].map((line): [string, string, string] => [`${PUSH}scheduling_details:\n  delivery_type: SEND_IN_USER_TIMEZONE\n  start_time: 2031-05-04T09:00:00\n  ${line}`, 'user_timezone_details is empty', 'write user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: false }']),
  [`${PUSH}scheduling_details:\n  »delivery_type: SEND_IN_BTS\n  start_time: 2031-05-04T09:00:00\n  timezone: UTC`, 'bts_details is missing in scheduling_details', 'add a line such as bts_details: { send_in_bts: true }'],
  [weeklyOn('[MONDAY]').replace(/\n {2}periodic_details.*/, '').replace('delivery_type: AT_FIXED', '»delivery_type: AT_FIXED'), 'periodic_details is missing in scheduling_details', 'add a line such as periodic_details: { sending_frequency: WEEKLY, repeat_frequency: 1, repeat_on_days_of_week: [SUNDAY] }'],
  [`${PUSH}conversion_goal_details: { attribution_window_in_hours: »0, goals: [{ goal_name: a, goal_event_name: b }] }`, 'with a window of 0 hours, no conversion counts', 'write 1 or more, such as 48'],
  [`${PUSH}conversion_goal_details: { attribution_window_in_hours: 24, goals: [{ goal_name: a, goal_event_name: b, is_primary_goal: true }, { goal_name: c, goal_event_name: d, is_primary_goal: »true }] }`, 'another goal above is the primary one, too', 'write is_primary_goal: true only once'],
  [`${PUSH}utm_params: {»utm_source:app,utm_medium:push}`, 'a space is missing after the colon', 'put a space after each colon: { utm_source: app, utm_medium: push }'],
])('%s: one message with the cause', (marked, message, hint) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found).toMatchObject([{ message, hint }]);
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
}); // prettier-ignore

const variations = (first: string, second: string, german?: readonly [string, string]) => {
  const push = (text: string) =>
    `{ push: { android: { template_type: BASIC, basic_details: { title: ${text}, message: b } } } }`;
  const both = (mark: string, one: string, other: string) =>
    `{ variation_1: ${push(one)}, ${mark}variation_2: ${push(other)} }`;
  const de = german ? `\n    de: ${both('', ...german)}` : '';
  return `${PUSH}campaign_content:\n  locales: [${german ? 'de' : ''}]\n  variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: { variation_1: 50, variation_2: 50 } }\n  content:\n    default: ${both('»', first, second)}${de}`;
};

it.each([
  ['one language', variations('A', 'A'), true],
  ['two languages', variations('A', 'A', ['B', 'B']), true],
  ['other titles', variations('A', 'B'), false],
  ['other titles in one of two languages', variations('A', 'A', ['B', 'C']), false],
  ['no texts yet', variations('""', '""').replaceAll('message: b', 'message: ""'), false],
])('variations that are the same or not: %s', (_, marked, isFound) => {
  const { text, places } = unmark(marked.replace('  locales: []\n', ''));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(isFound ? [`${places.join()} W_NO_EFFECT`] : []);
  if (isFound) expect(found).toMatchObject([{ message: "the variations are all the same, so the test can't show which one is better", hint: 'change variation_2, or keep only variation_1' }]);
}); // prettier-ignore

const compares = (type: string, comparison: string) =>
  group(
    `{ filter_operator: and, filters: [{ filter_type: user_attributes, data_type: ${type}, name: A, operator: ${comparison} }] }`,
  );

it.each([
  ['users with any value', compares('string', 'exists')],
  ['a list with an empty value, too', compares('string', 'in, value: [DE, ""]')],
  ['a value of one sign', compares('string', 'is, value: "0"')],
  ['a comma in quotes', title('"Hi, today only"')],
  ["a comma in single quotes", title("'Hi, today only'")],
  ['a comma without quotes, on a line of its own', `${PUSH}campaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details:\n          title: Hi, today only\n          message: b`],
  ['a comma at the end of a map', PUSH.replace('name: A push }', 'name: A push, }').trim()],
  ['a list in braces', PUSH.replace('name: A push }', 'name: A push, tags: [spring, sale] }').trim()],
  ['a place with a comma', compares('string', 'in, value: ["Paris, TX"]')],
  ['codes that are one value', compares('string', 'is, value: "DE, AT"')],
  ['a place with a space', compares('string', 'in, value: [US West]')],
  ['a place in capitals', compares('string', 'in, value: [NEW YORK]')],
  ['two words', compares('string', 'in, value: [or so]')],
  ['several values with commas', compares('string', 'in, value: ["DE, AT", "DE, CH"]')],
  ['a part of a text', compares('string', 'contains, value: " DE, AT "')],
  ['a value that users have with a space and without one', compares('string', 'in, value: [DE, "DE "]')],
  ['a date', compares('datetime', 'before, value: 2026-02-01')],
  ['a date with a time and an offset', compares('datetime', 'on, value: 2026-02-01T09:00:00Z')],
  ['two dates in one text', compares('datetime', 'between, value: 01.02.2026 - 05.02.2026')],
  ...['{ type: inTheLast, value: 30 }', '{ type: inTheLast, value: "30" }', '{ type: today }', '{ value: 2031-05-04, type: before }', '{ type: between, value: 2031-05-04, value1: 2031-05-08 }', '{ type: between, value: [2031-05-04, 2031-05-08] }'].map((range): [string, string] => [`the time range ${range}`, ranged(range)]),
  ['a decimal number', compares('string', 'is, value: "1.2.2026"')],
  ['a zone without an offset', weeklyOn('[SUNDAY]').replace('Europe/Berlin', 'Etc/GMT')],
  ['a month with dates, and no weekdays', periodic('sending_frequency: MONTHLY, repeat_on_date_of_month: [1], repeat_on_days_of_week: []')],
  ['one primary goal', `${PUSH}conversion_goal_details: { attribution_window_in_hours: 24, goals: [{ goal_name: a, goal_event_name: b, is_primary_goal: true }, { goal_name: c, goal_event_name: d, is_primary_goal: false }] }`],
  ['no primary goal', `${PUSH}conversion_goal_details: { attribution_window_in_hours: 1, goals: [{ goal_name: a, goal_event_name: b }] }`],
])('%s: no warning', (what, text) => {
  expect(load({ 'a.yaml': text }).diagnostics, what).toEqual([]);
}); // prettier-ignore

it('a time range of another form that live has, too: no warning', () => {
  const text = ranged('{ type: inTheLast, value: 7, unit: days }');
  const { components = {} } = load({ 'a.yaml': text }).desired.get('local')?.[0] ?? {};
  expect(load({ 'a.yaml': text }, { observed: { a: components } }).diagnostics).toEqual([]);
});

it.each(DAYS.split(', '))('a weekly campaign that starts on a %s and repeats on it: no warning', (day) => {
  const start = `2031-05-${String(5 + DAYS.split(', ').indexOf(day)).padStart(2, '0')}T00:30:00`;
  expect(load({ 'a.yaml': weeklyOn(`[${day}]`, start) }).diagnostics).toEqual([]);
});

describe('a weekly campaign with a start between its days', () => {
  const BETWEEN = weeklyOn('[FRIDAY]', '2031-05-05T09:00:00');
  const ending = (at: string) => BETWEEN.replace('\n  timezone', `\n  expiry_time: ${at}\n  timezone`);
  const EARLY = ending('2031-05-08T09:00:00');
  const observed = (text: string) => load({ 'a.yaml': text }).desired.get('local')?.[0]?.components ?? {};
  const codesOf = (text: string, options: Parameters<typeof load>[1] = {}) =>
    load({ 'a.yaml': text }, options).diagnostics.map(({ code }) => code);

  it('that expires before its first send is an error if the file publishes it', () => {
    for (const status of ['DRAFT', 'PAUSED']) expect(codesOf(`${EARLY}\nstatus: ${status}`)).toEqual(['W_SCHEDULE']);
    for (const isPlanned of [true, false]) expect(codesOf(`${EARLY}\nstatus: ACTIVE`, { isPlanned })).toEqual(['E_SCHEDULE']);
    expect(codesOf(`${EARLY}\nstatus: STOPPED`)).toEqual([]);
  });

  it.each([
    ['right at its first send', '2031-05-09T09:00:00'],
    ['after it', '2031-06-30T09:00:00'],
    ['with an offset', '2031-05-09T08:00:00Z'],
  ])('that expires %s is only told about its start', (_, at) => {
    expect(codesOf(`${ending(at)}\nstatus: ACTIVE`)).toEqual(['W_SCHEDULE']);
  });

  it.each([
    ['is live with it', BETWEEN, { live: ['a'], observed: { a: observed(BETWEEN) } }],
    ['has been sent already', BETWEEN, { now: Date.parse('2031-05-12T09:00:00Z'), live: ['a'], observed: { a: observed(weeklyOn('[MONDAY]', '2031-05-05T09:00:00')) } }],
    ['is live and will never be sent', EARLY, { live: ['a'], observed: { a: observed(EARLY) } }],
  ])('that %s: no warning', (_, text, options) => {
    for (const status of ['', '\nstatus: ACTIVE', '\nstatus: PAUSED']) expect(codesOf(text + status, options)).toEqual([]);
  });

  it('that is live with another one is told', () => {
    const was = { live: ['a'], observed: { a: observed(weeklyOn('[MONDAY]', '2031-05-05T09:00:00')) } };
    expect(codesOf(BETWEEN, was)).toEqual(['W_SCHEDULE']);
    expect(codesOf(EARLY, was)).toEqual(['E_SCHEDULE']);
  });
}); // prettier-ignore

it.each([
  ['is, value: »""', 'empty', 'users without one, write operator: exists and negate: true, without value'],
  ['is, value: »" "', 'empty', 'users without one, write operator: exists and negate: true, without value'],
  ['contains, value: »""', 'empty', 'users without one, write operator: exists and negate: true, without value'],
  ['is, negate: true, value: »""', 'empty', 'users with any value, write operator: exists without value, and remove negate'],
])('operator: %s: nothing is compared', (comparison, value, who) => {
  const { text, places } = unmark(compares('string', comparison));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found).toMatchObject([{ message: `value is ${value}`, hint: `write a value; for ${who}` }]);
  expect(found.map(placeAndCode)).toEqual([`${places.join()} W_FILTER_VALUE`]);
}); // prettier-ignore
