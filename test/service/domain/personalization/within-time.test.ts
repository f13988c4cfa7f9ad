import { expect, test } from 'vitest';
import { withinTime } from '../../../../src/service/domain/personalization/within-time.ts';

test('work that finishes in time returns its result', () => {
  expect(withinTime(1000, () => ['done'])).toEqual({ kind: 'done', result: ['done'] });
});

test('endless work is interrupted', () => {
  let rounds = 0;
  const endless = (): void => {
    for (;;) rounds += 1;
  };
  expect(withinTime(50, endless)).toEqual({ kind: 'too-long' });
  expect(rounds).toBeGreaterThan(0);
});

test('throws what the work throws', () => {
  const failing = (): never => {
    throw new TypeError('broken');
  };
  expect(() => withinTime(1000, failing)).toThrow(new TypeError('broken'));
});
