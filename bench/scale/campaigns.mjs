// How the program behaves with many campaigns. Repositories are made from the examples, the same for the same number; the
// program is the built one, git is real, and the local service answers without limits.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureNeighbors } from '../neighbors/run.mjs';
import { serve } from '../served.mjs';
import { figure } from './figures.mjs';
import { byPhase, campaigns, paired, profiling, run } from './measure.mjs';
import { editOne, git, makeRepository } from './repository.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Profiles are kept here, to be opened with the tools of a browser. */
const PROFILES = join(HERE, '../profiles');

/** The figures at `count` campaigns, and where the time of `validate` and of `plan` goes. */
export async function measureCampaigns(count) {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-scale-'));
  const times = count >= 1000 ? 1 : 3;
  const served = await serve(['--features', 'queuing,audience_limit']);
  try {
    const cwd = join(folder, 'shop');
    const keys = makeRepository(cwd, { count, url: served.url });
    const world = { count, folder, times, cwd, url: served.url, keys };
    const validated = await validation(world);
    const planned = await plans(world, validated.floor);
    const edited = await edits(world);
    const rest = [...(await state(world)), await outcome(world), await importOfAll(world)];
    const figures = [...validated.figures, ...planned.figures, ...edited, ...rest];
    return { count, figures, phases: { validate: validated.phases, plan: planned.phases } };
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const cli = ({ cwd }, ...args) => campaigns(args, { cwd, may: [0, 2, 3] });
const floorOf = ({ cwd }) => run(join(HERE, 'floor.mjs'), [cwd]);
const forget = ({ cwd }) => rmSync(join(cwd, '.git/campaigns'), { recursive: true, force: true });

async function validation(world) {
  const validate = () => cli(world, 'validate', '--quiet');
  const cold = () => {
    forget(world);
    return validate();
  };
  const first = await paired(world.times, cold, () => floorOf(world));
  const repeated = await paired(world.times, validate, cold);
  forget(world);
  return {
    floor: first[1],
    phases: await phasesOf(world, 'validate', '--quiet'),
    figures: [
      figure('P1 validate, cold', first, { to: 'read and parse all', atMost: 1.5 }),
      figure('P1 validate, repeated', repeated, { to: 'validate, cold', atMost: 0.15 }),
    ],
  };
}

async function plans(world, floor) {
  const { folder, cwd, count, times, url } = world;
  const applied = await cli(world, 'apply', '--yes', '--quiet');
  const listed = await cli(world, 'state', 'list', '--json');
  const ids = join(folder, 'ids.json');
  writeFileSync(ids, JSON.stringify(JSON.parse(listed.out).bindings.map((one) => one.campaign_id)));
  const plan = () => cli(world, 'plan', '--quiet');
  const [inSync, asked] = await paired(times, plan, () => run(join(HERE, 'searches.mjs'), [url, ids]));
  const least = { processor: asked.processor + floor.processor, seconds: asked.seconds + floor.seconds };
  const neighbors = await measureNeighbors(folder, { count, times, plan });
  const beside = (name, more) => ({
    ...figure(`plan beside ${name}`, neighbors[name].pair, more),
    ...theirs(name),
  });
  const theirs = (name) => ({
    requests: neighbors[name].requests,
    theirMebibytes: neighbors[name].pair[1].mebibytes,
  });
  return {
    phases: await phasesOf({ cwd, count }, 'plan', '--quiet'),
    figures: [
      figure('first apply', [applied, floor], { to: 'read and parse all' }),
      figure('P2 plan in sync', [inSync, least], { to: 'read, parse and ask', atMost: 1.4 }),
      figure('P2 plan in sync, repeated', [inSync, asked], { to: 'ask', atMost: 1.2 }),
      beside('auth0-deploy-cli', { to: 'a0deploy import --dry-run', atMost: 0.05 }),
      beside('github-label-sync', { to: 'github-label-sync --dry-run' }),
    ],
  };
}

async function edits(world) {
  editOne(world.cwd, world.keys.slice(Math.floor(world.count / 2)));
  const changed = () => cli(world, 'plan', '--quiet', '--changed-since', 'HEAD~1');
  const cold = () => {
    forget(world);
    return changed();
  };
  const first = await paired(world.times, cold, () => floorOf(world));
  const repeated = await paired(world.times, changed, () => floorOf(world));
  return [
    figure('P10 plan of one edited file, cold', first, { to: 'read and parse all', atMost: 0.6 }),
    figure('P10 plan of one edited file, repeated', repeated, {
      ...{ to: 'read and parse all', atMost: 0.2, mebibytesAtMost: 250 },
    }),
  ];
}

async function state(world) {
  const { times, cwd } = world;
  const log = await paired(
    times,
    () => cli(world, 'log', '--json'),
    () => run(join(HERE, 'git-log.mjs'), [cwd]),
  );
  const list = await paired(
    times,
    () => cli(world, 'state', 'list', '--json'),
    () => run(join(HERE, 'read-bindings.mjs'), [cwd]),
  );
  return [
    figure('P11 log', log, { to: 'git log', atMost: 3 }),
    figure('P11 bindings read', list, { to: 'cat-file --batch, JSON.parse', atMost: 2 }),
  ];
}

/** One binding that is written to the record, and the least that git needs for a commit. */
async function outcome({ times, cwd, keys }) {
  const [key] = keys;
  const there = (n) => (n % 2 === 0 ? [key, `${key}-moved`] : [`${key}-moved`, key]);
  let moved = 0;
  const pair = await paired(
    times,
    () => cli({ cwd }, 'state', 'mv', ...there(moved++)),
    () => run(join(HERE, 'commit-tree.mjs'), [cwd]),
  );
  if (moved % 2 === 1) await cli({ cwd }, 'state', 'mv', ...there(1));
  return figure('P11 one outcome recorded', pair, { to: 'git commit-tree', atMost: 6 });
}

/** Into a clone without campaigns and without a state branch. */
async function importOfAll({ folder, cwd, url, count }) {
  const copy = join(folder, 'copy');
  git(folder, 'clone', '-q', `${cwd}.git`, copy);
  const names = readdirSync(join(copy, 'campaigns')).filter((name) => name !== 'workspaces.yaml');
  git(copy, 'rm', '-q', '-r', '--', ...names.map((name) => `campaigns/${name}`));
  git(copy, 'commit', '-q', '-m', 'Nothing yet');
  git(copy, 'push', '-q', 'origin', '--delete', 'campaigns-state/local');
  const imported = await campaigns(['import', '--all', '--quiet'], { cwd: copy });
  const received = await run(join(HERE, 'receive.mjs'), [url, join(folder, 'received'), String(count)]);
  return figure('P12 import of all', [imported, received], { to: 'receive and write', atMost: 3 });
}

/** Keeps the profile of a run. */
async function phasesOf({ cwd, count }, ...args) {
  const made = mkdtempSync(join(tmpdir(), 'campaigns-profile-'));
  try {
    await campaigns(args, { cwd, node: profiling(made) });
    // A thread writes its own, which the main one is waiting for.
    const profiles = readdirSync(made).map((name) => readFileSync(join(made, name), 'utf8'));
    const [longest] = profiles.sort((a, b) => b.length - a.length);
    mkdirSync(PROFILES, { recursive: true });
    writeFileSync(join(PROFILES, `${args[0]}-${count}.cpuprofile`), longest);
    return byPhase(JSON.parse(longest));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
