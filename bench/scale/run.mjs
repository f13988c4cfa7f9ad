// How the program behaves with many campaigns: every figure is a ratio to something that does the least, in the same run.
// Repositories are made from the examples, the same for the same number; the program is the built one, git is real, and
// the local service answers without limits. Writes bench/results.json.
//   npm run bench bench/scale/run.mjs                   100 and 1,000 campaigns
//   npm run bench bench/scale/run.mjs 100 1000 10000    others
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../served.mjs';
import { byPart, campaigns, paired, profiling, run } from './measure.mjs';
import { editOne, git, makeRepository } from './repository.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RESULTS = join(HERE, '../results.json');
const sizes = process.argv.slice(2).map(Number);
const results = [];
for (const count of sizes.length > 0 ? sizes : [100, 1000]) {
  const figures = await measureAt(count);
  console.log(`\n${count.toLocaleString('en-US')} campaigns`);
  for (const { name, ratio, seconds, mebibytes, to } of figures)
    console.log(
      [
        name.padEnd(44),
        ratio.toFixed(2).padStart(7),
        ` × ${to}`.padEnd(32),
        `${seconds.toFixed(2)} s`.padStart(10),
      ].join('') + `${mebibytes.toFixed(0)} MiB`.padStart(10),
    );
  results.push({ count, figures });
}
writeFileSync(RESULTS, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);

async function measureAt(count) {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-scale-'));
  const times = count > 1000 ? 1 : 3;
  const served = await serve(['--features', 'queuing,audience_limit']);
  try {
    const cwd = join(folder, 'shop');
    const keys = makeRepository(cwd, { count, url: served.url });
    const cli = (...args) => campaigns(args, { cwd, may: [0, 2, 3] });
    const floor = () => run(join(HERE, 'floor.mjs'), [cwd]);
    const cold = () => {
      rmSync(join(cwd, '.git/campaigns'), { recursive: true, force: true });
      return cli('validate', '--quiet');
    };
    const figures = [];
    const add = (name, [one, other], to) =>
      figures.push({
        name,
        to,
        ratio: one.processor / other.processor,
        ...{ seconds: one.seconds, processor: one.processor, mebibytes: one.mebibytes },
      });
    const validated = await paired(times, cold, floor);
    add('P1 validate, cold', validated, 'read and parse all');
    const repeated = await paired(times, () => cli('validate', '--quiet'), cold);
    add('P1 validate, repeated', repeated, 'validate, cold');

    add('   first apply', [await cli('apply', '--yes', '--quiet'), validated[1]], 'read and parse all');
    const ids = JSON.parse((await cli('state', 'list', '--json')).out).bindings.map((one) => one.campaign_id);
    writeFileSync(join(folder, 'ids.json'), JSON.stringify(ids));
    const searches = () => run(join(HERE, 'searches.mjs'), [served.url, join(folder, 'ids.json')]);
    const plan = () => cli('plan', '--quiet');
    const [inSync, asked] = await paired(times, plan, searches);
    const least = { processor: asked.processor + validated[1].processor };
    add('P2 plan in sync', [inSync, least], 'read, parse and ask');
    add('P2 plan in sync, repeated', [inSync, asked], 'ask');

    await campaigns(['plan', '--quiet'], { cwd, node: profiling(folder) });
    const [profile] = readdirSync(join(folder, 'profiles'));
    const parts = byPart(JSON.parse(readFileSync(join(folder, 'profiles', profile), 'utf8')));
    console.log(
      `plan in sync, processor seconds: ${parts
        .slice(0, 10)
        .map(([part, seconds]) => `${part} ${seconds.toFixed(2)}`)
        .join(', ')}`,
    );

    editOne(cwd, keys[Math.floor(count / 2)]);
    const changed = () => cli('plan', '--quiet', '--changed-since', 'HEAD~1');
    add('P10 plan of one edited file', await paired(times, changed, floor), 'read and parse all');

    const log = await paired(
      times,
      () => cli('log', '--json'),
      () => run(join(HERE, 'git-log.mjs'), [cwd]),
    );
    add('P11 log', log, 'git log');
    const batch = () => run(join(HERE, 'read-bindings.mjs'), [cwd]);
    add(
      'P11 bindings read',
      await paired(times, () => cli('state', 'list', '--json'), batch),
      'cat-file, parse',
    );

    const copy = join(folder, 'copy');
    git(folder, 'clone', '-q', `${cwd}.git`, copy);
    git(
      copy,
      'rm',
      '-q',
      '-r',
      '--',
      ...readdirSync(join(copy, 'campaigns'))
        .filter((name) => name !== 'workspaces.yaml')
        .map((name) => `campaigns/${name}`),
    );
    git(copy, 'commit', '-q', '-m', 'Nothing yet');
    git(copy, 'push', '-q', 'origin', '--delete', 'campaigns-state/local');
    const imported = await campaigns(['import', '--all', '--quiet'], { cwd: copy, may: [0] });
    const received = await run(join(HERE, 'receive.mjs'), [
      served.url,
      join(folder, 'received'),
      String(count),
    ]);
    add('P12 import of all', [imported, received], 'receive and write');

    return figures;
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
