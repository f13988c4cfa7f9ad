import { describe, expect, it } from 'vitest';
import type { Components, DeliveryType } from '../../../src/model/campaign.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json.ts';
import { filterWords } from '../../../src/render/rows/filters.ts';
import { timingOf } from '../../../src/render/rows/timing.ts';
import { desired } from '../../support/builders.ts';

const group = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'and', filters });
const either = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'or', filters });
const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name, id: '1' });
const did = (action_name: string, more: JsonObject = {}): JsonObject => ({
  ...{ filter_type: 'actions', action_name, executed: true, ...more },
});
const times = (type: string, count: number): JsonObject => ({ execution: { type, count } });
const is = (name: string, operator: string, value?: JsonValue, more: JsonObject = {}): JsonObject => ({
  ...{ filter_type: 'user_attributes', name, operator },
  ...{ ...(value !== undefined && { value }), ...more },
});

describe('filters in words', () => {
  it.each<readonly [words: string, filter: JsonObject]>([
    ['in "VIP"', segment('VIP')],
    ['in the segment with ID "1"', { filter_type: 'custom_segments', id: '1' }],
    ['did "Purchase"', did('Purchase', times('atleast', 1))],
    ['did "Purchase" exactly 3 times', did('Purchase', times('exactly', 3))],
    ['did not do "Purchase"', did('Purchase', { executed: false })],
    [
      'did "Viewed" where category is "Tents"',
      did('Viewed', { attributes: group(is('category', 'is', 'Tents')) }),
    ],
    ['City is one of "Berlin", "Paris"', is('City', 'in', ['Berlin', 'Paris'])],
    ['City exists', is('City', 'exists')],
    ['not (City contains "Ber")', is('City', 'contains', 'Ber', { negate: true })],
    ['"City doesn\'t exist" exists', is("City doesn't exist", 'exists')],
    ['Total is between 20 and 400', is('Total', 'between', [20, 400])],
    ['Total is between 20 and 400', is('Total', 'between', 20, { value1: 400 })],
    ['in "VIP\\" or \\"all"', segment('VIP" or "all')],
    ['"Age is 1 or City" is 2', is('Age is 1 or City', 'is', 2)],
    ['Last Order was in the last 7 days', is('Last Order', 'inTheLast', 7, { data_type: 'datetime' })],
    ['City is "Berlin" (case_sensitive: true)', is('City', 'is', 'Berlin', { case_sensitive: true })],
    ['City is "Berlin"', is('City', 'is', 'Berlin', { case_sensitive: false, category: 'Tracked' })],
    [
      'did "Purchase" at least 2 times (in the last 30 days)',
      did('Purchase', { ...times('atleast', 2), primary_time_range: { type: 'inTheLast', value: 30 } }),
    ],
    ['in "VIP" (weight: 2)', { ...segment('VIP'), weight: 2 }],
    ['City constructor "Bonn"', is('City', 'constructor', 'Bonn')],
  ])('%s', (words, filter) => {
    expect(filterWords(group(filter))?.replaceAll('\n', ' ')).toBe(words);
  });

  it.each<readonly [words: string | undefined, filters: JsonObject | undefined]>([
    ['in "A" or in "B"', either(segment('A'), segment('B'))],
    ['in "A" and (in "B" or in "C")', group(segment('A'), either(segment('B'), segment('C')))],
    [undefined, undefined],
    [undefined, group()],
  ])('a group: %s', (words, filters) => {
    expect(filterWords(filters)?.replaceAll('\n', ' ')).toBe(words);
  });
});

