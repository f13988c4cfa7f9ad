import { describe, expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// What a finding says besides its place: the field, the values that there are, and the form that was meant.

const group = (value: string) => `${PUSH}segmentation_details:\n  included_filters: ${value}\n`;
const age = (fields: string) =>
  group(`{ filter_operator: and, filters: [{ filter_type: user_attributes, name: Age, ${fields} }] }`);
const EITHER = 'filter_operator: and (every filter must match) or filter_operator: or (one is enough)';
const SEGMENT = 'filter_type: custom_segments, name: a, id: b';

it.each([
  ['is for a number', age('data_type: double, operator: »is, value: 5'), 'write operator: in and value: [5]'],
  ['in for a date', age('data_type: datetime, operator: »in, value: 5'), 'allowed: inTheLast, on, between, before, after, inTheNext, exists, today'],
  ['a long operator that is misspelled', age('data_type: double, operator: »lessThen, value: 5'), 'write "lessThan"'],
  ['an operator in capitals', age('data_type: string, operator: »IS, value: a'), 'write "is"'],
  ['a list in place of a group', group(`»[{ ${SEGMENT} }]`), `write ${EITHER}`],
  ['a block list in place of a group', group(`\n    »- ${SEGMENT.replaceAll(', ', '\n      ')}`), `write ${EITHER}`],
  ['one filter in place of a group', group(`»{ ${SEGMENT} }`), 'write { filter_operator: and, filters: [ … ] }, with the filter in the list'],
  ['a group of an event', `channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: { included_filters: »[] }\n`, `write ${EITHER}`],
  ['a missing name with listed values', group('»{ filters: [] }'), `add ${EITHER}`],
  ['a delivery type misspelled', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\nscheduling_details: { delivery_type: »AT_ONCE }\n', 'allowed: ASAP, AT_FIXED_TIME, SEND_IN_BTS, SEND_IN_USER_TIMEZONE'],
  ['the same in a PERIODIC campaign', 'channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details: { delivery_type: »AT_ONCE, start_time: "2031-05-04T09:00:00", periodic_details: { sending_frequency: DAILY, repeat_frequency: 1 } }\n', 'write "AT_FIXED_TIME"'],
  ['two of them', `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [»{ filter_type: user_attributes, name: Age }] } }\n`, 'data_type (string, double, datetime, bool)'],
])('%s', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.startsWith('E_'));
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
  expect(found[0]?.hint).toContain(hint);
}); // prettier-ignore

const title = (text: string) =>
  `${PUSH}campaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { title: ${text}, message: b } } } } }\n`;
const FORM = 'write a time such as 2031-05-04T09:00:00: the year, month and day, a T, and the time of day';
const ANY = 'filter_operator: or (users who match any of the filters are excluded)';
const excluded = (value: string) =>
  `${PUSH}segmentation_details:\n  is_all_user_campaign: true\n  excluded_filters: ${value}`;
const FILTERS = '{ filter_operator: and, filters: [] }';
const TRIGGERED = PUSH.replace('ONE_TIME', 'EVENT_TRIGGERED');

