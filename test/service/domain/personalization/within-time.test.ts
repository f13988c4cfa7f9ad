import { expect, test } from 'vitest';
import { withinTime } from '../../../../src/service/domain/personalization/within-time.ts';

test('work that is done in time gives its result', () => {
  expect(withinTime(1000, () => ['done'])).toEqual({ kind: 'done', result: ['done'] });
});

test('work without end is broken off', () => {
  let rounds = 0;
  const endless = (): void => {
    for (;;) rounds += 1;
  };
  expect(withinTime(50, endless)).toEqual({ kind: 'too-long' });
  expect(rounds).toBeGreaterThan(0);
});

test('what the work throws is thrown', () => {
  const failing = (): never => {
    throw new TypeError('broken');
  };
  expect(() => withinTime(1000, failing)).toThrow(new TypeError('broken'));
});
