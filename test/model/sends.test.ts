import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { instantOf } from '../../src/model/local-time.ts';
import { dayOf, nextSends, sendsIn } from '../../src/model/planned-sends.ts';
import { nextSend } from '../../src/service/domain/campaign/periodic-sends.ts';
import { draws } from '../support/draws.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');

const from = (start: string, timezone: string | undefined, more: JsonObject = {}): JsonObject => ({
  ...{ delivery_type: 'AT_FIXED_TIME', start_time: start },
  ...{ ...(timezone !== undefined && { timezone }), ...more },
});
const monthly = (more: JsonObject): JsonObject => ({
  periodic_details: { sending_frequency: 'MONTHLY', repeat_frequency: 1, ...more },
});
const weekly = (...days: string[]): JsonObject => ({
  periodic_details: { sending_frequency: 'WEEKLY', repeat_frequency: 1, repeat_on_days_of_week: days },
});
const DAILY: JsonObject = { periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1 } };
const last = (...days: string[]): JsonObject =>
  monthly({
    repeat_on_days_of_week_for_month: [{ week_granularity: 'LAST', repeat_on_days_of_week: days }],
  });

describe('the next sends', () => {
  const of = (schedule: JsonObject, { type = 'PERIODIC', now = NOW, atMost = 3 } = {}) =>
    nextSends(type, schedule, { now, atMost })?.map(({ at, local }) => [
      at === 'at-once' ? at : new Date(at).toISOString().slice(0, 16),
      local.slice(0, 16),
    ]);

  it.each<readonly [what: string, schedule: JsonObject, sends: readonly string[]]>([
    [
      'a weekly send keeps its time of day when clocks go forward',
      from('2031-03-14T16:00:00', 'Europe/Berlin', weekly('FRIDAY')),
      ['2031-03-14T15:00', '2031-03-21T15:00', '2031-03-28T15:00', '2031-04-04T14:00'],
    ],
    [
      'and when they go back',
      from('2031-10-24T16:00:00', 'America/New_York', weekly('FRIDAY')),
      ['2031-10-24T20:00', '2031-10-31T20:00', '2031-11-07T21:00'],
    ],
    [
      'a time that clocks skip is moved to after the gap, on that day only',
      from('2031-03-29T02:30:00', 'Europe/Berlin', DAILY),
      ['2031-03-29T01:30', '2031-03-30T01:30', '2031-03-31T00:30'],
    ],
    [
      'of a time that clocks show twice, the first counts',
      from('2031-10-25T02:30:00', 'Europe/Berlin', DAILY),
      ['2031-10-25T00:30', '2031-10-26T00:30', '2031-10-27T01:30'],
    ],
    [
      'a start in the gap',
      from('2031-03-30T02:30:00', 'Europe/Berlin', DAILY),
      ['2031-03-30T01:30', '2031-03-31T00:30'],
    ],
    [
      'half an hour of daylight saving',
      from('2031-04-05T12:00:00', 'Australia/Lord_Howe', DAILY),
      ['2031-04-05T01:00', '2031-04-06T01:30'],
    ],
    [
      'a month without the day is skipped',
      from('2031-01-31T09:00:00', 'UTC', monthly({ repeat_on_date_of_month: [31] })),
      ['2031-01-31T09:00', '2031-03-31T09:00', '2031-05-31T09:00', '2031-07-31T09:00'],
    ],
    [
      'so is a year without 29 February',
      from('2031-02-01T09:00:00', 'UTC', {
        periodic_details: {
          ...{ sending_frequency: 'MONTHLY', repeat_frequency: 12, repeat_on_date_of_month: [29] },
        },
      }),
      ['2032-02-29T09:00', '2036-02-29T09:00'],
    ],
    [
      'the last Friday, which is the fourth or the fifth',
      from('2031-01-01T09:00:00', 'UTC', last('FRIDAY')),
      ['2031-01-31T09:00', '2031-02-28T09:00', '2031-03-28T09:00', '2031-04-25T09:00', '2031-05-30T09:00'],
    ],
    [
      'of several last days, each for itself',
      from('2031-01-01T09:00:00', 'UTC', last('SATURDAY', 'MONDAY')),
      ['2031-01-25T09:00', '2031-01-27T09:00', '2031-02-22T09:00', '2031-02-24T09:00'],
    ],
    [
      'the day is that of the zone, not of UTC',
      from('2031-01-05T00:30:00', 'Pacific/Auckland', weekly('SUNDAY')),
      ['2031-01-04T11:30', '2031-01-11T11:30'],
    ],
    ['without a zone, UTC', from('2031-01-05T00:30:00', undefined, DAILY), ['2031-01-05T00:30']],
  ])('%s', (_, schedule, sends) => {
    expect(of(schedule, { atMost: sends.length })?.map(([at]) => at)).toEqual(sends);
  });

  it.each<readonly [what: string, schedule: JsonObject, sends: readonly string[]]>([
    [
      'the end is included, to the second',
      from('2031-01-02T09:00:30', 'UTC', { ...DAILY, expiry_time: '2031-01-04T09:00:30' }),
      ['2031-01-02T09:00', '2031-01-03T09:00', '2031-01-04T09:00'],
    ],
    [
      'a second earlier, it is not',
      from('2031-01-02T09:00:30', 'UTC', { ...DAILY, expiry_time: '2031-01-04T09:00:29' }),
      ['2031-01-02T09:00', '2031-01-03T09:00'],
    ],
    [
      'a number of sends counts from the first one',
      from('2030-12-30T09:00:00', 'UTC', {
        periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 4 },
      }),
      ['2031-01-01T09:00', '2031-01-02T09:00'],
    ],
  ])('and their end: %s', (_, schedule, sends) => {
    expect(of(schedule, { atMost: 9 })?.map(([at]) => at)).toEqual(sends);
  });

  it.each<readonly [what: string, schedule: JsonObject, sends: ReturnType<typeof of>]>([
    [
      'a fixed time',
      from('2031-05-09T09:00:00', 'Europe/Berlin'),
      [['2031-05-09T07:00', '2031-05-09T09:00']],
    ],
    ['a fixed time that is over', from('2030-05-09T09:00:00', 'Europe/Berlin'), []],
    ['at this very instant', from('2031-01-01T09:00:00', 'UTC'), [['2031-01-01T09:00', '2031-01-01T09:00']]],
    ['with an offset', from('2031-05-09T09:00:00+02:00', 'UTC'), [['2031-05-09T07:00', '2031-05-09T07:00']]],
    ['at once', { delivery_type: 'ASAP', timezone: 'Asia/Tokyo' }, [['at-once', '2031-01-01T18:00']]],
    [
      "each user's time: the first users get it fourteen hours earlier",
      { delivery_type: 'SEND_IN_USER_TIMEZONE', start_time: '2031-05-09T09:00:00' },
      [['2031-05-08T19:00', '2031-05-09T09:00']],
    ],
    ['no start', { delivery_type: 'AT_FIXED_TIME' }, undefined],
    ['a time of day without its date (W5)', from('09:00:00', 'UTC'), undefined],
    ['a zone that does not exist', from('2031-05-09T09:00:00', 'Mars'), undefined],
  ])('sent once: %s', (_, schedule, sends) => {
    expect(of(schedule, { type: 'ONE_TIME' })).toEqual(sends);
  });

  it('are none of a campaign that events trigger', () => {
    expect(of(from('2031-05-09T09:00:00', 'UTC'), { type: 'EVENT_TRIGGERED' })).toEqual([]);
  });
});