it.each<readonly [text: string, message: string, hint: string]>([
  [`${PUSH}included_filter: ${FILTERS}`, 'included_filter is at the left margin, but included_filters belongs to segmentation_details', 'rename it to included_filters, and write segmentation_details: on the line above it, and indent it and everything below it by 2 more spaces'],
  [`${PUSH}segmentation_details: { is_all_user_campaign: true }\nexcluded_filters: ${FILTERS}`, 'excluded_filters is at the left margin, but it belongs to segmentation_details', 'move it below segmentation_details, indented by 2 more spaces'],
  [`${PUSH}scheduling_details: { delivery_type: ASAP }\nstart_tme: 2031-05-04T09:00:00`, 'start_tme is at the left margin, but start_time belongs to scheduling_details', 'rename it to start_time, and move it below scheduling_details, indented by 2 more spaces'],
  [`${PUSH}utm_params: { utm_source: a, utm_medium: b }\nutm_source: b`, 'utm_source is at the left margin, but it belongs to utm_params', 'utm_params already has utm_source: remove one of the two'],
  [`${TRIGGERED}included_filters: ${FILTERS}`, 'included_filters is at the left margin, but it belongs to trigger_condition or segmentation_details', 'write trigger_condition: or segmentation_details: on the line above it, and indent it and everything below it by 2 more spaces'],
  [`${PUSH}overrides:\n  local:\n    included_filter: ${FILTERS}`, 'included_filter is directly below local, but included_filters belongs to segmentation_details', 'rename it to included_filters, and write segmentation_details: on the line above it, and indent it and everything below it by 2 more spaces'],
  [PUSH.replace('campaign_delivery_type', 'delivery_type').trim(), '"delivery_type" is not a key of a campaign file', 'write campaign_delivery_type'],
  [`${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 20311210 }`, `"20311210" isn't a date and time`, FORM],
  [`${PUSH}campaign_content:\n  title: “Sale: now”`, 'there is a second ": " on this line', 'write straight quotes instead of the curly ones: "Sale: now"'],
  [`${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n  status: ACTIVE`, 'status is inside utm_params, where it does nothing', 'move it to the left margin of the file'],
  [group('[{ filter_type: custom_segments, name: a, id: b }]').trim(), 'included_filters must be a group of filters, but it is a list', `write ${EITHER}, then filters: with this list below it`],
  [group('\n    - filter_type: custom_segments\n      name: a').trim(), 'included_filters must be a group of filters, but it is a list', `write ${EITHER}, then filters: with this list below it`],
  [excluded('\n    - filter_type: custom_segments\n      name: a\n      id: b\n    - filter_type: custom_segments\n      name: c\n      id: d'), 'excluded_filters must be a group of filters, but it is a list', `write ${ANY}, then filters: with this list below it`],
  [excluded('\n    filter_type: custom_segments\n    name: a\n    id: b'), 'excluded_filters must be a group of filters, but it is a single filter', 'write { filter_operator: or, filters: [ … ] }, with the filter in the list'],
  [`${TRIGGERED}segmentation_details: { is_all_user_campaign: true }\ntrigger_condition: { included_filters: ${FILTERS}, trigger_delay_type: ASAP }\ndelivery_controls: { ignore_frequency_capping: false }`, 'bypass_dnd is missing in delivery_controls', 'add bypass_dnd: false (true sends during quiet hours, too)'],
  [excluded('{ filters: [] }'), 'filter_operator is missing in excluded_filters', `add ${ANY}, or filter_operator: and (only those who match every filter)`],
  [group('\n    filter_type: custom_segments\n    name: a\n    id: b').trim(), 'included_filters must be a group of filters, but it is a single filter', 'write { filter_operator: and, filters: [ … ] }, with the filter in the list'],
  [`${PUSH}utm_params: [a, b]`, 'utm_params must be a map, but it is a list', 'write its fields below it, indented by 2 more spaces, such as utm_source: …'],
  [group('{ filter_operator: and, filters: [{ filter_type: user_attributes, attribute: country, data_type: string, operator: is, value: a }] }').trim(), '"attribute" is not a known field of filters', 'write name, which is missing here'],
  ...['equals', '='].map((operator): readonly [string, string, string] => [age(`data_type: string, operator: "${operator}", value: [a, b]`).trim(), `"${operator}" is not an operator for string`, 'write "in", because the value is a list']),
  ...['is not', '!=', '<>'].map((operator): readonly [string, string, string] => [age(`data_type: string, operator: "${operator}", value: [a, b]`).trim(), `"${operator}" is not an operator for string`, 'write operator: in and negate: true']),
  [age('data_type: string, operator: "!=", value: a').trim(), '"!=" is not an operator for string', 'write operator: is and negate: true'],
  ...['? Guess what: it is here', '& more', '{% if user.a %}x{% endif %}'].map((text): readonly [string, string, string] => [`${PUSH}campaign_content:\n  title: ${text}`, `text that begins with ${text.slice(0, 2).trim()} needs quotes`, `put the whole text in quotes: "${text}"`]),
  [`${PUSH}audience: { is_all_user_campaign: true }`, '"audience" is not a key of a campaign file', 'write segmentation_details'],
  [`${TRIGGERED}segmentation_details: { is_all_user_campaign: true }\ntriggers: { included_filters: ${FILTERS} }`, '"triggers" is not a key of a campaign file', 'write trigger_condition'],
  [`${PUSH}active: false`, '"active" is not a key of a campaign file', 'write status: PAUSED to pause a live campaign, or status: DRAFT for one that is not published'],
  [`${PUSH.replace('name: A push', 'platforms: [ANDROID]')}name: A push`, 'name is at the left margin, but it belongs to basic_details', 'move it below basic_details, indented by 2 more spaces'],
  [`${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, send_at: 2031-05-04T09:00:00, timezone: UTC }`, '"send_at" is not a known field of scheduling_details', 'write start_time, which is missing here'],
  [`${PUSH.replace('ONE_TIME', 'PERIODIC')}scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: UTC, periodic_details: { sending_frequency: WEEKLY, days: [MONDAY] } }`, '"days" is not a known field of periodic_details', 'write repeat_on_days_of_week: [MONDAY]'],
  [group('{ filter_operator: and, filters: [{ filter_type: actions, event_name: Bought, executed: true }] }').trim(), '"event_name" is not a known field of filters', 'write action_name, which is missing here'],
  [`channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { email: { subject_line: a, html_content: b } } }`, '"subject_line" is not a known field of email', 'write subject'],
  [PUSH.replace('{ name: A push }', '\n  - name: A push\n    platforms: [ANDROID]').trim(), 'basic_details must be a map, but it is a list', 'remove the "- " before name'],
  [`${PUSH}$file: ./x.html`, '$file is at the left margin, but it belongs to the field that has this text', 'indent it by 2 more spaces than the field that has this text'],
  [`${PUSH}utm_params: { source: a, utm_medium: b }`, '"source" is not a known field in utm_params', 'write utm_source: the names of parameters begin with utm_'],
  [`${PUSH}utm_params: { UTM_SOURCE: a, utm_medium: b }`, '"UTM_SOURCE" is not a known field in utm_params', 'write utm_source: the names of parameters begin with utm_'],
  [`${PUSH}scheduling_details: tomorrow`, 'scheduling_details must be a map, but it is "tomorrow"', 'write its fields below it, indented by 2 more spaces, such as delivery_type: …'],
  [group('{ filter_operator: and, filters: [Gold] }').trim(), 'filters must be a map, but it is "Gold"', 'write a map, such as { filter_type: … }'],
  [`${PUSH}utm_params: { utm_medium: a, utm_source: b, campain: c }`, '"campain" is not a known field in utm_params', 'write utm_campaign: the names of parameters begin with utm_'],
  [`${PUSH}utm_params: { utm_medium: a, utm_source: b, source: c }`, '"source" is not a known field in utm_params', 'utm_source is already there: remove one of the two'],
  [`${PUSH}delivery_controls:\n  bypass_dnd: true\n  utm_params:\n  utm_source: a\n  utm_medium: b\n  utm_campaign: c`, 'utm_params is inside delivery_controls', 'move it to the top level, at the left margin, and utm_source, utm_medium, utm_campaign below it'],
  [`${PUSH}utm_params:\ndelivery_controls:\n  bypass_dnd: true\n  utm_source: a\n  utm_medium: b\n  utm_campaign: c\n  utm_term: d`, 'utm_params is empty', 'move utm_source, utm_medium, utm_campaign and 1 more from delivery_controls below it, or remove the line'],
  [`${PUSH}scheduling_details:\n  delivery_type: ASAP\n  delivery_controls:\n  bypass_dnd: true`, 'delivery_controls is inside scheduling_details', 'move it to the top level, at the left margin, and bypass_dnd below it'],
  ...['exclude', 'Excluded', 'exclusions', 'except', 'excluded-segments'].map((name) => [`${PUSH}segmentation_details: { is_all_user_campaign: true, ${name}: ${FILTERS} }`, `"${name}" is not a known field of segmentation_details`, 'write excluded_filters; as it is, the service ignores it, so these people get the message'] as const),
  ...['include', 'audience', 'segments'].map((name) => [`${PUSH}segmentation_details: { ${name}: ${FILTERS} }`, `"${name}" is not a known field of segmentation_details`, "write included_filters; as it is, the service ignores it, so it doesn't limit the audience"] as const),
  [`${PUSH}segmentation_details:`, 'segmentation_details is empty', 'write included_filters below it, or is_all_user_campaign: true for all users'],
  [`channel: PUSH\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details: { name: A, business_event: B }\nsegmentation_details:`, 'segmentation_details is empty', 'write included_filters below it, or is_all_user_campaign: true for all users; without this line, every user who triggers the campaign would get it'],
  [age('data_type: string, operator: greaterThan, value: 5'), 'greaterThan compares numbers, but data_type is string', 'write data_type: double'],
  [age('data_type: string, operator: lessThan, value: "5"'), 'lessThan compares numbers, but data_type is string', 'write data_type: double and value: 5 without quotes'],
  [age('data_type: string, operator: less_than, value: "5"'), 'lessThan compares numbers, but data_type is string', 'write data_type: double, operator: lessThan and value: 5 without quotes'],
  [age('data_type: string, operator: between, value: [1, 2]'), 'between compares numbers, but data_type is string', 'write data_type: double'],
  [age('data_type: string, operator: inTheLast, value: 7'), 'inTheLast compares dates, but data_type is string', 'write data_type: datetime'],
  [age('data_type: double, operator: before, value: 2031-05-04'), 'before compares dates, but data_type is double', 'write data_type: datetime'],
])('%s: one message, with its cause', (text, message, hint) => {
  const found = load({ 'a.yaml': `${text}\n` }, { publishing: true }).diagnostics.filter(({ code }) => !code.endsWith('_PUBLISH'));
  expect(found).toMatchObject([{ message, hint }]);
}); // prettier-ignore

