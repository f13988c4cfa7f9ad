// A week of large teams in virtual time, and how long they wait for what. It uses the quota, the waits and the lease of
// src/, on a model of the service, of origin and of GitHub; docs/large-teams.md says what is modeled. The same seed gives
// the same week. Writes bench/large-teams/waits.json, and the tables of the page.
//   npm run bench bench/large-teams/run.mjs
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { format, resolveConfig } from 'prettier';
import { bundle, bundled } from '../bundled.mjs';

if (isMainThread) await main();
else {
  const { reportNamed } = await import(pathToFileURL(workerData.path).href);
  parentPort.postMessage(await reportNamed(workerData.name));
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-large-teams-'));
  try {
    const path = await bundle('bench/large-teams/report.ts', folder);
    const { SCENARIOS, COMMON } = await import(pathToFileURL(path).href);
    const { tables } = await bundled('bench/large-teams/paper.ts', folder);
    const names = Object.keys(SCENARIOS);
    const reports = await Promise.all(names.map((name) => inThread({ path, name })));
    reports.forEach(({ counts, waits }, at) => {
      console.log(`\n${names[at]}\n${JSON.stringify(counts)}`);
      console.table(waits);
    });
    const scenarios = Object.fromEntries(reports.map((report, at) => [names[at], report]));
    const results = fileURLToPath(new URL('waits.json', import.meta.url));
    writeFileSync(results, `${JSON.stringify({ durations: COMMON, scenarios }, null, 2)}\n`);
    await fillPage(tables(scenarios));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillPage(parts) {
  const page = fileURLToPath(new URL('../../docs/large-teams.md', import.meta.url));
  let text = readFileSync(page, 'utf8');
  for (const [name, table] of Object.entries(parts)) {
    const place = new RegExp(`(<!-- ${name}: .*? -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!place.test(text)) throw new Error(`${page} has no place for ${name}`);
    text = text.replace(place, (_, begin, end) => `${begin}\n${table}\n\n${end}`);
  }
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));
}

function inThread(workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
