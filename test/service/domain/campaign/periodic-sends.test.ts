import { expect, test } from 'vitest';
import { nextSend } from '../../../../src/service/domain/campaign/periodic-sends.ts';
import type { JsonObject } from '../../../../src/service/domain/json.ts';

/** Daily at nine in UTC, unless it says otherwise. */
function schedule(periodic: JsonObject, from: string): JsonObject {
  return {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: `${from}T09:00:00`, timezone: 'UTC' },
    periodic_details: { sending_frequency: 'DAILY', ...periodic },
  };
}

const monthly = (fields: JsonObject): JsonObject => ({ sending_frequency: 'MONTHLY', ...fields });

/** The days of the first `count` sends. */
function days(details: JsonObject, count: number): string {
  const found: string[] = [];
  let next = nextSend(details, 0);
  for (; next !== null && found.length < count; next = nextSend(details, next))
    found.push(new Date(next).toISOString().slice(0, 10));
  return found.join(' ');
}

// Usual rules, days and changes of clocks are in test/model/sends.test.ts, with a law that both compute the same.
test.each<[string, JsonObject, string]>([
  [
    'on the 29th of February',
    monthly({ repeat_frequency: 12, repeat_on_date_of_month: [29] }),
    '2028-02-29 2032-02-29',
  ],
  [
    'on every Tuesday of every third month',
    monthly({ repeat_frequency: 3, repeat_on_days_of_week: ['TUESDAY'] }),
    '2026-01-06 2026-01-13 2026-01-20 2026-01-27 2026-04-07',
  ],
  ['once with an interval of ages', { repeat_frequency: 1e15 }, '2026-01-01'],
  ['nothing without a frequency', { sending_frequency: 'HOURLY' }, ''],
])('a period sends %s', (_case, periodic, expected) => {
  const from = expected.startsWith('2028') ? '2026-02-01' : '2026-01-01';
  expect(days(schedule(periodic, from), expected.split(' ').length)).toBe(expected);
});

test.each([
  ['the 31st of April', 12, 31, '2026-04-01'],
  ['the 29th of February in odd years', 24, 29, '2027-02-01'],
])('never on %s', (_case, repeat_frequency, date, start) => {
  expect(days(schedule(monthly({ repeat_frequency, repeat_on_date_of_month: [date] }), start), 1)).toBe('');
});

test('every 400 years, if the day occurs only that often', () => {
  const periodic = monthly({ repeat_frequency: 300, repeat_on_date_of_month: [29] });
  expect(days(schedule(periodic, '2000-02-29'), 2)).toBe('2000-02-29 2400-02-29');
});

test('a day that a zone skips is sent once, with the day after it', () => {
  const details = { ...schedule({}, '2011-12-29'), timezone: 'Pacific/Apia' };
  const sent = [nextSend(details, Date.parse('2011-12-01T00:00:00Z'))];
  for (let left = 2; left > 0; left -= 1) sent.push(nextSend(details, sent.at(-1) ?? 0));
  expect(sent.map((at) => at !== null && new Date(at).toISOString().slice(0, 16))).toEqual([
    '2011-12-29T19:00',
    '2011-12-30T19:00',
    '2011-12-31T19:00',
  ]);
});
