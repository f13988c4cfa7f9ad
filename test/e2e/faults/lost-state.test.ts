import { expect, test } from 'vitest';
import { allRecords } from '../../support/e2e/faults/evidence.ts';
import { applyUntilDone } from '../../support/e2e/faults/drill.ts';
import { WANTED_STATUS, nameOf } from '../../support/e2e/faults/scenario.ts';
import { Stage } from '../../support/e2e/faults/stage.ts';
import { TIME } from '../../support/e2e/faults/time.ts';
import { STATE_BRANCH } from '../../support/e2e/shop.ts';
import '../../support/e2e/cleanup.ts';

// Without the state branch nobody knows which file is which campaign. What has a name is not created again.

const KEYS = Object.keys(WANTED_STATUS).length;

test.each([
  ['right after a create that nobody heard the answer of', 'create', 'kill-at-request'],
  ['while a create is on its way', 'create', 'lose-state'],
  ['while a campaign is being published', 'publish', 'lose-state'],
] as const)('a state branch that is lost %s duplicates nothing', TIME, async (_, operation, kind) => {
  const stage = await Stage.open('door');
  const places = await requestsOf(stage, operation);
  for (const at of places) {
    const world = await stage.raise();
    const mishap = kind === 'lose-state' ? { kind, at } : ({ kind, at, moment: 'after' } as const);
    await applyUntilDone(world, { mishaps: [[mishap]], runs: 1 });
    await world.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
    world.directory = await world.clone('fresh');
    for (let run = 0; run < 2; run++) {
      await world.apply();
      expectNoTwins((await allRecords(world.service)).map(nameOf));
    }
    await world.strike();
  }
});

test('a state branch that is lost when all is done makes the next run write nothing', TIME, async () => {
  const stage = await Stage.open('door');
  const world = await stage.raise();
  expect(await world.apply()).toMatchObject({ status: 0 });
  await world.git('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  world.directory = await world.clone('fresh');
  const { result, requests } = await world.apply();
  expect(result?.held.map(({ reason }) => reason)).toEqual(Array.from({ length: KEYS }, () => 'ambiguous'));
  expect(requests.filter(({ effect }) => effect !== 'none')).toEqual([]);
  await world.strike();
});

async function requestsOf(stage: Stage, operation: string): Promise<number[]> {
  const world = await stage.raise();
  const { requests } = await world.apply();
  await world.strike();
  return requests.flatMap((one, index) => (one.operation === operation ? [index + 1] : []));
}

function expectNoTwins(names: readonly string[]): void {
  expect([...names].sort()).toEqual([...new Set(names)].sort());
}
