// Runs all tests and prints which files take longest, and what they spend their time on. If several of a file's waits run at
// once, their sum can exceed its time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = 30;
const PASTIMES = ['git', 'processes', 'services', 'waits'];

const folder = mkdtempSync(join(tmpdir(), 'campaigns-times-'));
const [report, times] = [join(folder, 'report.json'), join(folder, 'times.jsonl')];
const began = Date.now();
const { status } = spawnSync(
  'npm',
  [
    'run',
    '--silent',
    'vitest',
    '--',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, env: { ...process.env, TEST_TIMES: times }, stdio: 'inherit' },
);
const seconds = Math.round((Date.now() - began) / 1000);
if (status !== 0) process.exit(status ?? 1);

const spent = new Map(
  readFileSync(times, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((one) => [one.file, one]),
);
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
const files = testResults
  .map(({ name, startTime, endTime, assertionResults }) => ({
    name: relative(join(ROOT, 'test'), name),
    ms: endTime - startTime,
    tests: assertionResults.length,
    ...(spent.get(name) ?? { spent: {}, hasLaws: false }),
  }))
  .sort((a, b) => b.ms - a.ms);

const inSeconds = (ms) => (ms < 50 ? '' : (ms / 1000).toFixed(1));
const rows = files.slice(0, FILES).map(({ name, ms, tests, spent: by, hasLaws }) => {
  const known = PASTIMES.map((pastime) => by[pastime] ?? 0);
  // Several of them may run at the same time, so that they add up to more than the file took.
  const rest = Math.max(
    0,
    known.reduce((left, one) => left - one, ms),
  );
  const [laws, code] = hasLaws ? [rest, 0] : [0, rest];
  return [name, String(tests), ...[ms, ...known, laws, code].map(inSeconds)];
});
const head = ['file', 'tests', 'seconds', 'git', 'processes', 'service starts', 'waits', 'laws', 'the rest'];
const lines = [head, ...rows];
const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
const inColumns = (line) =>
  line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
console.log(lines.map(inColumns).join('\n'));

const sum = files.reduce((all, { ms }) => all + ms, 0);
console.log(
  `The whole suite took ${seconds} s on ${availableParallelism()} cores, its ${files.length} files ` +
    `${Math.round(sum / 1000)} s in all.`,
);
