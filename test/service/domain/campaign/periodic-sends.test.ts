import { describe, expect, test } from 'vitest';
import { nextSend } from '../../../../src/service/domain/campaign/periodic-sends.ts';
import type { JsonObject } from '../../../../src/service/domain/json.ts';

/** By default, daily at nine in UTC from Thursday, 1 January 2026. */
function schedule(periodic: JsonObject, changes: JsonObject = {}): JsonObject {
  return {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2026-01-01T09:00:00', timezone: 'UTC' },
    periodic_details: { sending_frequency: 'DAILY', ...periodic },
    ...changes,
  };
}

const weekly = (fields: JsonObject): JsonObject => ({ sending_frequency: 'WEEKLY', ...fields });
const monthly = (fields: JsonObject): JsonObject => ({ sending_frequency: 'MONTHLY', ...fields });
const in_ = (timezone: string, start_time: string): JsonObject => ({ timezone, start_time });

/** The first `count` sends after an instant, without milliseconds. */
function sends(details: JsonObject, count: number, after = '2000-01-01T00:00:00Z'): readonly string[] {
  const found: string[] = [];
  let at = Date.parse(after);
  while (found.length < count) {
    const next = nextSend(details, at);
    if (next === null) break;
    found.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
    at = next;
  }
  return found;
}

/** The days of the first `count` sends. */
function days(details: JsonObject, count: number, after?: string): string {
  return sends(details, count, after)
    .map((send) => send.slice(0, 10))
    .join(' ');
}

describe('a period sends', () => {
  test.each<[string, JsonObject, string]>([
    [
      'every other week, which begins on Monday',
      weekly({ repeat_frequency: 2, repeat_on_days_of_week: ['SUNDAY', 'MONDAY'] }),
      '2026-01-04 2026-01-12 2026-01-18',
    ],
    [
      'on the 31st, which short months have not',
      monthly({ repeat_on_date_of_month: [31] }),
      '2026-01-31 2026-03-31 2026-05-31',
    ],
    [
      'on every Tuesday of every third month',
      monthly({ repeat_frequency: 3, repeat_on_days_of_week: ['TUESDAY'] }),
      '2026-01-06 2026-01-13 2026-01-20 2026-01-27 2026-04-07',
    ],
    [
      'on dates as well as on weekdays, once if both coincide',
      monthly({
        repeat_on_date_of_month: [2, 15],
        repeat_on_days_of_week_for_month: [{ week_granularity: 'FIRST', repeat_on_days_of_week: ['FRIDAY'] }],
      }),
      '2026-01-02 2026-01-15 2026-02-02 2026-02-06 2026-02-15',
    ],
    [
      'on the 29th of February',
      { ...monthly({ repeat_frequency: 12, repeat_on_date_of_month: [29] }), sends_from: '2026-02-01' },
      '2028-02-29 2032-02-29',
    ],
    ['once with an interval of ages', { repeat_frequency: 1e15 }, '2026-01-01'],
    ['nothing without a frequency', { sending_frequency: 'HOURLY' }, ''],
  ])('%s', (_case, { sends_from, ...periodic }, expected) => {
    const changes = typeof sends_from === 'string' ? in_('UTC', `${sends_from}T09:00:00`) : {};
    const count = expected.split(' ').length;
    expect(days(schedule(periodic, changes), count)).toBe(expected);
  });

  test.each([
    ['the 31st of April', 12, 31, '2026-04-01'],
    ['the 29th of February in odd years', 24, 29, '2027-02-01'],
  ])('never on %s', (_case, repeat_frequency, date, start) => {
    const periodic = monthly({ repeat_frequency, repeat_on_date_of_month: [date] });
    expect(sends(schedule(periodic, in_('UTC', `${start}T09:00:00`)), 1)).toEqual([]);
  });

  test('every 400 years, if the day occurs only that often', () => {
    const periodic = monthly({ repeat_frequency: 300, repeat_on_date_of_month: [29] });
    expect(days(schedule(periodic, in_('UTC', '2000-02-29T09:00:00')), 2, '1999-01-01T00:00:00Z')).toBe(
      '2000-02-29 2400-02-29',
    );
  });
});

describe('when clocks change', () => {
  test.each<[string, JsonObject, string, readonly string[]]>([
    [
      'a skipped time moves to after the gap, for that day only',
      in_('Europe/Berlin', '2026-03-28T02:30:00'),
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'a time that occurs twice sends only the first time',
      in_('Europe/Berlin', '2026-10-24T02:30:00'),
      '2026-10-24T00:00:00Z',
      ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'a skipped day is sent once with the day after it',
      in_('Pacific/Apia', '2011-12-29T09:00:00'),
      '2011-12-01T00:00:00Z',
      ['2011-12-29T19:00Z', '2011-12-30T19:00Z', '2011-12-31T19:00Z'],
    ],
  ])('%s', (_case, changes, after, expected) => {
    expect(sends(schedule({}, changes), expected.length, after)).toEqual(expected);
  });
});
