import { describe, expect, test } from 'vitest';
import { isTimeZone, localTimeToInstant } from '../../../../src/service/domain/campaign/local-time.ts';

describe('a local time in a zone', () => {
  test.each([
    ['in UTC', '2026-03-01T09:00:00', 'UTC', '2026-03-01T09:00:00.000Z'],
    ['in winter', '2026-01-15T09:00:00', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
    ['in summer', '2026-07-15T09:00:00', 'Europe/Berlin', '2026-07-15T07:00:00.000Z'],
    ['in summer of the south', '2026-01-15T09:00:00', 'Australia/Sydney', '2026-01-14T22:00:00.000Z'],
    ['west of Greenwich', '2026-07-15T20:00:00', 'America/Los_Angeles', '2026-07-16T03:00:00.000Z'],
    ['at an offset of quarter hours', '2026-07-15T09:00:00', 'Asia/Kathmandu', '2026-07-15T03:15:00.000Z'],
    ['across the date line', '2026-07-15T09:00:00', 'Pacific/Kiritimati', '2026-07-14T19:00:00.000Z'],
    ['just before the gap', '2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59.000Z'],
    ['in the gap, moved to after it', '2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['just after the gap', '2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['twice, the earlier one', '2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    [
      'twice in New York, the earlier one',
      '2026-11-01T01:30:00',
      'America/New_York',
      '2026-11-01T05:30:00.000Z',
    ],
    ['in the gap of New York', '2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['in a gap of half an hour', '2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['without seconds', '2026-01-15T09:00', 'UTC', '2026-01-15T09:00:00.000Z'],
    ['with parts of a second', '2026-01-15T09:00:00.5', 'UTC', '2026-01-15T09:00:00.500Z'],
    ['at midnight', '2026-01-15T00:00:00', 'Europe/Berlin', '2026-01-14T23:00:00.000Z'],
    ['with Z, whatever the zone', '2026-01-15T09:00:00Z', 'Europe/Berlin', '2026-01-15T09:00:00.000Z'],
    ['with an offset, whatever the zone', '2026-01-15T09:00:00+05:30', 'UTC', '2026-01-15T03:30:00.000Z'],
    ['on a leap day', '2028-02-29T09:00:00', 'UTC', '2028-02-29T09:00:00.000Z'],
    ['in the first years', '0050-01-01T00:00:00', 'Europe/Berlin', '0049-12-31T23:06:32.000Z'],
    ['in the year 0', '0000-06-01T00:00:00', 'Asia/Kathmandu', '0000-05-31T18:18:44.000Z'],
    ['at the beginning of all years', '0000-01-01T00:00:00', 'Europe/Berlin', '-000001-12-31T23:06:32.000Z'],
  ])('%s', (_case, text, zone, instant) => {
    const found = localTimeToInstant(text, zone);
    expect(found === null ? null : new Date(found).toISOString()).toBe(instant);
  });

  test.each([
    ['not a time', 'tomorrow', 'UTC'],
    ['a date alone', '2026-01-15', 'UTC'],
    ['the 30th of February', '2026-02-30T09:00:00', 'UTC'],
    ['hour 24', '2026-01-15T24:00:00', 'UTC'],
    ['an unknown zone', '2026-01-15T09:00:00', 'Mars/Base'],
  ])("%s isn't a local time", (_case, text, zone) => {
    expect(localTimeToInstant(text, zone)).toBeNull();
  });

  test('knows zones by name', () => {
    expect(['Asia/Kolkata', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
