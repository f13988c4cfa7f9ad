// Two things that go wrong at once or one after the other, drawn by chance: node scripts/fault-pairs.mjs [COUNT [SEED]].
// The same seed draws the same pairs; a seed that finds something is worth keeping in the bug's report.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '500', seed = '1'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/e2e/faults/pairs.test.ts'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, FAULTS: 'all', FAULT_PAIRS: count, FAULT_SEED: seed },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
