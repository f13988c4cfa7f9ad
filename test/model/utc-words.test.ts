import { expect, it } from 'vitest';
import { minuteOf, utcFrom, utcMinute } from '../../src/model/utc-words.ts';

const at = Date.parse('2031-01-03T16:00:00.001Z');

it('cuts the time at which something happened', () => {
  expect(utcMinute('2031-01-03T16:00:59.999Z')).toBe('2031-01-03 16:00 UTC');
  expect(minuteOf('2031-05-04T09:00:00')).toBe('2031-05-04 09:00');
});

it('rounds a time to wait for up', () => {
  expect(utcFrom(at)).toBe('2031-01-03 16:00:01 UTC');
  expect(utcFrom(at, 'minute')).toBe('2031-01-03 16:01 UTC');
  expect(utcFrom(Date.parse('2031-01-03T23:59:30Z'), 'minute')).toBe('2031-01-04 00:00 UTC');
});