it('the sends are the instants at which the local service sends', () => {
  const weekday = fc.constantFrom('MONDAY', 'WEDNESDAY', 'SATURDAY', 'SUNDAY');
  const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 3 });
  const week_granularity = fc.constantFrom('FIRST', 'THIRD', 'LAST');
  const details = fc.oneof(
    fc.record({ sending_frequency: fc.constant('DAILY'), repeat_frequency: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      ...{ sending_frequency: fc.constant('WEEKLY'), repeat_frequency: fc.integer({ min: 1, max: 4 }) },
      repeat_on_days_of_week: weekdays,
    }),
    fc.record({
      ...{ sending_frequency: fc.constant('MONTHLY'), repeat_frequency: fc.integer({ min: 1, max: 3 }) },
      repeat_on_date_of_month: fc.uniqueArray(fc.integer({ min: 28, max: 31 }), { maxLength: 2 }),
      repeat_on_days_of_week: fc.oneof(fc.constant([]), weekdays),
      repeat_on_days_of_week_for_month: fc.array(
        fc.record({ week_granularity, repeat_on_days_of_week: weekdays }),
        { maxLength: 2 },
      ),
    }),
  );
  const drawn = fc.record({
    ...{ details, day: fc.integer({ min: 0, max: 500 }), end: fc.integer({ min: 1, max: 200_000 }) },
    // Times around those at which clocks change, and around midnight.
    time: fc.constantFrom('02:30:00', '01:15:30', '03:00:00', '00:30:00', '23:45:00', '12:00:00'),
    zone: fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'Asia/Kathmandu',
    ),
    ends: fc.boolean(),
    total: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(drawn, ({ details: rule, day, time, zone, ends, end, total }) => {
      const first = new Date(Date.UTC(2030, 9, 1) + day * 86_400_000).toISOString().slice(0, 10);
      const start = instantOf(`${first}T${time}`, zone);
      const expiry = new Date(start + end * 60_000).toISOString().slice(0, 19);
      const schedule = from(`${first}T${time}`, zone, {
        ...(ends && { expiry_time: expiry }),
        periodic_details: { ...rule, ...(total !== undefined && { no_of_occurences: total }) } as JsonObject,
      });
      const ours = nextSends('PERIODIC', schedule, { now: 0, atMost: 12 })?.map(({ at }) => at);
      expect(ours).toEqual(sentBy(schedule, Math.min(total ?? Infinity, 12)));
    }),
    draws(60),
  );
});

/** The first sends, as the local service computes them one after another. */
function sentBy(schedule: JsonObject, atMost: number): number[] {
  const sends: number[] = [];
  for (
    let next = nextSend(schedule, 0);
    next !== null && sends.length < atMost;
    next = nextSend(schedule, next)
  )
    sends.push(next);
  return sends;
}

it('the sends of a span are those on its days, by the clock of the schedule', () => {
  const schedule = from('2031-03-01T00:30:00', 'Pacific/Auckland', DAILY);
  const sends = sendsIn('PERIODIC', schedule, { span: { from: '2031-03-05', to: '2031-03-07' }, now: NOW });
  expect(sends?.map(dayOf)).toEqual(['2031-03-05', '2031-03-06', '2031-03-07']);
  expect(sends?.map(({ zone }) => zone)).toEqual(Array(3).fill('Pacific/Auckland'));
});