describe('when a campaign sends, in words', () => {
  const trigger = (more: JsonObject = {}) => ({
    trigger_condition: { included_filters: group(did('Signed Up')), ...more },
  });
  const BEFORE = {
    ...{ trigger_delay_type: 'DELAY', trigger_delay_value: 2, trigger_delay_granularity: 'DAYS' },
    ...{ trigger_relation: 'BEFORE', trigger_attr: { name: 'checkin' } },
  };
  const NINE = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };
  const IN_NEW_YORK = { start_time: '2031-05-01T09:00:00+02:00', timezone: 'America/New_York' };
  const at = (more: JsonObject = {}) => ({
    scheduling_details: { delivery_type: 'AT_FIXED_TIME', ...NINE, ...more },
  });
  const SHOP = {
    ...{ name: 'Shop', latitude: '52.5', longitude: '13.4', radius: '200', triggered_at: 'dwell' },
    ...{ dwell_time_value: '10', dwell_time_granularity: 'MINUTES' },
    ...{ response_time_value: '5', response_time_granularity: 'MINUTES' },
  };
  const yearly = (days: number[], more: JsonObject = {}) =>
    at({
      ...{ start_time: '2031-02-01T10:00:00', timezone: 'UTC', ...more },
      periodic_details: {
        ...{ sending_frequency: 'MONTHLY', repeat_frequency: 12, repeat_on_date_of_month: days },
        no_of_occurences: 3,
      },
    });
  const every = (details: JsonObject) => at({ periodic_details: details });

  it.each<readonly [words: string, type: DeliveryType, components: Components]>([
    ['2 d before checkin of "Signed Up"', 'EVENT_TRIGGERED', trigger(BEFORE)],
    [
      'at each user\'s best moment after "Signed Up"',
      'EVENT_TRIGGERED',
      trigger({ trigger_delay_type: 'INTELLIGENT_DELAY' }),
    ],
    ['on the device, right after "Signed Up"', 'DEVICE_TRIGGERED', trigger({ trigger_delay_type: 'ASAP' })],
    ['once, as soon as it is published', 'ONE_TIME', { scheduling_details: { delivery_type: 'ASAP' } }],
    [
      "once, at each user's best time from Thu 2031-05-01 09:00 Europe/Berlin",
      'ONE_TIME',
      at({ delivery_type: 'SEND_IN_BTS' }),
    ],
    ['once, Thu 2031-05-01 09:00 UTC+02:00', 'ONE_TIME', at(IN_NEW_YORK)],
    ['once, not scheduled yet', 'ONE_TIME', {}],
    [
      'daily, 5 times, from Thu 2031-05-01 09:00 Europe/Berlin',
      'PERIODIC',
      every({ sending_frequency: 'DAILY', no_of_occurences: 5 }),
    ],
    [
      'daily, from Thu 2031-05-01 09:00 Europe/Berlin',
      'PERIODIC',
      at({ periodic_details: { sending_frequency: 'DAILY' }, expiry_time: '2031-06-01T09:00:00' }),
    ],
    [
      'when a user stays 10 min within 200 m of Shop (52.5, 13.4), 5 min response time, right after "Signed Up"',
      'LOCATION_TRIGGERED',
      { ...trigger({ trigger_delay_type: 'ASAP' }), basic_details: { geofences: SHOP } },
    ],
    [
      'when a user leaves the area within 200 m of Shop (52.5, 13.4), 5 min response time, right after "Signed Up"',
      'LOCATION_TRIGGERED',
      {
        ...trigger({ trigger_delay_type: 'ASAP' }),
        basic_details: { geofences: { ...SHOP, triggered_at: 'EXIT' } },
      },
    ],
    [
      'every 12 months on day 29, 3 times, from Sat 2031-02-01 10:00 UTC; first sent Sun 2032-02-29 10:00 UTC',
      'PERIODIC',
      yearly([29]),
    ],
    [
      'every 12 months on day 30, 3 times, from Sat 2031-02-01 10:00 UTC; never sent: no such day comes',
      'PERIODIC',
      yearly([30]),
    ],
    [
      'every 12 months on day 1, 3 times, from Sat 2031-02-01 10:00 UTC; only 2 times before its end',
      'PERIODIC',
      yearly([1], { expiry_time: '2032-12-01T00:00:00' }),
    ],
    // A day of the week has no effect here.
    [
      'daily, from Thu 2031-05-01 09:00 Europe/Berlin, without an end',
      'PERIODIC',
      every({ sending_frequency: 'DAILY', repeat_on_days_of_week: ['FRIDAY'] }),
    ],
  ])('%s', (words, type, components) => {
    expect(timingOf(desired({ type, components }))).toBe(words);
  });

  it('distinguishes the first Monday of a month from no day at all', () => {
    const monthly = (details: JsonObject) => {
      const components = every({ sending_frequency: 'MONTHLY', ...details });
      return timingOf(desired({ type: 'PERIODIC', components }));
    };
    const first = [{ week_granularity: 'FIRST', repeat_on_days_of_week: ['MONDAY'] }];
    expect(monthly({ repeat_on_days_of_week: ['MONDAY', 'FRIDAY'] })).toContain('on every Monday, Friday');
    expect(monthly({ repeat_on_days_of_week_for_month: first })).toContain('on the first Monday');
  });

  it('a second condition of a trigger is not left out', () => {
    const second = group(did('Purchase', { executed: false }));
    const components = trigger({ trigger_delay_type: 'ASAP', secondary_included_filters: second });
    expect(timingOf(desired({ type: 'EVENT_TRIGGERED', components }))).toBe(
      'right after "Signed Up", only for users who did not do "Purchase"',
    );
  });
});