it.each([
  ['datetime, operator: inTheLast, value: 7 days', 'value is "7 days", but the operator inTheLast needs a number of days', 'write 7'],
  ['datetime, operator: inTheNext, value: 2w', 'value is "2w", but the operator inTheNext needs a number of days', 'write 14'],
  ['datetime, operator: inTheLast, value: 0', 'value is 0, but the operator inTheLast needs a number of days', 'write a number, such as 7'],
  ['datetime, operator: before, value: yesterday', '"yesterday" is not a date, but the operator "before" compares dates', 'write a date such as 2031-05-04'],
  ['datetime, operator: on, value: Today', '"Today" is not a date, but the operator "on" compares dates', 'write operator: today, without a value'],
  ['string, operator: in, value: Gold', 'the operator "in" takes a list, but value is "Gold"', 'write [Gold]'],
  ['string, operator: in, value: "Gold, Silver"', 'the operator "in" takes a list, but value is "Gold, Silver"', 'write [Gold, Silver]'],
  ['string, operator: in, value: 5', 'the operator "in" takes a list, but value is 5', 'write ["5"]'],
  ['string, operator: in, value: 01067', 'the operator "in" takes a list, but value is 1067', 'write ["01067"]'],
  ['double, operator: in, value: 5', 'the operator "in" takes a list, but value is 5', 'write [5]'],
  ...[
    ['1,000', '1000'],
    ['1,000,000.5', '1000000.5'],
    ['2,5', '2.5'],
    ['0,500', '0.5'],
    ['50 EUR', '50'],
    ['€ 49,90', '49.9'],
    ['50$', '50'],
    ['50 hours', 'a number'],
    ['1,00,0', 'a number'],
    ['1.000,50', 'a number'],
  ].map(([written = '', put = '']): [string, string, string] => [`double, operator: greaterThan, value: "${written}"`, `value is "${written}", but data_type: double needs a number`, `write ${put}`]),
  ['double, operator: between, value: [5, 1]', 'nothing is between 5 and 1: the lower limit must come first', 'write [1, 5]'],
  ['double, operator: between, value: 5, value1: 1', 'nothing is between 5 and 1: the lower limit must come first', 'write value: 1 and value1: 5'],
  ['datetime, operator: between, value: [2031-05-08, 2031-05-04]', 'nothing is between 2031-05-08 and 2031-05-04: the lower limit must come first', 'write [2031-05-04, 2031-05-08]'],
])('data_type: %s: %s', (fields, message, hint) => {
  expect(load({ 'a.yaml': age(`data_type: ${fields}`) }).diagnostics).toMatchObject([{ code: 'W_FILTER_VALUE', message, hint }]);
}); // prettier-ignore

