import { describe, expect, test } from 'vitest';
import {
  asWireTime,
  instantOfWireTime,
  wireTime,
} from '../../../../src/service/domain/campaign/wire-time.ts';

describe('an instant in the format of records', () => {
  test.each([
    ['2024-07-04T08:00:54.847Z', '2024-07-04 08:00:54.847000'],
    ['0000-01-01T00:00:00.000Z', '0000-01-01 00:00:00.000000'],
    ['-000001-12-31T23:06:32.000Z', '0000-01-01 00:00:00.000000'],
    ['+010000-01-01T11:59:00.000Z', '9999-12-31 23:59:59.999000'],
  ])('%s is written %s', (instant, text) => {
    expect(wireTime(Date.parse(instant))).toBe(text);
  });
});

describe('a time of a record', () => {
  test.each([
    ['2024-07-04 08:00:54', '2024-07-04 08:00:54.000000', '2024-07-04T08:00:54.000Z'],
    ['2024-07-04 08:00:54.8', '2024-07-04 08:00:54.800000', '2024-07-04T08:00:54.800Z'],
    ['2024-07-04 08:00:54.847', '2024-07-04 08:00:54.847000', '2024-07-04T08:00:54.847Z'],
    ['2024-07-04 08:00:54.847123', '2024-07-04 08:00:54.847123', '2024-07-04T08:00:54.847Z'],
    ['2024-02-29 23:59:59.999999', '2024-02-29 23:59:59.999999', '2024-02-29T23:59:59.999Z'],
    ['0000-01-01 00:00:00', '0000-01-01 00:00:00.000000', '0000-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, whole, instant) => {
    expect(asWireTime(text)).toBe(whole);
    expect(new Date(instantOfWireTime(text) ?? NaN).toISOString()).toBe(instant);
  });

  test.each([
    ['of no notation', 'yesterday'],
    ['with a T and a zone', '2024-07-04T08:00:54Z'],
    ['of a day alone', '2024-07-04'],
    ['finer than microseconds', '2024-07-04 08:00:54.8471234'],
    ['without digits after the point', '2024-07-04 08:00:54.'],
    ['in a 13th month', '2024-13-01 00:00:00'],
    ['on the 30th of February', '2024-02-30 00:00:00'],
    ['on a leap day of another year', '2023-02-29 00:00:00'],
    ['at hour 24', '2024-07-04 24:00:00'],
    ['at minute 60', '2024-07-04 08:60:00'],
    ['that is none', null],
  ])('%s does not exist', (_case, text) => {
    expect(asWireTime(text)).toBeNull();
    expect(instantOfWireTime(text)).toBeNull();
  });
});
