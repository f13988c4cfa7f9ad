import { expect, test } from 'vitest';
import type { FaultRun } from '../support/e2e/faults/fault-run.ts';
import { exercise, TIME, type Script } from '../support/e2e/faults/exercise.ts';
import { killsAtGitSteps, killsAtRequests } from '../support/e2e/faults/singles.ts';

// test/e2e/faults, in a few places: here the built program is disturbed in a process of its own, and really killed.

test('the next processes finish what a disturbed one began', TIME, async () => {
  expect(
    await exercise({ name: 'processes', through: 'proxy', faultRuns: oneOfEach, every: 1 }, 'processes'),
  ).toEqual([]);
});

function oneOfEach(script: Script): readonly FaultRun[] {
  return [middleOf(killsAtRequests(script), 'create'), middleOf(killsAtGitSteps(script), 'push')];
}

/** The middle one of the faults that disturb an operation. */
function middleOf(faultRuns: readonly FaultRun[], operation: string): FaultRun {
  const found = faultRuns.filter((faultRun) => faultRun.operation === operation);
  const middle = found[Math.floor(found.length / 2)];
  if (!middle) throw new Error(`nothing disturbs ${operation}`);
  return middle;
}
