// How long hostile campaign files take: processor time (other programs may use the machine) as a
// multiple of `node -e 0` in the same run, and peak memory. Exits 1 if one is over its budget.
//   npm run bench bench/hostile-files.mjs         all
//   npm run bench bench/hostile-files.mjs alias   those whose name contains "alias"
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, bundled } from './bundled.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The budget for one file, whatever it contains: 2 s if node itself takes 70 ms. */
const ONE = { times: 30, mebibytes: 300 };
const BASELINE_RUNS = 5;

const wanted = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
let isOver = false;
try {
  const baseline = median(await repeated(BASELINE_RUNS, () => measure(['-e', '0']))).ms;
  console.log(row('what', 'ms', '× node', 'MiB', 'reported'));
  console.log(row('node -e 0', Math.round(baseline), '1.0', '', ''));
  const show = (name, { ms, mebibytes, output }, budget) => {
    const times = ms / baseline;
    const over = times > budget.times || mebibytes > budget.mebibytes;
    isOver ||= over;
    const words = over ? `${output}  OVER BUDGET` : output;
    console.log(row(name, Math.round(ms), times.toFixed(1), Math.round(mebibytes), words));
  };
  const { HOSTILE_TEXTS } = await bundled('bench/hostile-texts.ts', folder);
  const loadOne = await bundle('bench/load-one.ts', folder);
  for (const name of Object.keys(HOSTILE_TEXTS).filter((one) => one.includes(wanted)))
    show(name, await measure([loadOne, name]), ONE);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isOver ? 1 : 0;

/** The resources that a run of node used, and its output. */
function measure(args, cwd = folder) {
  return new Promise((resolve, reject) => {
    const use = join(ROOT, 'bench', 'report-use.cjs');
    const child = spawn(process.execPath, ['--require', use, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    let [output, used] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stdio[3].on('data', (text) => (used += text));
    child.on('error', reject);
    child.on('close', () => {
      if (used === '') reject(new Error(`node ${args.join(' ')} ended early`));
      else resolve({ ...JSON.parse(used), output });
    });
  });
}

async function repeated(count, run) {
  const results = [];
  for (let done = 0; done < count; done++) results.push(await run());
  return results;
}

function median(results) {
  return results.sort((a, b) => a.ms - b.ms)[Math.floor(results.length / 2)];
}

function row(what, ms, ratio, mebibytes, output) {
  const cells = [
    what.padEnd(32),
    String(ms).padStart(6),
    ratio.padStart(7),
    String(mebibytes).padStart(5),
    output,
  ];
  return cells.join('  ').trimEnd();
}
