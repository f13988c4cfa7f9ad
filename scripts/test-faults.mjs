// All drills of test/e2e/faults, at every place: FAULTS=all. More words choose test files, as for vitest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [...files] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...(files.length > 0 ? files : ['test/e2e/faults'])],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, FAULTS: 'all' },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
