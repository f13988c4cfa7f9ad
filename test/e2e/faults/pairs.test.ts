import { expect, test } from 'vitest';
import { exercise, TIME } from '../../support/e2e/faults/exercise.ts';
import { pairs } from '../../support/e2e/faults/singles.ts';

// Takes long, so it isn't part of the suite: npm run test:faults -- --pairs COUNT SEED.

const count = Number(process.env.FAULT_PAIRS ?? 0);
const seed = Number(process.env.FAULT_SEED ?? 1);

test.skipIf(count === 0)(`${count} pairs of faults from seed ${seed}`, TIME, async () => {
  const faultRuns = (script: Parameters<typeof pairs>[0]) => pairs(script, { count, seed });
  expect(await exercise({ name: `pairs-${seed}`, through: 'proxy', faultRuns, every: 1 })).toEqual([]);
});
