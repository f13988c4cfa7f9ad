import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyUntilDone, describeRuns } from '../../support/e2e/faults/fault-run.ts';
import { violations } from '../../support/e2e/faults/evidence.ts';
import { EXTENT, TIME } from '../../support/e2e/faults/exercise.ts';
import { openStage } from '../../support/e2e/faults/stage.ts';
import type { World } from '../../support/e2e/faults/world.ts';

// Runs that begin at the same moment: one of them does the work, or they run one after the other.

const COUNTS = EXTENT === 'all' ? [2, 3, 5, 8] : [2];

test.each(COUNTS)(
  '%i concurrent applies do everything once, in clones of their own and in one',
  TIME,
  async (count) => {
    const stage = await openStage('service');
    const numbers = Array.from({ length: count }, (_, index) => index);
    const apart = await stage.raise();
    await compete(
      apart,
      numbers.map((number) => apart.repo.clone(join(apart.folder, `rival-${number}`)).directory),
    );
    const together = await stage.raise();
    await compete(
      together,
      numbers.map(() => together.repo.directory),
    );
  },
);

async function compete(world: World, directories: readonly string[]): Promise<void> {
  const rivals = await world.applyAtOnce(directories);
  await world.release();
  for (const { status } of rivals) expect([0, 6], describeRuns(world).join('\n')).toContain(status);
  expect(await applyUntilDone(world, { mishaps: [] }), describeRuns(world).join('\n')).toMatchObject({
    converged: true,
  });
  expect(await violations(world), describeRuns(world).join('\n')).toEqual([]);
  await world.strike();
}
