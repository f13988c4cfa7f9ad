import { expect, it } from 'vitest';
import { attempts, DEFAULT_LIMITS, isDefaultLimit, successes } from '../../src/quota/windows.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts';

it('each usual limit of creations is one', () => {
  expect(DEFAULT_LIMITS.create.map(isDefaultLimit)).toEqual(DEFAULT_LIMITS.create.map(() => true));
});

it.each([
  ['with another count', successes(6, MINUTE_MS)],
  ['with another span', successes(5, HOUR_MS)],
  ['that counts other calls', attempts(5, MINUTE_MS)],
])('a limit %s is not a usual one', (_what, window) => {
  expect(isDefaultLimit(window)).toBe(false);
});
