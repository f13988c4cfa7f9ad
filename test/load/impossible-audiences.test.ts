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
const NO_EVENT = 'executed is false for every event of the trigger, so nothing triggers the message';
const POSITIVE =
  'write executed: true for the event that triggers it; what users must not do belongs in secondary_included_filters';

const NOT_CHOSEN = /^(?:segmentation_details is missing|the audience is not chosen|the segment with)/;

function findings(marked: string) {
  const { text, places } = unmark(marked);
  return { places, found: load({ 'a.yaml': text }, { publishing: true }).diagnostics.filter(({ code }) => !code.endsWith('_PUBLISH')) };
} // prettier-ignore

const OPPOSITE = (what: string) => `nobody can match this filter (${what}) and its opposite above`;
const ALSO = (what: string) =>
  `this filter (${what}) is also in included_filters, so nobody gets the message`;
const BOTH = 'no value of orders matches both this filter and the one above';
const EITHER = 'correct one of them; if one of the two is enough, write filter_operator: or';
const EVERYBODY =
  "every user matches this filter (Country) or the one above, so the two don't limit the audience";
const ANY_ORDERS =
  "every user who has orders matches this filter or the one above, so its value doesn't matter";
const NOT_OR = 'correct one of them; if both must match, write filter_operator: and';
const WHOLE = (what: string) =>
  `this filter (${what}) excludes everybody who matches the one in included_filters, so nobody gets the message`;
const CORRECT = 'correct the value of one of the two';
const ONE = 'remove the one that is not meant';
const REMOVE = 'remove it from excluded_filters or from included_filters';
const ONCE = 'write 1 or more; for users who never did it, write type: exactly';

it.each([
  ['did and did not', audience(group('and', `${ORDERED}, executed: true`, `»${ORDERED}, executed: false`)), OPPOSITE('Ordered'), ONE],
  ['matches and does not', audience(group('and', GERMANY, `»${GERMANY}, negate: true`)), OPPOSITE('Country'), ONE],
  ['yes and no', audience(group('and', `${VIP}, value: true`, `»${VIP}, value: false`)), OPPOSITE('VIP'), ONE],
  ['yes, in a group of its own, and no', audience(`{ filter_operator: and, filters: [${group('or', `${VIP}, value: true`)}, »{ ${VIP}, value: false }] }`), OPPOSITE('VIP'), ONE],
  ['one of several values, and none of them', audience(group('and', GERMANY, `»${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`)), OPPOSITE('Country'), ONE],
  ['none of several values, and one of them, with another operator', audience(group('and', `${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`, `»${GERMANY.replace('operator: in, value: [Germany]', 'operator: is, value: Germany')}`)), OPPOSITE('Country'), ONE],
  ['more than 5 and less than 2', audience(group('and', `${ORDERS} greaterThan, value: 5`, `»${ORDERS} lessThan, value: 2`)), BOTH, EITHER],
  ['more than 2 and less than 2', audience(group('and', `${ORDERS} lessThan, value: 2`, `${VIP}, value: true`, `»${ORDERS} greaterThan, value: 2`)), BOTH, EITHER],
  ['between two limits and above both', audience(group('and', `${ORDERS} between, value: [1, 3]`, `»${ORDERS} greaterThan, value: 3`)), BOTH, EITHER],
  ['not above a limit, and above a higher one', audience(group('and', `${ORDERS} greaterThan, value: 2, negate: true`, `»${ORDERS} greaterThan, value: 5`)), BOTH, EITHER],
  ['a value or any other', audience(group('or', GERMANY, `»${GERMANY}, negate: true`)), EVERYBODY, ONE],
  ['did or did not', audience(group('or', `${ORDERED}, executed: true`, `»${ORDERED}, executed: false`)), EVERYBODY.replace('Country', 'Ordered'), ONE],
  ['more than 2 or less than 3', audience(group('or', `${ORDERS} greaterThan, value: 2`, `»${ORDERS} lessThan, value: 3`)), ANY_ORDERS, NOT_OR],
  ['yes or no', audience(group('or', `${VIP}, value: true`, `»${VIP}, value: false`)), ANY_ORDERS.replace('orders', 'VIP'), ONE],
  ['everybody is excluded', audience(group('and', `${VIP}, value: true`), group('or', GERMANY, `»${GERMANY}, negate: true`)), 'every user matches this filter (Country) or the one above, so all of them are excluded', ONE],
  ['more values are excluded', audience(group('and', GERMANY, `${VIP}, value: true`), group('and', `»${GERMANY.replace('[Germany]', '[Austria, Germany]')}`)), WHOLE('Country'), CORRECT],
  ['a wider range is excluded', audience(group('and', `${ORDERS} between, value: [3, 5]`), group('or', `»${ORDERS} greaterThan, value: 2`)), WHOLE('orders'), CORRECT],
  ['all but more values are included', audience(group('and', `${GERMANY.replace('[Germany]', '[Austria, Germany]')}, negate: true`), group('or', `»${GERMANY}, negate: true`)), WHOLE('Country'), CORRECT],
  ['nobody is excluded', audience(group('and', `${VIP}, value: true`), group('and', GERMANY, `»${GERMANY}, negate: true`)), OPPOSITE('Country'), ONE],
  ['included and excluded', audience(group('and', GERMANY), group('and', `»${GERMANY}, negate: false`)), ALSO('Country'), REMOVE],
  ['one of several excluded', audience(group('and', GERMANY, `${VIP}, value: true`), group('or', `${VIP}, value: false`, `»${GERMANY}`)), ALSO('Country'), REMOVE],
  ['the same segment under another name', audience(group('and', fans('Fans')), group('or', `»${fans('Old_fans')}`)), ALSO('Old_fans'), REMOVE],
  ['at least 0 times', audience(group('and', `filter_type: actions, action_name: Ordered, executed: true, execution: { type: atleast, count: »0 }`)), 'every user has done this at least 0 times', ONCE],
  ['nobody outside of the control group', `${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: »100 }\n`, 'a control group of 100 percent contains everybody, so nobody gets the message', 'write a smaller percentage, such as 5'],
  ['no event triggers it', triggered(`filter_operator: and, filters: [{ ${ORDERED}, executed: »false }]`), NO_EVENT, POSITIVE],
  ['also with an attribute', triggered(`filter_operator: and, filters: [{ ${GERMANY} }, { ${ORDERED}, executed: »false }]`), NO_EVENT, POSITIVE],
])('%s', (what, marked, message, hint) => {
  const { found, places } = findings(marked);
  const own = found.filter(({ message: said }) => !NOT_CHOSEN.test(said));
  expect(own.map(placeAndCode), what).toEqual(places.map((place) => `${place} W_AUDIENCE`));
  expect(own).toMatchObject([{ message, hint }]);
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
