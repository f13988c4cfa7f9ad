import { expect, test } from 'vitest';
import { exercise, TIME } from '../../support/e2e/faults/exercise.ts';
import { killsAtRequests } from '../../support/e2e/faults/singles.ts';

test('the next runs finish a run that is killed before or after any request', TIME, async () => {
  expect(
    await exercise({ name: 'kills-at-requests', through: 'proxy', faultRuns: killsAtRequests, every: 23 }),
  ).toEqual([]);
});
