import { describe, expect, it } from 'vitest';
import { instantOf } from '../../src/model/local-time.ts';
import { minuteOf, utcFrom, utcMinute } from '../../src/model/show.ts';
import { localTimeToInstant } from '../../src/service/domain/campaign/local-time.ts';

describe('the instant at which clocks show a local time', () => {
  it.each([
    ['2031-01-01T09:00', 'UTC', '2031-01-01T09:00:00.000Z'],
    ['2031-01-01T09:00:00', 'Europe/Berlin', '2031-01-01T08:00:00.000Z'],
    ['2031-07-01T09:00:00', 'Europe/Berlin', '2031-07-01T07:00:00.000Z'],
    // In Berlin, clocks go forward on 30 March 2031 at 02:00, and back on 26 October at 03:00.
    ['2031-03-30T01:59:59', 'Europe/Berlin', '2031-03-30T00:59:59.000Z'],
    ['2031-03-30T03:00:00', 'Europe/Berlin', '2031-03-30T01:00:00.000Z'],
    ['2031-10-26T01:59:59', 'Europe/Berlin', '2031-10-25T23:59:59.000Z'],
    ['2031-10-26T03:00:00', 'Europe/Berlin', '2031-10-26T02:00:00.000Z'],
    ['2031-03-30T01:30:00', 'Europe/London', '2031-03-30T01:30:00.000Z'],
    ['2031-03-09T02:30:00', 'America/Los_Angeles', '2031-03-09T10:30:00.000Z'],
    // Of an hour that clocks show twice, it is the first.
    ['2031-10-26T02:30:00', 'Europe/Berlin', '2031-10-26T00:30:00.000Z'],
    ['2031-11-02T01:30:00', 'America/New_York', '2031-11-02T05:30:00.000Z'],
    ['2031-10-05T02:15:00', 'Australia/Lord_Howe', '2031-10-04T15:45:00.000Z'],
  ])('%s in %s is %s, as the local service reads it', (local, zone, instant) => {
    expect(new Date(instantOf(local, zone)).toISOString()).toBe(instant);
    expect(localTimeToInstant(local, zone)).toBe(Date.parse(instant));
  });

  it.each([
    ['tomorrow', 'UTC'],
    ['2031-13-01T09:00:00', 'UTC'],
    ['2031-01-01T25:00:00', 'UTC'],
    ['2031-01-01T09:00:00', 'Mars/Olympus'],
    ['2031-01-01T09:00:00', ''],
  ])('%s in "%s" doesn\'t exist', (local, zone) => {
    expect(instantOf(local, zone)).toBeNaN();
  });
});

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
