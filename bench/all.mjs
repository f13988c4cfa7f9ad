// Measures what docs/performance.md says, and writes that page and its chart. Every figure is a ratio to a program that does the least, in the
// same run. bench/results.json has everything, bench/ratios.json what is kept.
//   npm run bench                        100, 1,000 and 10,000 campaigns
//   npm run bench 100 1000               these numbers
//   npm run bench bench/NAME.mjs …       another measurement
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));
const RATIOS = fileURLToPath(new URL('ratios.json', import.meta.url));
const COMMIT = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const [named = ''] = process.argv.slice(2);
if (named.endsWith('js')) {
  process.argv.splice(1, 1, resolve(named));
  process.argv.splice(2, 1);
  await import(pathToFileURL(resolve(named)).href);
} else await measureAll(process.argv.slice(2).map(Number));

async function measureAll(counts) {
  const { measureCampaigns } = await import('./scale/campaigns.mjs');
  const { memoryFigures } = await import('./scale/figures.mjs');
  const { measureStarts } = await import('./scale/starts.mjs');
  const { measureNewest } = await import('./scale/newest.mjs');
  const { measureService } = await import('./scale/service.mjs');
  const { writePage } = await import('./page.mjs');
  const once = [...(await measureStarts()), ...(await measureNewest()), ...(await measureService())];
  once.forEach(show);
  const sizes = [];
  for (const count of counts.length > 0 ? counts : [100, 1000, 10_000]) {
    sizes.push(await measureCampaigns(count));
    console.log(`\n${count.toLocaleString('en-US')} campaigns`);
    sizes.at(-1).figures.forEach(show);
    save({ once, sizes, memory: memoryFigures(sizes) });
  }
  memoryFigures(sizes).forEach(show);
  await writePage(JSON.parse(readFileSync(RATIOS, 'utf8')));
}

/** After each number, so that what a later one breaks is not lost. */
function save(results) {
  const all = { node: process.version, commit: COMMIT, ...results };
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(RATIOS, `${JSON.stringify(all, kept, 2)}\n`);
}

/** Without what depends on the machine, in three digits. */
function kept(name, value) {
  if (['seconds', 'processor'].includes(name)) return undefined;
  if (name === 'phases')
    return Object.fromEntries(Object.entries(value).map(([command, phases]) => [command, shares(phases)]));
  return typeof value === 'number' && name !== 'count' ? Number(value.toPrecision(3)) : value;
}

/** Percent of the time of a run, largest first. */
function shares(phases) {
  const total = Object.values(phases).reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(
    Object.entries(phases)
      .sort(([, a], [, b]) => b - a)
      .map(([name, seconds]) => [name, Math.round((100 * seconds) / total)]),
  );
}

function show({ name, ratio, to, seconds, mebibytes }) {
  const cells = [
    name.padEnd(46),
    (ratio === undefined ? '' : `${ratio.toFixed(2)} × ${to}`).padEnd(40),
    (seconds === undefined ? '' : `${seconds.toFixed(3)} s`).padStart(10),
    (mebibytes === undefined ? '' : `${mebibytes.toFixed(0)} MiB`).padStart(10),
  ];
  console.log(cells.join('').trimEnd());
}
