import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { temporaryFolder } from '../../cleanup.ts';
import { startServiceProxy } from '../service-proxy.ts';
import { startLiveService, type JsonMap } from '../live-service.ts';
import { openRepo } from '../test-repository.ts';
import { World, type RunsIn } from './world.ts';

import { digest, sale, welcome } from '../campaign-texts.ts';

// A small test repository in which one apply does everything: two creations, two edits, and each kind of transition.

/**
 * By path below campaigns/: what is live before. There are two steps, because only an active campaign can be paused.
 */
const BEFORE: readonly Readonly<Record<string, string>>[] = [
  {
    'edited.yaml': welcome({ name: 'Edited' }),
    'paused.yaml': digest({ name: 'Paused', status: 'ACTIVE' }),
    'resumed.yaml': welcome({ name: 'Resumed', status: 'ACTIVE' }),
    'stopped.yaml': sale({ name: 'Stopped', status: 'ACTIVE' }),
    'same.yaml': welcome({ name: 'Same', status: 'ACTIVE' }),
    'held.yaml': welcome({ name: 'Held', status: 'ACTIVE' }),
  },
  { 'resumed.yaml': welcome({ name: 'Resumed', status: 'PAUSED' }) },
];

/** What the commit under test changes. */
const CHANGES: Readonly<Record<string, string>> = {
  'edited.yaml': welcome({ name: 'Edited', utm: 'edited' }),
  'paused.yaml': digest({ name: 'Paused', status: 'PAUSED', utm: 'edited' }),
  'resumed.yaml': welcome({ name: 'Resumed', status: 'ACTIVE' }),
  'stopped.yaml': sale({ name: 'Stopped', status: 'STOPPED' }),
  // A campaign can't become a draft again, so this one must stay unchanged.
  'held.yaml': welcome({ name: 'Held', status: 'DRAFT' }),
  'draft.yaml': welcome({ name: 'New draft' }),
  'published.yaml': digest({ name: 'New and published', status: 'ACTIVE' }),
};

const WANTED: Readonly<Record<string, string>> = { ...BEFORE[0], ...BEFORE[1], ...CHANGES };

/** The final status of each campaign, by key. */
export const WANTED_STATUS: Readonly<Record<string, string>> = {
  edited: 'DRAFT',
  paused: 'PAUSED',
  resumed: 'ACTIVE',
  stopped: 'STOPPED',
  same: 'ACTIVE',
  held: 'ACTIVE',
  draft: 'DRAFT',
  published: 'SCHEDULED',
};

/** How many campaigns the setup creates. */
export const CREATED_BEFORE = 6;

/** Every effect in the service, each exactly once, as in an undisturbed apply. */
export const EFFECTS = { created: 2, updated: 2, status: 3, published: 1 };

const OURS = ['status'];

/** How the live campaigns differ from the files. Empty if everything is as wanted. */
export function differences(live: readonly JsonMap[]): string[] {
  const names = live.map(nameOf);
  const wanted = Object.entries(WANTED).map(([path, text]) => {
    const key = path.replace('.yaml', '');
    return { key, body: parse(text) as JsonMap };
  });
  const strangers = names.filter((name) => !wanted.some(({ body }) => nameOf(body) === name));
  return [
    ...strangers.map((name) => `the unexpected campaign ${name}`),
    ...wanted.flatMap(({ key, body }) => {
      const found = live.filter((one) => nameOf(one) === nameOf(body));
      const [only] = found;
      if (!only || found.length > 1) return [`${found.length} campaigns for ${key}`];
      return partsThatDiffer(key, body, only);
    }),
  ];
}

function partsThatDiffer(key: string, body: JsonMap, live: JsonMap): string[] {
  const parts = Object.keys(body).filter((name) => !OURS.includes(name));
  const wrong = parts.filter((name) => !isDeepStrictEqual(live[name], body[name]));
  if (live.status !== WANTED_STATUS[key]) wrong.push(`status ${JSON.stringify(live.status)}`);
  return wrong.map((name) => `${key} differs in ${name}`);
}

export function nameOf(body: JsonMap): string {
  return (body.basic_details as { readonly name: string }).name;
}

/**
 * Creations are limited on both sides, so that a 429 caused by the program would show. The setup needs more than 5 a
 * minute.
 */
const CREATE_LIMITS = { created_per_minute: 20 };
const UNLIMITED = ['search', 'get', 'update', 'status', 'validate', 'meta', 'test'];
const LIMITS = { create: CREATE_LIMITS, ...Object.fromEntries(UNLIMITED.map((name) => [name, 'off'])) };

/** Makes the world of one fault run. */
export interface Stage {
  readonly raise: () => Promise<World>;
}

/**
 * A service behind a proxy, and the test repository right before the apply under test. Both are created once and
 * restored before each fault run, which is much cheaper than creating them again. `through` says whether the program
 * connects to the proxy, which can delay a request, or directly to the service.
 */
export async function openStage(
  through: 'proxy' | 'service',
  runsIn: RunsIn = 'this process',
): Promise<Stage> {
  const limits = join(temporaryFolder(), 'limits.json');
  writeFileSync(limits, JSON.stringify(LIMITS));
  const service = await startLiveService('--limits', limits);
  const proxy = await startServiceProxy(service.url);
  const template = await setUp(through === 'proxy' ? proxy.url : service.url);
  const records = await service.all();
  let count = 0;
  const raise = async () => {
    await service.reset();
    await service.seed(...records);
    const folder = `${template}-${(count += 1)}`;
    cpSync(template, folder, { recursive: true });
    return new World({ service, proxy, runsIn }, folder);
  };
  return { raise };
}

/** Applies the initial campaigns and commits the changes. Returns the folder of the repository and its origin. */
async function setUp(url: string): Promise<string> {
  const [first = {}, ...more] = BEFORE;
  const repo = openRepo({ url, campaigns: first, workspace: `limits: ${JSON.stringify(LIMITS)}` });
  const apply = async () => {
    const { status, stdout, stderr } = await repo.campaigns('apply', '--yes');
    if (status !== 0) throw new Error(`the test repository can't be set up: ${stdout}${stderr}`);
  };
  await apply();
  for (const files of more) {
    repo.change(files);
    await apply();
  }
  repo.change(CHANGES);
  repo.git('push', '--quiet', 'origin', 'main');
  // A path that is valid in every copy.
  repo.git('remote', 'set-url', 'origin', '../origin.git');
  return dirname(repo.directory);
}
