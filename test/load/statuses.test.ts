import { failsCheck } from '../../src/model/diagnostic.ts';
import { expect, it } from 'vitest';
import { load, placeAndCode, PUSH, unmark } from '../support/load/marked.ts';

// The status that a file requests: words for something else, and what the service can't do for a type.

const first = (text: string, loading: Parameters<typeof load>[1] = {}) =>
  load({ 'a.yaml': text }, { now: Date.parse('2030-12-01T00:00:00Z'), ...loading }).diagnostics.filter(
    ({ code }) => code.endsWith('_STATUS'),
  );

it.each(['inactive', 'SENT', ''])('%j is refused', (status) => {
  const { text, places } = unmark(`${PUSH}status: »${status}\n`);
  expect(first(text).map((one) => placeAndCode(one).split(':')[0])).toEqual([places[0]?.split(':')[0]]);
});

const of = (type: string, status: string, more = '') =>
  `channel: PUSH\ncampaign_delivery_type: ${type}\nstatus: ${status}\nbasic_details: { name: A }\n${more}`;

it.each([
  ['ONE_TIME', 'PAUSED'],
  ['PERIODIC', 'STOPPED'],
  ['EVENT_TRIGGERED', 'STOPPED'],
  ['DEVICE_TRIGGERED', 'PAUSED'],
])('%s can never be %s', (type, status) => {
  const { text, places } = unmark(of(type, `»${status}`));
  const found = first(text);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_STATUS`));
});

it.each([
  ['live', ['a']],
  ['managed', []],
])('a %s one-time campaign can never be PAUSED, which never fails a check', (_, live) => {
  const found = first(of('ONE_TIME', 'PAUSED'), { managed: ['a'], live });
  expect(found.map(({ code }) => code)).toEqual(['W_STATUS']);
  expect(failsCheck(found, { warnings: 'fail' })).toBe(false);
  expect(first(of('ONE_TIME', 'PAUSED'), { managed: ['a'], live: ['a'], ended: ['a'] })).toEqual([]);
});

it('is left to the plan, which knows the type of the live campaign', () => {
  expect(first(of('ONE_TIME', 'PAUSED'), { isPlanned: true })).toEqual([]);
  expect(load({ 'a.yaml': of('ONE_TIME', 'PAUSED') }).diagnostics).toEqual([]);
});
