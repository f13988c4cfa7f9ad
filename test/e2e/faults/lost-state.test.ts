import { expect, test } from 'vitest';
import { applyUntilDone } from '../../support/e2e/faults/fault-run.ts';
import { EXTENT, TIME } from '../../support/e2e/faults/exercise.ts';
import type { Mishap } from '../../support/e2e/faults/mishap.ts';
import { nameOf, openStage, WANTED_STATUS, type Stage } from '../../support/e2e/faults/stage.ts';
import type { World } from '../../support/e2e/faults/world.ts';
import { STATE_BRANCH } from '../../support/e2e/test-repository.ts';

// Without the state branch it is unknown which file is which campaign. Campaigns whose name is taken are not created
// again.

test('losing the state branch at any write duplicates nothing', TIME, async () => {
  const stage = await openStage('proxy');
  for (const at of await places(stage)) {
    const heard: Mishap = { kind: 'lose-state', at };
    const unheard: Mishap = { kind: 'kill-at-request', at, moment: 'after' };
    for (const mishap of [heard, unheard]) {
      const world = await stage.raise();
      await applyUntilDone(world, { mishaps: [[mishap]], runs: 1 });
      loseState(world);
      for (let run = 0; run < 2; run++) {
        await world.apply();
        const names = (await world.service.all()).map(nameOf);
        expect(names.sort(), `${mishap.kind} at request ${at}`).toEqual([...new Set(names)].sort());
      }
      await world.strike();
    }
  }
});

test('the run after losing a complete state branch writes nothing', TIME, async () => {
  const stage = await openStage('service');
  const world = await stage.raise();
  expect(await world.apply()).toMatchObject({ status: 0 });
  loseState(world);
  const { result, requests } = await world.apply();
  const keys = Object.keys(WANTED_STATUS);
  expect(result?.held.filter(({ reason }) => reason === 'ambiguous')).toHaveLength(keys.length);
  expect(requests.filter(({ effect }) => effect !== 'none')).toEqual([]);
  await world.strike();
});

/** The numbers of the write requests, from 1: all of them, or only the creations. */
async function places(stage: Stage): Promise<number[]> {
  const world = await stage.raise();
  const { requests } = await world.apply();
  await world.strike();
  return requests.flatMap(({ operation }, index) =>
    (EXTENT === 'all' && operation !== 'search') || operation === 'create' ? [index + 1] : [],
  );
}

/** Deletes the branch at origin, and continues where no copy of it is left. */
function loseState(world: World): void {
  world.repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  world.moveToFreshClone();
}
