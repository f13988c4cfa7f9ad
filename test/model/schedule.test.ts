import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { sendDays, startIsPast } from '../../src/model/schedule.ts';
import { nextSend } from '../../src/service/domain/campaign/periodic-sends.ts';
import { localAt } from '../../src/model/local-time.ts';
import { untimelyStart } from '../../src/model/timing.ts';
import { desired } from '../support/builders.ts';
import { draws } from '../support/draws.ts';

const NOW = Date.parse('2026-12-01T23:30:00Z');
const YEAR = { from: '2026-01-01', to: '2027-12-31' };

describe('the days of a schedule', () => {
  const at = (start: string, more: JsonObject = {}): JsonObject => ({
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'Europe/Berlin' },
    ...more,
  });
  const periodic = (details: JsonObject, more: JsonObject = {}) =>
    at('2026-12-24T09:00:00', { periodic_details: details, ...more });

  it.each<[string, string, JsonObject, string[]]>([
    ['a fixed time', 'ONE_TIME', at('2026-12-24T00:30:00'), ['2026-12-24']],
    ['a time with an offset, in the zone', 'ONE_TIME', at('2026-12-23T23:30:00Z'), ['2026-12-24']],
    [
      'immediately: the current day in the zone',
      'ONE_TIME',
      { delivery_type: 'ASAP', timezone: 'Asia/Tokyo' },
      ['2026-12-02'],
    ],
    ['a trigger', 'EVENT_TRIGGERED', at('2026-12-24T09:00:00'), []],
    [
      'a zone that does not exist',
      'PERIODIC',
      periodic({ sending_frequency: 'DAILY', no_of_occurences: 1 }, { timezone: 'Mars' }),
      ['2026-12-01'],
    ],
  ])('%s', (_, type, schedule, days) => {
    expect(sendDays(type, schedule, { span: YEAR, now: NOW })).toEqual(days);
  });

  it('are those on which the local service sends', () => {
    const weekday = fc.constantFrom('MONDAY', 'TUESDAY', 'THURSDAY', 'SUNDAY');
    const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 3 });
    const week_granularity = fc.constantFrom('FIRST', 'SECOND', 'FOURTH', 'LAST');
    const inMonth = fc.record({ week_granularity, repeat_on_days_of_week: weekdays });
    const every = (frequency: string, max: number) => ({
      ...{ sending_frequency: fc.constant(frequency), repeat_frequency: fc.integer({ min: 1, max }) },
    });
    const details = fc.oneof(
      fc.record(every('DAILY', 9)),
      fc.record({ ...every('WEEKLY', 4), repeat_on_days_of_week: weekdays }),
      fc.record(
        {
          ...every('MONTHLY', 3),
          repeat_on_date_of_month: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 3 }),
          repeat_on_days_of_week_for_month: fc.array(inMonth, { maxLength: 2 }),
        },
        { requiredKeys: ['sending_frequency'] },
      ),
    );
    const schedule = fc.record({
      periodic_details: details,
      start: fc.integer({ min: 0, max: 600 }),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    });
    fc.assert(
      fc.property(schedule, ({ start, timezone, periodic_details }) => {
        const first = new Date(Date.UTC(2026, 0, 1) + start * 86_400_000).toISOString().slice(0, 10);
        const drawn = { start_time: `${first}T12:00:00`, timezone, periodic_details } as JsonObject;
        const span = { from: '2027-01-01', to: '2027-06-30' };
        expect(sendDays('PERIODIC', drawn, { span, now: NOW })).toEqual(sentIn(drawn, timezone, span));
      }),
      draws(60),
    );
  });
});

/** As the service reads the same schedule, send by send. */
function sentIn(schedule: JsonObject, zone: string, { from, to }: typeof YEAR): string[] {
  const days: string[] = [];
  let next = nextSend(schedule, 0);
  while (next !== null) {
    const day = (localAt(next, zone) ?? '').slice(0, 10);
    if (day > to) break;
    if (day >= from) days.push(day);
    next = nextSend(schedule, next);
  }
  return days;
}