const zone = (name: string) =>
  `${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: ${name} }\n`;
const utm = (name: string) => `${PUSH}utm_params: { utm_source: a, utm_medium: b, ${name}: c }\n`;

it.each([
  [`${PUSH}conversion_goal_details: { attribution_window_in_hours: 24, goals: [{ goal_name: a, goal_type: EVENT, goal_event_name: b }] }\n`, '"goal_type" is not a known field of goals', 'remove it: goal_name is already there'],
  [`${PUSH}delivery_controls: { bypass_dnd: "false," }\n`, 'bypass_dnd must be true or false, but it is "false,"', 'write false'],
  [`${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: "2031-05-04T09:00:00,", timezone: UTC }\n`, '"2031-05-04T09:00:00," isn\'t a date and time', 'write 2031-05-04T09:00:00'],
  [`${PUSH.replace('PUSH', 'EMAIL')}campaign_content: { content: { email: { from_address: Shop <hello@mail.example.com> } } }\n`, '"Shop <hello@mail.example.com>" is not an email address', 'write hello@mail.example.com; the name belongs in sender_name'],
  [age('data_type: double, operator: between, value: 5'), 'the operator "between" takes two values, but value is 5', 'write the lower and the upper limit, as a list of two values'],
  [title('\\"Hello\\"'), 'the backslashes are part of this text', 'remove them'],
  [title('“Hello”'), 'the curly quotes are part of this text and will be sent with it', 'write straight quotes instead: "Hello"; to keep the curly ones, put straight ones around them: "“Hello”"'],
  [title(`“${'a'.repeat(99)}”`), 'the curly quotes are part of this text and will be sent with it', `write straight quotes instead: "…"; to keep the curly ones, put straight ones around them: '“…”'`],
  [age('data_type: string, operator: is, value: ‘Gold’'), 'the curly quotes are part of this value', 'write straight quotes instead: "Gold"; to keep the curly ones, put straight ones around them: "‘Gold’"'],
  [zone('EST'), 'EST is an abbreviation, which programs read in different ways: some ignore daylight saving time', 'write a city, such as America/New_York'],
  [zone('CET'), 'CET is an abbreviation, which programs read in different ways: some ignore daylight saving time', 'write a city, such as Europe/Berlin'],
  [`${PUSH}delivery_controls: { campaign_throttle_rpm: 5.000 }\n`, '5.000 is the number 5', 'for thousands, write 5000; otherwise, write 5'],
  [age('data_type: double, operator: in, value: [5.5, 12.000]'), '12.000 is the number 12', 'for thousands, write 12000; otherwise, write 12'],
  [utm('utm_term').replace(': c }', ': "?newsletter&x=1" }'), '"?newsletter&x=1" is more than the value of utm_term', 'write "newsletter"'],
  [utm('utm_term').replace(': c }', ': "utm_term=shoes " }'), '"utm_term=shoes " is more than the value of utm_term', 'write "shoes"'],
  [utm('utm_term').replace(': c }', ': " shoes" }'), '" shoes" begins or ends with a space', 'write "shoes"'],
  [title('&Friends only'), 'text that begins with & needs quotes: without them, &Friends is not part of it', 'put the whole text in quotes: "&Friends only"'],
  [PUSH.replace('A push', '&more for you'), 'text that begins with & needs quotes: without them, &more is not part of it', 'put the whole text in quotes: "&more for you"'],
  [`${PUSH}scheduling_details: { delivery_type: ASAP, start_time: 2031-05-04T09:00:00 }\n`, 'delivery_type: ASAP sends the campaign at once, not at this start_time', 'to send it at this time, write delivery_type: AT_FIXED_TIME; to send it at once, remove start_time'],
  ...['"[[campaign]]"', '"{{campaign_name}}"', '"{campaign}"', 'TODO', '"*|CAMPAIGN|*"'].map((value) => [utm('utm_term').replace(': c }', `: ${value} }`), `${value.replaceAll('"', '')} would be sent literally`, 'write the value itself, such as spring-sale']),
  [utm('utm_term').replace(': c }', ': spring%20sale }'), '"spring%20sale" is written as in an address, with a % code', 'write spring-sale'],
  [utm('utm_term').replace(': c }', ': "https://www.shop.example.com/x" }'), '"https://www.shop.example.com/x" is an address', 'write shop.example.com'],
  [age('data_type: string, operator: in, value: [Germany; Austria]'), '"Germany; Austria" is a single value, because commas separate the values of a list', 'write [Germany, Austria]'],
  [utm('utm_campain'), 'utm_campain looks like utm_campaign, but counts as a parameter of your own', 'did you mean utm_campaign?'],
])('%s: a warning with its cause', (text, message, hint) => {
  expect(load({ 'a.yaml': text }).diagnostics).toMatchObject([{ message, hint }]);
}); // prettier-ignore

