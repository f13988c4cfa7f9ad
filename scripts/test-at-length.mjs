// Runs completely what `npm test` only samples: node scripts/test-at-length.mjs NAME [test files and options of vitest …]
//
//   faults    everything that can go wrong during an apply, at every point;
//             FAULTS_ONLY=REGEXP runs only fault runs with matching names, --pairs [COUNT [SEED]] draws two mishaps each
//   laws      the laws, with thousands of draws that are new in each run (PROPERTY_RUNS says how many)
//   large     2,000 campaigns: how many requests import, plan and drift take
//   service   the local service killed 200 times, 20,000 mutated requests, many processes that compete for its data file
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOUR_MS = 3_600_000;
const [name, ...args] = process.argv.slice(2);
const [count = '500', seed = '1'] = args.slice(1);
const PAIRS = { FAULTS: 'all', FAULT_PAIRS: count, FAULT_SEED: seed };
const PLANS = {
  faults: [{ FAULTS: 'all' }, 'test/e2e/faults', 'test/process/faults'],
  laws: [{ PROPERTY_RUNS: '5000', FRESH_DRAWS: 'yes', ...process.env }, ...filesWith(/\b(?:draws|sample)\(/)],
  large: [{ LARGE_WORKSPACE: '2000' }, 'test/e2e/large-workspace'],
  service: [{ SERVE_KILLS: '200', FUZZ_REQUESTS: '20000' }, 'test/process/serve-kill', 'test/service/fuzz'],
};
if (!(name in PLANS)) {
  console.error(`Name one of: ${Object.keys(PLANS).join(', ')}.`);
  process.exit(1);
}
const isPairs = name === 'faults' && args[0] === '--pairs';
const [env, ...usual] = isPairs ? [PAIRS, 'test/e2e/faults/pairs.test.ts'] : PLANS[name];
const files = args.length === 0 || isPairs ? usual : args;
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', `--testTimeout=${3 * HOUR_MS}`, ...files],
  { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' },
);
process.exit(status ?? 1);

/** Test files that contain a pattern. */
function filesWith(pattern) {
  return readdirSync(join(ROOT, 'test'), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path))
    .filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')));
}
