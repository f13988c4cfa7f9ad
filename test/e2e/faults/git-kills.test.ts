import { expect, test } from 'vitest';
import { exercise } from '../../support/e2e/faults/exercise.ts';
import { failuresOfGit, killsAtGitSteps } from '../../support/e2e/faults/singles.ts';
import { TIME } from '../../support/e2e/faults/time.ts';

test('a run that is killed around any step of git is finished by the next ones', TIME, async () => {
  expect(
    await exercise({ name: 'kills-at-git-steps', through: 'service', drills: killsAtGitSteps, every: 16 }),
  ).toEqual([]);
});

test('a run whose git fails at any step says so, and the next one finishes it', TIME, async () => {
  expect(
    await exercise({ name: 'failures-of-git', through: 'service', drills: failuresOfGit, every: 13 }),
  ).toEqual([]);
});
