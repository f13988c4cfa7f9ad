import { expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// Audiences that nobody can be in, and filters that limit nothing. The mark » is before the place that must be named.

const GERMANY =
  'filter_type: user_attributes, data_type: string, name: Country, operator: in, value: [Germany]';
const ORDERED = 'filter_type: actions, action_name: Ordered, execution: { type: atleast, count: 1 }';
const VIP = 'filter_type: user_attributes, data_type: bool, name: VIP, operator: is';
const fans = (name: string, id = '65f0a1b2c3d4e5f60718293a') =>
  `filter_type: custom_segments, name: ${name}, id: ${id}`;

/** An audience; each filter is the inside of a map. */
const audience = (included: string, excluded?: string) =>
  `${PUSH}segmentation_details:\n  included_filters: ${included}\n${excluded === undefined ? '' : `  excluded_filters: ${excluded}\n`}`;
const group = (operator: string, ...filters: string[]) =>
  `{ filter_operator: ${operator}, filters: [${filters.map((one) => (one.startsWith('»') ? `»{ ${one.slice(1)} }` : `{ ${one} }`)).join(', ')}] }`;

function findings(marked: string) {
  const { text, places } = unmark(marked);
  return { places, found: load({ 'a.yaml': text }, { publishing: true }).diagnostics.filter(({ code }) => !code.endsWith('_PUBLISH')) };
} // prettier-ignore

const OPPOSITE = (what: string) => `nobody can match this filter (${what}) and its opposite above`;
const ALSO = (what: string) =>
  `this filter (${what}) is also in included_filters, so nobody gets the message`;
const ONE = 'remove the one that is not meant';
const REMOVE = 'remove it from excluded_filters or from included_filters';
const ONCE = 'write 1 or more; for users who never did it, write type: exactly';

it.each([
  ['did and did not', audience(group('and', `${ORDERED}, executed: true`, `»${ORDERED}, executed: false`)), OPPOSITE('Ordered'), ONE],
  ['matches and does not', audience(group('and', GERMANY, `»${GERMANY}, negate: true`)), OPPOSITE('Country'), ONE],
  ['yes and no', audience(group('and', `${VIP}, value: true`, `»${VIP}, value: false`)), OPPOSITE('VIP'), ONE],
  ['yes, in a group of its own, and no', audience(`{ filter_operator: and, filters: [${group('or', `${VIP}, value: true`)}, »{ ${VIP}, value: false }] }`), OPPOSITE('VIP'), ONE],
  ['nobody is excluded', audience(group('and', `${VIP}, value: true`), group('and', GERMANY, `»${GERMANY}, negate: true`)), OPPOSITE('Country'), ONE],
  ['included and excluded', audience(group('and', GERMANY), group('and', `»${GERMANY}, negate: false`)), ALSO('Country'), REMOVE],
  ['one of several excluded', audience(group('and', GERMANY, `${VIP}, value: true`), group('or', `${VIP}, value: false`, `»${GERMANY}`)), ALSO('Country'), REMOVE],
  ['the same segment under another name', audience(group('and', fans('Fans')), group('or', `»${fans('Old_fans')}`)), ALSO('Old_fans'), REMOVE],
  ['at least 0 times', audience(group('and', `filter_type: actions, action_name: Ordered, executed: true, execution: { type: atleast, count: »0 }`)), 'every user has done this at least 0 times', ONCE],
])('%s', (what, marked, message, hint) => {
  const { found, places } = findings(marked);
  const own = found.filter(({ code }) => code !== 'W_SEGMENT');
  expect(own.map(placeAndCode), what).toEqual(places.map((place) => `${place} W_AUDIENCE`));
  expect(own).toMatchObject([{ message, hint }]);
}); // prettier-ignore

it.each([
  ['did or did not', audience(group('or', `${ORDERED}, executed: true`, `${ORDERED}, executed: false`))],
  ['two values that an attribute may have together', audience(group('and', GERMANY, GERMANY.replace('Germany', 'Austria')))],
  ['did once, but not three times', audience(group('and', `${ORDERED}, executed: true`, `${ORDERED.replace('1', '3')}, executed: false`))],
  ['excluded only together with another filter', audience(group('and', GERMANY), group('and', GERMANY, `${VIP}, value: false`))],
  ['one of several included', audience(group('or', GERMANY, `${VIP}, value: true`), group('and', GERMANY))],
  ['never', audience(group('and', 'filter_type: actions, action_name: Ordered, executed: true, execution: { type: exactly, count: 0 }'))],
  ['an ID that is short', audience(group('and', fans('Fans', 'abc')), group('or', fans('Others', '"12345"')))],
  ['two segments', audience(group('and', fans('Fans')), group('or', fans('Others', '65f0a1b2c3d4e5f607182900')))],
])('%s is possible', (what, text) => {
  expect(findings(text).found, what).toEqual([]);
}); // prettier-ignore
