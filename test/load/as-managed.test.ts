import { failsCheck } from '../../src/model/diagnostic.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Components } from '../../src/model/campaign.ts';
import { BOTH, load, PUSH, placeAndCode, unmark } from '../support/load/marked.ts';

// Open point V24: what a live campaign may have and our rules refuse, with the mark » before the place.

const filter = (fields: string) =>
  `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: a, ${fields} }] } }\n`;
const goal = (fields: string) =>
  `${PUSH}conversion_goal_details: { goals: [{ goal_name: a, goal_event_name: b, goal_event_attribute: { name: c, data_type: DOUBLE, ${fields} } }] }\n`;
const UTM = 'utm_source: a, utm_medium: b';

/** The record of a campaign `a` that live has as a file says. */
const recordOf = (text: string) => ({ managed: ['a'], observed: { a: parse(text) as Components } });

const EXCEPTED: readonly (readonly [what: string, code: string, marked: string])[] = [
  ['a tracking parameter of another name', 'UNKNOWN_KEY', `${PUSH}utm_params: { ${UTM}, »season: spring }\n`],
  ['a sixth tracking parameter', 'UTM', `${PUSH}utm_params: { ${UTM}, utm_1: a, utm_2: a, utm_3: a, utm_4: a, utm_5: a, »utm_6: a }\n`],
  ['a fixed time without a zone', 'MISSING', `${PUSH}scheduling_details: »{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00 }\n`],
  ['a delay without a type', 'MISSING', 'channel: EMAIL\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: »{ trigger_delay_value: 30, trigger_delay_granularity: MINUTES }\n'],
  ['another label of an action', 'VALUE', filter('condition: »WHEN')],
  ['a condition on an event without a type', 'MISSING', filter('attributes: { filter_operator: and, filters: [»{ name: a, data_type: bool, operator: exists }] }')],
  ['platforms in lower case, out of order and twice', 'VALUE', PUSH.replace('push', 'push, platforms: [WEB, »android, WEB]')],
  ['a time zone that is not known here', 'TIMEZONE', `${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: »Mars/Base }\n`],
  ['a component of the other channel', 'UNKNOWN_KEY', `${PUSH}»connector: { connector_type: SENDGRID, connector_name: a }\n`],
]; // prettier-ignore

describe.each(EXCEPTED)('%s', (_, code, marked) => {
  const { text, places } = unmark(marked);

  it('is an error in the file of a new campaign', () => {
    const { diagnostics, desired } = load({ 'a.yaml': text }, { managed: ['b'] });
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_${code}`));
    expect(desired.get('local')).toEqual([]);
  });

  it('is a warning in the file of a managed one, and never fails a check', () => {
    const { diagnostics, desired } = load({ 'a.yaml': text }, recordOf(text));
    expect(failsCheck(diagnostics, { warnings: 'fail' })).toBe(false);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} W_${code}`));
    expect(desired.get('local')?.map(({ key }) => key)).toEqual(['a']);
  });

  it('is an error in the file of a managed one if live is recorded without it', () => {
    const { diagnostics } = load({ 'a.yaml': text }, recordOf(PUSH));
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_${code}`));
  });
});

describe('a trigger that a file lacks', () => {
  const LACKING = 'channel: EMAIL\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\n';
  const HAVING = `${LACKING}trigger_condition: { trigger_delay_type: ASAP }\n`;

  it.each([
    ['a warning if live lacks it, too', LACKING, 'W_MISSING'],
    ['an error if live has it', HAVING, 'E_MISSING'],
  ])('is %s', (_, live, code) => {
    const { diagnostics } = load({ 'a.yaml': LACKING }, recordOf(live));
    expect(diagnostics.map((one) => one.code)).toContain(code);
  });
});

describe('an error even in the file of a managed campaign', () => {
  it.each([
    ['a goal value that is a list', 'E_TYPE', goal('condition: in, value: »[1, 2]')],
    ['a start that is missing', 'E_MISSING', `${PUSH}scheduling_details: »{ delivery_type: AT_FIXED_TIME, timezone: UTC }\n`],
    ['a field that decides who gets it', 'E_UNKNOWN_KEY', `${PUSH}segmentation_details: { is_all_user_campaign: true, »exclude: a }\n`],
    ['an unknown component', 'E_UNKNOWN_KEY', `${PUSH}»utm: { ${UTM} }\n`],
    ['tracking without a medium', 'E_MISSING', `${PUSH}utm_params: »{ utm_source: a }\n`],
    ['a number that is no goal', 'E_TYPE', `${PUSH}utm_params: { utm_source: »5, utm_medium: a }\n`],
    ['a condition of another type', 'E_VALUE', `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [{ filter_type: »events, name: a }] } }\n`],
  ])('%s', (_, code, marked) => {
    const { text, places } = unmark(marked);
    const { diagnostics } = load({ 'a.yaml': text }, { managed: ['a'] });
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  }); // prettier-ignore
});

describe('a check that warnings fail', () => {
  const LENIENT = unmark(`${PUSH}advanced:
  platform_level_priority: { ios_specific_priority: { interruption_level: »Active } }
  »colour: green
`);
  const RESPELLED = unmark(PUSH.replace(/name: [^,}\n]+/, 'name: »"A  push"'));

  it.each([
    ['spellings and unknown fields', LENIENT, ['W_SPELLING', 'W_UNKNOWN_FIELD']],
    ['a name that a service may respell', RESPELLED, ['W_NAME']],
  ])('fails because of %s only in the file of a new campaign', (_, { text, places }, codes) => {
    const found = [{}, recordOf(text)].map((loading) => load({ 'a.yaml': text }, loading).diagnostics);
    const expected = places.map((place, index) => `${place} ${codes[index] ?? ''}`);
    expect(found.map((one) => one.map(placeAndCode))).toEqual([expected, expected]);
    expect(found.map((one) => failsCheck(one, { warnings: 'fail' }))).toEqual([true, false]);
  });
});

it('what a response has and a file ignores fails a strict check, also in the file of a managed campaign', () => {
  const { diagnostics } = load({ 'a.yaml': `id: a\n${PUSH}` }, recordOf(PUSH));
  expect(diagnostics.map(placeAndCode)).toEqual(['1:1 W_UNKNOWN_FIELD']);
  expect(failsCheck(diagnostics, { warnings: 'fail' })).toBe(true);
});

it('a campaign that is managed in one workspace is new in the other, and the error says it once', () => {
  const { text } = unmark(`${PUSH}utm_params: { ${UTM}, season: spring }\n`);
  const { diagnostics, desired } = load({ 'a.yaml': text }, { ...BOTH, ...recordOf(text) });
  expect(diagnostics.map(({ code }) => code)).toEqual(['E_UNKNOWN_KEY']);
  expect([desired.get('local')?.length, desired.get('staging')?.length]).toEqual([1, 0]);
});