it.each([
  ...['UTC', 'GMT', 'Etc/UTC', 'America/New_York', 'Japan'].map(zone),
  `${PUSH}delivery_controls: { campaign_throttle_rpm: 5000 }\n`, age('data_type: double, operator: in, value: [5.0, 5.00, 5.125]'), age('data_type: string, operator: is, value: "5.000"'),
  utm('utm_term').replace(': c }', ': "R&B? yes" }'), utm('utm_term').replace(': c }', ': "big shoes | =1 {{ user.a }}&" }'), title('$sale'),
  title('&text Hi').replace('message: b', 'message: *text'), title('"&more for you"'), title('Q&A'), title('&hi "Hello"'),
  utm('utm_term').replace(': c }', ': "{{ user.first_name }} 100%" }'), utm('utm_term').replace(': c }', ': "Spring sale 2027 [de]" }'), `${title('20 % en TODO')}status: ACTIVE\n`,
  title('TODO'), `${title('Todo a mitad de precio')}status: ACTIVE\n`, title(`"{% if user.a == 'b' or user.c >= 1 %}x{% endif %}"`), title('"See [your] list [1], [[name]]"').replace(', [[name]]', ''),
  title('"“Hello”"'), title('“Best” and “new”'), title('“Best” shoes'), title('It’s'), title("'{user}'"), title("'{ user.go() }'"),
  title("'{{ user.a }} {% if user.b %}x{% endif %}'"),
  title(`'{{ user.a | default: "it’s" }}'`), utm('utm_team'), utm('utm_campaign_id'), utm('utm_context'), utm('utm_campaign: x, utm_campaign2'),
])('%s: no warning', (text) => {
  expect(load({ 'a.yaml': text }).diagnostics).toEqual([]);
}); // prettier-ignore

