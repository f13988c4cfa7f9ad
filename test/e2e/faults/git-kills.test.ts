import { expect, test } from 'vitest';
import type { FaultRun } from '../../support/e2e/faults/fault-run.ts';
import { exercise, type Script, TIME } from '../../support/e2e/faults/exercise.ts';
import type { Mishap } from '../../support/e2e/faults/mishap.ts';
import { failuresOfGit, killsAtGitSteps } from '../../support/e2e/faults/singles.ts';

test('the next runs finish a run that is killed before or after any git command', TIME, async () => {
  expect(
    await exercise({ name: 'kills-at-git-steps', through: 'service', faultRuns: killsAtGitSteps, every: 37 }),
  ).toEqual([]);
});

test('a run whose git fails at any command says so, and the next one finishes it', TIME, async () => {
  expect(
    await exercise({ name: 'failures-of-git', through: 'service', faultRuns: failuresOfGit, every: 31 }),
  ).toEqual([]);
});

// Killed runs share this process with the fault runs that follow.
test('a killed run does nothing more when its git ends', TIME, async () => {
  const faultRuns = ({ gitSteps }: Script): FaultRun[] => {
    const at = gitSteps.indexOf('update-ref') + 1;
    const mishaps: Mishap[] = [{ kind: 'kill-at-git', at, moment: 'after' }];
    return [
      { name: `killed after git step ${at}`, operation: 'update-ref', mishaps: [mishaps] },
      { name: 'nothing goes wrong', operation: 'none', mishaps: [] },
    ];
  };
  expect(await exercise({ name: 'after-a-kill', through: 'service', faultRuns, every: 1 })).toEqual([]);
});
