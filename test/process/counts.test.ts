import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTION } from '../support/action/run-action.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { several } from '../support/e2e/campaign-texts.ts';
import { repoWithService, type Opened } from '../support/e2e/opened.ts';
import { spawnCampaigns } from '../support/e2e/processes.ts';

// What the built program costs, counted: the same on every machine, however busy it is. bench/ measures seconds.

const KEPT = new URL('counts.json', import.meta.url);
const ACCEPT = 'ACCEPT_COUNTS=1 npm run vitest -- run test/process/counts.test.ts';
/** The action may grow by a fiftieth, so that not every change has to be accepted. Everything else is exact. */
const BYTES_MORE = 1.02;
/** More than one page of a search. */
const CAMPAIGNS = 20;

type Counts = Readonly<Record<string, number>>;

/** A file of Node's own format for coverage, as far as it is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly [{ readonly count: number }];
    }[];
  }[];
}

/** Runs the program, and counts requests to the service, git processes, YAML texts parsed, and modules loaded. */
async function costOf({ repo, service }: Opened, ...args: string[]): Promise<Counts> {
  const folder = temporaryFolder();
  const { PATH = '' } = process.env;
  const started = join(folder, 'started');
  writeFileSync(started, '');
  const counting = `#!/bin/sh\necho >> '${started}'\nexec /usr/bin/env PATH='${PATH}' git "$@"\n`;
  writeFileSync(join(folder, 'git'), counting, { mode: 0o755 });
  const coverage = join(folder, 'coverage');
  const env = { PATH: `${folder}:${PATH}`, CAMPAIGNS_API_KEY: 'local', NODE_V8_COVERAGE: coverage };
  const before = (await service.requests()).length;
  const { status, stdout, stderr } = await spawnCampaigns(args, { cwd: repo.directory, env }).ended;
  if (status !== 0 && status !== 2)
    throw new Error(`${args.join(' ')}: ${String(status)} ${stdout}${stderr}`);
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(join(coverage, name), 'utf8')) as Coverage).result,
  );
  const parsed = scripts
    .filter(({ url }) => url.endsWith('/yaml/dist/compose/composer.js'))
    .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === 'compose'));
  return {
    requests: (await service.requests()).length - before,
    'git processes': readFileSync(started, 'utf8').length,
    'YAML texts parsed': parsed.reduce((sum, { ranges: [{ count }] }) => sum + count, 0),
    'modules loaded': new Set(scripts.map(({ url }) => url).filter((url) => url.startsWith('file:'))).size,
  };
}

/** A long apply renews its lease, so the number of its git processes depends on how busy the machine is. */
function isLeftOut(what: string, name: string): boolean {
  return name === 'modules loaded'
    ? what !== '--version'
    : name === 'git processes' && what === 'first apply';
}

async function countAll(): Promise<Counts> {
  const opened = await repoWithService(several(CAMPAIGNS));
  const { repo } = opened;
  const counts: Record<string, number> = { 'bytes of the action': statSync(ACTION).size };
  const count = async (what: string, ...args: string[]) => {
    for (const [name, value] of Object.entries(await costOf(opened, ...args)))
      if (!isLeftOut(what, name)) counts[`${what}: ${name}`] = value;
  };
  await count('--version', '--version');
  await count('validate', 'validate', '--quiet');
  await count('first apply', 'apply', '--yes', '--quiet');
  await count('plan in sync', 'plan', '--quiet');
  repo.edit('campaigns/c07.yaml', /utm_source: \w+/, 'utm_source: edited');
  repo.commit('Edit one campaign');
  await count('plan of one edited file', 'plan', '--quiet', '--changed-since', 'HEAD~1');
  await count('apply of one edited file', 'apply', '--yes', '--quiet');
  await count('drift', 'drift', '--quiet');
  await count('log', 'log');
  await count('state list', 'state', 'list');
  return counts;
}

test(`what is counted does not grow; where it is meant to: ${ACCEPT}`, async () => {
  const counts = await countAll();
  if (process.env.ACCEPT_COUNTS === '1') writeFileSync(KEPT, `${JSON.stringify(counts, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Counts;
  expect(Object.keys(kept)).toEqual(Object.keys(counts));
  const grown = Object.entries(counts).flatMap(([what, now]) => {
    const [was = 0, more] = [kept[what], what.startsWith('bytes') ? BYTES_MORE : 1];
    return now > was * more ? [`${what}: ${now}, kept ${was}`] : [];
  });
  expect(grown, `More than before. If this is meant, keep the new values: ${ACCEPT}`).toEqual([]);
});