it('a status inside the tracking parameters of a managed campaign is an error, too', () => {
  const text = `${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n  status: ACTIVE\n`;
  expect(load({ 'a.yaml': text }, { managed: ['a'] }).diagnostics).toMatchObject([{ code: 'E_UNKNOWN_KEY' }]);
});

it('a misspelled field of the audience is not also an audience that is not chosen', () => {
  const text = `${PUSH}segmentation_details: { included_filter: ${FILTERS} }\n`;
  const found = load({ 'a.yaml': text }, { publishing: true }).diagnostics;
  expect(found.map(({ code }) => code).filter((code) => code !== 'W_PUBLISH')).toEqual(['E_UNKNOWN_KEY']);
});

const weekly = (fields: string) =>
  `channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details: { delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2031-05-04T09:00:00, periodic_details: »{ sending_frequency: WEEKLY, ${fields} } }\n`;
const fixed = (fields: string) => `${PUSH}scheduling_details: »{ delivery_type: AT_FIXED_TIME, ${fields} }\n`;

it.each([
  ['a short weekday', weekly('repeat_on_days_of_week: »mon').replace('»{', '{'), 'write [MONDAY]'],
  ['a weekday', weekly('repeat_on_days_of_week: »monday').replace('»{', '{'), 'write [MONDAY]'],
  ['two weekdays', weekly('repeat_on_days_of_week: »"Mon, Thu"').replace('»{', '{'), 'write [MONDAY, THURSDAY]'],
  ['something else', weekly('repeat_on_days_of_week: »weekend').replace('»{', '{'), 'write a list such as [MONDAY]; allowed: MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY'],
  ['a short weekday in a list', weekly('repeat_on_days_of_week: [»Tue]').replace('»{', '{'), 'write "TUESDAY"; allowed: MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY'],
  ['no weekday', weekly('repeat_frequency: 1'), 'add repeat_on_days_of_week (for example [SUNDAY])'],
  ['no start', fixed('timezone: UTC'), 'add start_time (for example 2031-05-04T09:00:00)'],
  ['neither start nor zone', fixed(''), 'add start_time (for example 2031-05-04T09:00:00) and timezone (for example Europe/Berlin)'],
  ['no variations', `${PUSH}campaign_content: { variation_details: »{ distribution_type: MANUAL, manual_distribution_percentage: { variation_1: 50, variation_2: 50 } }, content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } } }\n`, 'add no_of_variations (for example 2)'],
  ['no shares', `${PUSH}campaign_content: { variation_details: »{ distribution_type: MANUAL, no_of_variations: 2 }, content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } } }\n`, 'add manual_distribution_percentage (for example { variation_1: 50, variation_2: 50 })'],
  ['no number', `${PUSH}delivery_controls: »{ queuing_enabled: true }\n`, 'add queue_duration (for example 1)'],
  ['any text', `${PUSH}utm_params: »{ utm_source: a }\n`, 'add utm_medium'],
  ['an offset', fixed('timezone: UTC, start_time: »2031-05-04T09:00:00+02:00').replace('»{', '{'), 'write 2031-05-04T07:00:00, which is that time in UTC'],
  ['an offset in the winter of a zone', fixed('timezone: Europe/Berlin, start_time: »2031-12-04T09:00:00Z').replace('»{', '{'), 'write 2031-12-04T10:00:00, which is that time in Europe/Berlin'],
  ['an offset without a zone', `${PUSH}scheduling_details: { delivery_type: ASAP, start_time: »2031-05-04T09:00:00Z }\n`, 'write a time such as 2031-05-04T09:00:00, without Z or +01:00 at the end'],
  ['letters in place of a number', `${PUSH}delivery_controls: { send_limit_value: »abc }\n`, 'write a whole number in quotes, such as "1"'],
  ['an operator of other programs', age('data_type: string, operator: »equals, value: a'), `write "is"; allowed: in, contains, containsInTheFollowing, startWithInTheFollowing, endsWithInTheFollowing, exists, is`],
  ['a data type of other programs', age('data_type: »text, operator: is, value: a'), 'write "string"'],
  ['another one', age('data_type: »Number, operator: in, value: 5'), 'write "double"'],
  ['the same for a date', age('data_type: datetime, operator: »==, value: 5'), `write "on"; allowed: inTheLast, on, between, before, after, inTheNext, exists, today`],
  ['the same for a number', age('data_type: double, operator: »equals, value: 5'), 'write operator: in and value: [5]'],
])('%s: the hint shows what to write', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.startsWith('E_') && code !== 'E_FEATURE');
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
  expect(found[0]?.hint).toBe(hint);
}); // prettier-ignore

const HOURS = 'write the hour as a number from 00 to 23';
const OFFSET = 'write 2031-12-10T09:00:00, which is that time in UTC';