describe('a start', () => {
  const start = (start_time: string, timezone?: string): JsonObject => ({
    ...{ delivery_type: 'AT_FIXED_TIME', start_time, ...(timezone !== undefined && { timezone }) },
  });
  it.each<[string, string, JsonObject, boolean]>([
    ['before now', 'ONE_TIME', start('2026-12-01T23:29:59'), true],
    ['at this very instant', 'ONE_TIME', start('2026-12-01T23:30:00'), false],
    ['in its own time zone', 'ONE_TIME', start('2026-12-02T00:15:00', 'Europe/Berlin'), true],
    ['with an offset', 'ONE_TIME', start('2026-12-02T00:15:00+01:00', 'America/New_York'), true],
    ['of what an event sets off', 'EVENT_TRIGGERED', start('2026-12-01T00:00:00'), false],
    ['that cannot be read', 'ONE_TIME', start('tomorrow'), false],
  ])('%s: past or not', (_, type, schedule, past) => {
    expect(startIsPast(type, schedule, NOW)).toBe(past);
  });
});

describe('a blackout', () => {
  const days = [
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2026-12-27', to: '2026-12-27' },
    { from: '2026-11-01', to: '2026-11-30' },
  ];
  const blackoutDay = (schedule: JsonObject, now = NOW) => {
    const file = desired({ status: 'ACTIVE', components: { scheduling_details: schedule } });
    const rules = { blackout: { level: 'error' as const, except: [], days } };
    const held = untimelyStart({ desired: file, live: undefined }, 'PUBLISH', { policy: { rules }, now });
    return held?.cause.code === 'blackout' ? held.cause.day : undefined;
  };

  it("has the days of its spans, and past ones don't matter", () => {
    const on = (day: string) => blackoutDay({ start_time: `${day}T10:00:00` });
    const all = ['2026-12-23', '2026-12-24', '2026-12-27', '2026-12-28', '2026-11-15'];
    expect(all.filter((day) => on(day) !== undefined)).toEqual(['2026-12-24', '2026-12-27']);
    expect(on('2026-12-27')).toBe('2026-12-27');
  });

  const START = '2026-12-23T18:00:00';
  const bestTime = (end: string | undefined, more: JsonObject = {}): JsonObject => ({
    ...{ delivery_type: 'SEND_IN_BTS', start_time: START, timezone: 'Europe/Berlin' },
    bts_details: end === undefined ? { send_in_bts: true } : { send_in_bts: true, window_end_time: end },
    ...more,
  });
  const localTime = (passed: boolean, start = START): JsonObject => ({
    ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', start_time: start },
    user_timezone_details: { send_if_user_timezone_has_passed: passed },
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['a window that ends in it', bestTime('2026-12-25T18:00:00'), '2026-12-24'],
    ['a window that ends before it', bestTime('2026-12-23T23:59:00'), undefined],
    ['a window whose end with an offset is in it', bestTime('2026-12-23T23:30:00Z'), '2026-12-24'],
    ['a window that ends at a time of that day', bestTime('21:00'), undefined],
    ['a window that ends the next morning', bestTime('09:00'), '2026-12-24'],
    ['a window without an end: best times are within a day', bestTime(undefined), '2026-12-24'],
    ['a window whose end cannot be read', bestTime('late'), '2026-12-24'],
    [
      'a window without an end that begins at midnight',
      bestTime(undefined, { start_time: '2026-12-23T00:00:00' }),
      undefined,
    ],
    ['the same local time everywhere', localTime(true), undefined],
    ['a local time in it', localTime(false, '2026-12-24T00:30:00'), '2026-12-24'],
  ])('%s', (_, schedule, day) => {
    expect(blackoutDay(schedule)).toBe(day);
  });

  it('knows that a local time may have passed for the first users', () => {
    const now = Date.parse('2026-12-23T12:00:00Z');
    expect(blackoutDay(localTime(true), now)).toBe('2026-12-24');
    expect(blackoutDay(localTime(false), now)).toBe(undefined);
  });
});
