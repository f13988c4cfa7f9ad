// Everything that can go wrong during an apply, at every place: node scripts/test-faults.mjs [test files and options of vitest…]
// Two such things drawn by chance:                             node scripts/test-faults.mjs --pairs [COUNT [SEED]]
// The same seed draws the same pairs; a seed that finds something belongs into the report of what it found.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const isPairs = args[0] === '--pairs';
const [count = '500', seed = '1'] = args.slice(1);
const pairs = { FAULT_PAIRS: count, FAULT_SEED: seed };
const all = args.length > 0 ? args : ['test/e2e/faults'];

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...(isPairs ? ['test/e2e/faults/pairs.test.ts'] : all)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, FAULTS: 'all', ...(isPairs && pairs) },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
