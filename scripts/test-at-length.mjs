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
const PLANS = {
  faults: (args) => {
    const [count = '500', seed = '1'] = args.slice(1);
    return args[0] === '--pairs'
      ? {
          env: { FAULTS: 'all', FAULT_PAIRS: count, FAULT_SEED: seed },
          files: ['test/e2e/faults/pairs.test.ts'],
        }
      : {
          env: { FAULTS: 'all' },
          files: args.length > 0 ? args : ['test/e2e/faults', 'test/process/faults'],
        };
  },
  laws: (args) => ({
    env: { PROPERTY_RUNS: '5000', FRESH_DRAWS: 'yes', ...process.env },
    files: args.length > 0 ? args : [...filesWith('draws('), ...filesWith('sample(')],
  }),
  large: (args) => ({
    env: { LARGE_WORKSPACE: '2000' },
    files: args.length > 0 ? args : ['test/e2e/large-workspace'],
  }),
  service: (args) => ({
    env: { SERVE_KILLS: '200', FUZZ_REQUESTS: '20000' },
    files: args.length > 0 ? args : ['test/process/serve-kill', 'test/service/fuzz'],
  }),
};

const [name, ...args] = process.argv.slice(2);
const plan = PLANS[name];
if (!plan) {
  console.error(`Name one of: ${Object.keys(PLANS).join(', ')}.`);
  process.exit(1);
}
const { env, files } = plan(args);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', `--testTimeout=${3 * HOUR_MS}`, ...files],
  {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);

/** Test files that contain a text. */
function filesWith(text) {
  return readdirSync(join(ROOT, 'test'), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path))
    .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(text));
}
