import { describe, expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// What a finding says besides its place: the field, the values that there are, and the form that was meant.

const group = (value: string) => `${PUSH}segmentation_details:\n  included_filters: ${value}\n`;
const age = (fields: string) =>
  group(`{ filter_operator: and, filters: [{ filter_type: user_attributes, name: Age, ${fields} }] }`);
const FORM = '{ filter_operator: and, filters: [ … ] }';
const SEGMENT = 'filter_type: custom_segments, name: a, id: b';

it.each([
  ['is for a number', age('data_type: double, operator: »is, value: 5'), 'allowed: in, between, lessThan, greaterThan, exists'],
  ['in for a date', age('data_type: datetime, operator: »in, value: 5'), 'allowed: inTheLast, on, between, before, after, inTheNext, exists, today'],
  ['a long operator that is misspelt', age('data_type: double, operator: »lessThen, value: 5'), 'write "lessThan"'],
  ['an operator in capitals', age('data_type: string, operator: »IS, value: a'), 'write "is"'],
  ['a list in place of a group', group(`»[{ ${SEGMENT} }]`), FORM],
  ['a block list in place of a group', group(`\n    »- ${SEGMENT.replaceAll(', ', '\n      ')}`), FORM],
  ['one filter in place of a group', group(`»{ ${SEGMENT} }`), FORM],
  ['a group of an event', `channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: { included_filters: »[] }\n`, FORM],
  ['a missing name with listed values', group('»{ filters: [] }'), 'add filter_operator (and, or)'],
  ['a delivery type misspelled', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\nscheduling_details: { delivery_type: »AT_ONCE }\n', 'allowed: ASAP, AT_FIXED_TIME, SEND_IN_BTS, SEND_IN_USER_TIMEZONE'],
  ['the same in a PERIODIC campaign', 'channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details: { delivery_type: »AT_ONCE, start_time: "2031-05-04T09:00:00", periodic_details: { sending_frequency: DAILY, repeat_frequency: 1 } }\n', 'write "AT_FIXED_TIME"'],
  ['two of them', `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [»{ filter_type: user_attributes, name: Age }] } }\n`, 'data_type (string, double, datetime, bool)'],
])('%s', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.startsWith('E_'));
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
  expect(found[0]?.hint).toContain(hint);
}); // prettier-ignore

const weekly = (fields: string) =>
  `channel: PUSH\ncampaign_delivery_type: PERIODIC\nbasic_details: { name: A }\nscheduling_details: { delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: 2031-05-04T09:00:00, periodic_details: »{ sending_frequency: WEEKLY, ${fields} } }\n`;
const fixed = (fields: string) => `${PUSH}scheduling_details: »{ delivery_type: AT_FIXED_TIME, ${fields} }\n`;

it.each([
  ['a short weekday', weekly('repeat_on_days_of_week: »mon').replace('»{', '{'), 'write [MONDAY]'],
  ['a weekday', weekly('repeat_on_days_of_week: »monday').replace('»{', '{'), 'write [MONDAY]'],
  ['two weekdays', weekly('repeat_on_days_of_week: »"Mon, Thu"').replace('»{', '{'), 'write [MONDAY, THURSDAY]'],
  ['something else', weekly('repeat_on_days_of_week: »weekend').replace('»{', '{'), 'write a list such as [MONDAY]; allowed: MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY'],
  ['a short weekday in a list', weekly('repeat_on_days_of_week: [»Tue]').replace('»{', '{'), 'write "TUESDAY"; allowed: MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY'],
  ['no weekday', weekly('repeat_frequency: 1'), 'add repeat_on_days_of_week (for example [MONDAY])'],
  ['no start', fixed('timezone: UTC'), 'add start_time (for example 2031-05-04T09:00:00)'],
  ['neither start nor zone', fixed(''), 'add start_time (for example 2031-05-04T09:00:00) and timezone (for example Europe/Berlin)'],
  ['no number', `${PUSH}delivery_controls: »{ queuing_enabled: true }\n`, 'add queue_duration (for example 1)'],
  ['any text', `${PUSH}utm_params: »{ utm_source: a }\n`, 'add utm_medium'],
  ['an offset', fixed('timezone: UTC, start_time: »2031-05-04T09:00:00+02:00').replace('»{', '{'), 'write a time such as 2031-05-04T09:00:00, without Z or +01:00 at the end'],
  ['letters in place of a number', `${PUSH}delivery_controls: { send_limit_value: »abc }\n`, 'write a whole number in quotes, such as "1"'],
  ['an operator of other programs', age('data_type: string, operator: »equals, value: a'), `write "is"; allowed: in, contains, containsInTheFollowing, startWithInTheFollowing, endsWithInTheFollowing, exists, is`],
  ['a data type of other programs', age('data_type: »text, operator: is, value: a'), 'write "string"'],
  ['another one', age('data_type: »Number, operator: in, value: 5'), 'write "double"'],
  ['the same for a date', age('data_type: datetime, operator: »==, value: 5'), `write "on"; allowed: inTheLast, on, between, before, after, inTheNext, exists, today`],
  ['the same for a number', age('data_type: double, operator: »equals, value: 5'), 'allowed: in, between, lessThan, greaterThan, exists'],
])('%s: the hint shows what to write', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.startsWith('E_') && code !== 'E_FEATURE');
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
  expect(found[0]?.hint).toBe(hint);
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
