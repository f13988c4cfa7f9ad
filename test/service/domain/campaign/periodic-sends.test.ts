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
