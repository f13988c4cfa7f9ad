import { expect, test } from 'vitest';
import { exercise, TIME } from '../../support/e2e/faults/exercise.ts';
import { faults } from '../../support/e2e/faults/singles.ts';

test('any answer may be damaged in any way, and everything is done in the end', TIME, async () => {
  expect(
    await exercise({ name: 'faults-of-the-service', through: 'service', faultRuns: faults, every: 83 }),
  ).toEqual([]);
});