it.each([
  ['2031-12-10T25:00:00', "isn't possible: there is no hour 25", HOURS],
  ['2031-12-10T24:00:00', "isn't possible: there is no hour 24", 'for midnight at the end of that day, write 2031-12-11T00:00:00'],
  ['2031-12-10T09:60:00', "isn't possible: there is no minute 60", 'write the minute as a number from 00 to 59'],
  ['2031-12-10T09:00:61', "isn't possible: there is no second 61", 'write the second as a number from 00 to 59'],
  ['2031-12-10 14:00 pm', "isn't possible: there is no 14 pm", `${HOURS}, without am or pm`],
  ['2031-13-10T09:00:00', "isn't possible: there is no month 13", 'the month comes before the day: for October 13, write 2031-10-13T09:00:00'],
  ['2031-13-31T09:00:00', "isn't possible: there is no month 13", 'write the month as a number from 01 to 12'],
  ['2031-02-30T09:00:00', "isn't possible: there is no February 30", 'check the month and the day'],
  ['31.13.2031', "isn't possible: there is no such day", FORM],
  ['10.12.2031', "doesn't have the order year, month, day", 'write the year first, and add the time of day, for example 2031-12-10T09:00:00 for December 10, or 2031-10-12T09:00:00 for October 12'],
  ['12/10/2031 9am', "doesn't have the order year, month, day", 'write 2031-12-10T09:00:00 for December 10, or 2031-10-12T09:00:00 for October 12'],
  ['2031-12-10', 'has no time of day', 'add the time of day, for example 2031-12-10T09:00:00'],
  ['2031-12-10 12:30 am', 'has am, but hours are numbers from 00 to 23', 'write 2031-12-10T00:30:00'],
  ['2031-12-10 12pm', 'has pm, but hours are numbers from 00 to 23', 'write 2031-12-10T12:00:00'],
  ['tomorrow 9:00', "isn't a date and time", FORM],
  ['2031-12-10T9', "isn't a date and time", FORM],
  ['10.12.31', "isn't a date and time", FORM],
  ['2031-12-10T9:00:00Z', 'ends with Z, but start_time is the local time in timezone', OFFSET],
])('%s in place of a time: what is wrong with it, and what to write', (start, message, hint) => {
  const { text, places } = unmark(fixed(`timezone: UTC, start_time: »${start}`).replace('»{', '{'));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} E_FORMAT`));
  expect(found).toMatchObject([{ message: `"${start}" ${message}`, hint }]);
  expect(found[0]?.fix).toBeUndefined();
}); // prettier-ignore

it.each([
  ['2031-12-10T9:00:00', 'needs two digits for the hour', '2031-12-10T09:00:00'],
  ['2031-1-5T09:00:00', 'needs two digits for the month', '2031-01-05T09:00:00'],
  ['2031-12-5T09:00:00', 'needs two digits for the day', '2031-12-05T09:00:00'],
  ['2031-12-10T09:0', 'needs two digits for the minutes and the seconds', '2031-12-10T09:00:00'],
  ['2031-12-10 09:00', 'needs a T between the date and the time', '2031-12-10T09:00:00'],
  ['2031-12-10t09:00:30.5', 'needs a T between the date and the time', '2031-12-10T09:00:30.5'],
  ['2031/12/10 09:00', 'needs hyphens between the year, the month and the day', '2031-12-10T09:00:00'],
  ['31.12.2031 9:00', "doesn't have the order year, month, day", '2031-12-31T09:00:00'],
  ['12/31/2031 9:00', "doesn't have the order year, month, day", '2031-12-31T09:00:00'],
])('%s can mean just one time, so that --fix writes it', (start, message, put) => {
  const { text } = unmark(fixed(`timezone: UTC, start_time: »"${start}"`));
  expect(load({ 'a.yaml': text }).diagnostics).toMatchObject([
    { code: 'E_FORMAT', message: `"${start}" ${message}`, hint: `write ${put}`, fix: { was: start, put } },
  ]);
  expect(load({ 'a.yaml': text.replace(start, put) }).diagnostics).toEqual([]);
}); // prettier-ignore

it('the end of a schedule may have an offset', () => {
  const text = unmark(fixed('timezone: UTC, start_time: 2031-05-04T09:00:00, expiry_time: 2031-06-01T9:00:00+02:00')).text;
  expect(load({ 'a.yaml': text }).diagnostics[0]?.hint).toBe('write 2031-06-01T09:00:00+02:00');
}); // prettier-ignore

it('a misspelled tracking parameter: names the likely typo, also in the file of a managed campaign', () => {
  const text = `${PUSH}utm_params: { utm_source: a, utm_medum: push, utm_own: b }\n`;
  for (const managed of [[], ['a']])
    expect(load({ 'a.yaml': text }, { managed }).diagnostics).toMatchObject([
      {
        code: 'E_MISSING',
        message: 'utm_medium is missing in utm_params: utm_medum looks like utm_medium',
        hint: 'write utm_medium',
      },
    ]);
});

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  string: [
    ...['in', 'contains', 'containsInTheFollowing', 'startWithInTheFollowing', 'endsWithInTheFollowing'],
    ...['exists', 'is'],
  ],
  double: ['in', 'between', 'lessThan', 'greaterThan', 'exists'],
  datetime: ['inTheLast', 'on', 'between', 'before', 'after', 'inTheNext', 'exists', 'today'],
  bool: ['is', 'exists'],
};
const EVERY_OPERATOR = [...new Set(Object.values(OPERATORS).flat())];
const hintsOn = (fields: string) => load({ 'a.yaml': age(fields) }).diagnostics.map(({ hint }) => hint);

/** The advice for a list where the operator takes one value. */
const FOR_LISTS: Readonly<Record<string, string>> = {
  'string is': 'write one value, or use the operator in',
  'string contains': 'write one value, or use the operator containsInTheFollowing',
  'double lessThan': 'write one value',
  'double greaterThan': 'write one value',
  'bool is': 'write one value',
  'datetime on': 'write one value',
  'datetime before': 'write one value',
  'datetime after': 'write one value',
};
const LISTS: Readonly<Record<string, string>> = { string: '[a, b]', double: '[1, 2]', bool: '[true, false]' };

describe.each(Object.entries(OPERATORS))('advice on the operator of a %s never changes its meaning', (type, allowed) => {
  it.each(EVERY_OPERATOR.filter((one) => one !== 'exists'))('%s with a list', (operator) => {
    const hints = hintsOn(`data_type: ${type}, operator: ${operator}, value: ${LISTS[type] ?? '[7, 8]'}`);
    if (!allowed.includes(operator)) expect(hints).toEqual([`allowed: ${allowed.join(', ')}`]);
    else if (/^inThe(?:Last|Next)$/.test(operator)) expect(hints).toEqual(['write a number, such as 7']);
    else expect(hints).toEqual([FOR_LISTS[`${type} ${operator}`] ?? []].flat());
  });

  it.each(allowed)('the negation of %s', (operator) => {
    const capital = `${operator.charAt(0).toUpperCase()}${operator.slice(1)}`;
    const hints = (prefix: string, more = '') =>
      hintsOn(`data_type: ${type}, operator: ${prefix}${capital}, value: 1${more}`);
    for (const prefix of ['not', 'isNot', 'doesNot', 'not ', 'is_not_'])
      expect(hints(prefix)).toEqual([`write operator: ${operator} and negate: true`]);
    for (const prefix of ['no', 'non', 'un']) expect(hints(prefix)).toEqual([`allowed: ${allowed.join(', ')}`]);
    // Somebody who negates it already may mean the opposite.
    expect(hints('not', ', negate: true')).toEqual([`allowed: ${allowed.join(', ')}`]);
  });
}); // prettier-ignore

it.each([
  ['utm_params: app', 'utm_params must be a map, but it is "app"'],
  ['utm_params: { utm_source: 1, utm_medium: a }', 'utm_source must be text, but it is 1'],
  ['delivery_controls: { bypass_dnd: 1 }', 'bypass_dnd must be true or false, but it is 1'],
  ['scheduling_details: []', 'scheduling_details must be a map, but it is a list'],
  [
    'segmentation_details: { included_filters: [] }',
    'included_filters must be a group of filters, but it is a list',
  ],
])('%s: an E_TYPE names its field', (part, message) => {
  expect(load({ 'a.yaml': `${PUSH}${part}\n` }).diagnostics).toMatchObject([{ code: 'E_TYPE', message }]);
});

const CITY = 'write the name of a large city in the same time zone, such as Europe/Berlin, or UTC';
const NO_OFFSET = 'write a city with that time, such as Europe/Berlin: an offset has no daylight saving time';

it.each([
  ['America/NewYork', 'did you mean America/New_York?'],
  ['Europe/Berln', 'did you mean Europe/Berlin?'],
  ['Berlin', 'did you mean Europe/Berlin?'],
  ['Europe / Berlin', 'did you mean Europe/Berlin?'],
  ['Europe/Munich', CITY],
  ['Germany', CITY],
  ['GMT+1', NO_OFFSET],
  ['UTC+02', NO_OFFSET],
])('%s is no time zone: only the same place is proposed', (zone, hint) => {
  const found = load({
    'a.yaml': fixed(`start_time: 2031-05-04T09:00:00, timezone: ${zone}`).replace('»', ''),
  });
  expect(found.diagnostics).toMatchObject([{ hint }]);
});
