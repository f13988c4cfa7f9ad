import { expect, test } from 'vitest';
import { exercise } from '../../support/e2e/faults/exercise.ts';
import { killsAtGitSteps } from '../../support/e2e/faults/singles.ts';
import { TIME } from '../../support/e2e/faults/time.ts';
import '../../support/e2e/cleanup.ts';

test('a run that is killed around any step of git is finished by the next ones', TIME, async () => {
  expect(
    await exercise({ name: 'kills-at-git-steps', through: 'service', drills: killsAtGitSteps, every: 16 }),
  ).toEqual([]);
});
