import { expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// Audiences that nobody can be in, and filters that limit nothing. The mark » is before the place that must be named.

const GERMANY =
  'filter_type: user_attributes, data_type: string, name: Country, operator: in, value: [Germany]';
const ORDERED = 'filter_type: actions, action_name: Ordered, execution: { type: atleast, count: 1 }';
const ORDERS = 'filter_type: user_attributes, data_type: double, name: orders, operator:';
const VIP = 'filter_type: user_attributes, data_type: bool, name: VIP, operator: is';
const fans = (name: string, id = '65f0a1b2c3d4e5f60718293a') =>
  `filter_type: custom_segments, name: ${name}, id: ${id}`;

/** An audience; each filter is the inside of a map. */
const audience = (included: string, excluded?: string) =>
  `${PUSH}segmentation_details:\n  included_filters: ${included}\n${excluded === undefined ? '' : `  excluded_filters: ${excluded}\n`}`;
const group = (operator: string, ...filters: string[]) =>
  `{ filter_operator: ${operator}, filters: [${filters.map((one) => (one.startsWith('»') ? `»{ ${one.slice(1)} }` : `{ ${one} }`)).join(', ')}] }`;

const triggered = (group: string) =>
  `${PUSH.replace('ONE_TIME', 'EVENT_TRIGGERED')}segmentation_details: { is_all_user_campaign: true }\ntrigger_condition:\n  included_filters: { ${group} }\n`;
const NOT_CHOSEN = /^(?:the audience is not chosen|every user who triggers|the segment )/;

function findings(marked: string) {
  const { text, places } = unmark(marked);
  return { places, found: load({ 'a.yaml': text }, { publishing: true }).diagnostics.filter(({ code }) => !code.endsWith('_PUBLISH')) };
} // prettier-ignore

it.each([
  ['did and did not', audience(group('and', `${ORDERED}, executed: true`, `»${ORDERED}, executed: false`))],
  ['matches and does not', audience(group('and', GERMANY, `»${GERMANY}, negate: true`))],
  ['yes and no', audience(group('and', `${VIP}, value: true`, `»${VIP}, value: false`))],
  ['yes, in a group of its own, and no', audience(`{ filter_operator: and, filters: [${group('or', `${VIP}, value: true`)}, »{ ${VIP}, value: false }] }`)],
  ['one of several values, and none of them', audience(group('and', GERMANY, `»${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`))],
  ['none of several values, and one of them, with another operator', audience(group('and', `${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`, `»${GERMANY.replace('operator: in, value: [Germany]', 'operator: is, value: Germany')}`))],
  ['more than 5 and less than 2', audience(group('and', `${ORDERS} greaterThan, value: 5`, `»${ORDERS} lessThan, value: 2`))],
  ['more than 2 and less than 2', audience(group('and', `${ORDERS} lessThan, value: 2`, `${VIP}, value: true`, `»${ORDERS} greaterThan, value: 2`))],
  ['between two limits and above both', audience(group('and', `${ORDERS} between, value: [1, 3]`, `»${ORDERS} greaterThan, value: 3`))],
  ['not above a limit, and above a higher one', audience(group('and', `${ORDERS} greaterThan, value: 2, negate: true`, `»${ORDERS} greaterThan, value: 5`))],
  ['a value or any other', audience(group('or', GERMANY, `»${GERMANY}, negate: true`))],
  ['did or did not', audience(group('or', `${ORDERED}, executed: true`, `»${ORDERED}, executed: false`))],
  ['more than 2 or less than 3', audience(group('or', `${ORDERS} greaterThan, value: 2`, `»${ORDERS} lessThan, value: 3`))],
  ['yes or no', audience(group('or', `${VIP}, value: true`, `»${VIP}, value: false`))],
  ['everybody is excluded', audience(group('and', `${VIP}, value: true`), group('or', GERMANY, `»${GERMANY}, negate: true`))],
  ['more values are excluded', audience(group('and', GERMANY, `${VIP}, value: true`), group('and', `»${GERMANY.replace('[Germany]', '[Austria, Germany]')}`))],
  ['a wider range is excluded', audience(group('and', `${ORDERS} between, value: [3, 5]`), group('or', `»${ORDERS} greaterThan, value: 2`))],
  ['all but more values are included', audience(group('and', `${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`), group('or', `»${GERMANY}, negate: true`))],
  ['nobody is excluded', audience(group('and', `${VIP}, value: true`), group('and', GERMANY, `»${GERMANY}, negate: true`))],
  ['included and excluded', audience(group('and', GERMANY), group('and', `»${GERMANY}, negate: false`))],
  ['one of several excluded', audience(group('and', GERMANY, `${VIP}, value: true`), group('or', `${VIP}, value: false`, `»${GERMANY}`))],
  ['the same segment under another name', audience(group('and', fans('Fans')), group('or', `»${fans('Old_fans')}`))],
  ['at least 0 times', audience(group('and', `filter_type: actions, action_name: Ordered, executed: true, execution: { type: atleast, count: »0 }`))],
  ['nobody outside of the control group', `${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: »100 }\n`],
  ['no event triggers it', triggered(`filter_operator: and, filters: [{ ${ORDERED}, executed: »false }]`)],
  ['also with an attribute', triggered(`filter_operator: and, filters: [{ ${GERMANY} }, { ${ORDERED}, executed: »false }]`)],
])('%s', (what, marked) => {
  const { found, places } = findings(marked);
  const own = found.filter(({ message: said }) => !NOT_CHOSEN.test(said));
  expect(own.map(placeAndCode), what).toEqual(places.map((place) => `${place} W_AUDIENCE`));
}); // prettier-ignore

it.each([
  ['a range of numbers', audience(group('and', `${ORDERS} greaterThan, value: 2`, `${ORDERS} lessThan, value: 5`))],
  ['numbers outside of a range', audience(group('or', `${ORDERS} lessThan, value: 2`, `${ORDERS} greaterThan, value: 5`))],
  ['all numbers but one', audience(group('or', `${ORDERS} lessThan, value: 2`, `${ORDERS} greaterThan, value: 2`))],
  ['two numbers that an attribute may have together', audience(group('and', `${ORDERS} in, value: [2]`, `${ORDERS} in, value: [5]`))],
  ['a limit that may belong to both', audience(group('and', `${ORDERS} between, value: [1, 3]`, `${ORDERS} between, value: [3, 5]`))],
  ['a range whose limits may not be excluded', audience(group('and', `${ORDERS} between, value: [3, 5]`), group('and', `${ORDERS} greaterThan, value: 3`))],
  ['some of the values are excluded', audience(group('and', GERMANY.replace('[Germany]', '[Austria, Germany]')), group('and', GERMANY))],
  ['not both of two values', audience(group('or', `${GERMANY}, negate: true`, `${GERMANY.replace('Germany', 'Austria')}, negate: true`))],
  ['none of several values, or another one of them', audience(group('or', `${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`, GERMANY))],
  ['values of two attributes', audience(group('and', GERMANY, `${GERMANY.replace('Country', 'Origin')}, negate: true`))],
  ['two values that an attribute may have together', audience(group('and', GERMANY, GERMANY.replace('Germany', 'Austria')))],
  ['did once, but not three times', audience(group('and', `${ORDERED}, executed: true`, `${ORDERED.replace('1', '3')}, executed: false`))],
  ['excluded only together with another filter', audience(group('and', GERMANY), group('and', GERMANY, `${VIP}, value: false`))],
  ['one of several included', audience(group('or', GERMANY, `${VIP}, value: true`), group('and', GERMANY))],
  ['never', audience(group('and', 'filter_type: actions, action_name: Ordered, executed: true, execution: { type: exactly, count: 0 }'))],
  ['an ID that is short', audience(group('and', fans('Fans', 'abc')), group('or', fans('Others', '"12345"')))],
  ['two segments', audience(group('and', fans('Fans')), group('or', fans('Others', '65f0a1b2c3d4e5f607182900')))],
  ['a control group of nearly everybody', `${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: 95 }\n`],
  ['a control group that is off', `${PUSH}control_group_details: { is_campaign_control_group_enabled: false, campaign_control_group_percentage: 100 }\n`],
  ['an event, without another one', triggered(`filter_operator: and, filters: [{ ${ORDERED}, executed: false }, { ${ORDERED.replace('Ordered', 'Viewed')}, executed: true }]`)],
  ['an event that is only in the second condition', `${triggered(`filter_operator: and, filters: [{ ${ORDERED}, executed: false }]`)}  secondary_included_filters: { filter_operator: and, filters: [{ ${ORDERED.replace('Ordered', 'Viewed')}, executed: true }] }\n`],
  ['a delay from a date', `${triggered(`filter_operator: and, filters: [{ ${ORDERED}, executed: false }]`)}  trigger_delay_type: DELAY\n  trigger_delay_value: 3\n  trigger_delay_granularity: DAYS\n  trigger_relation: BEFORE\n  trigger_attr: { name: Renewal }\n`],
])('%s is possible', (what, text) => {
  expect(findings(text).found, what).toEqual([]);
}); // prettier-ignore
