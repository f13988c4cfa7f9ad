import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { portOf } from '../support/e2e/port.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

// Where a workspace sends its key, and where its record belongs.

const SETTINGS = 'campaigns/workspaces.yaml';
const HERE = 'https://api.example.com/';
const ELSEWHERE = 'https://elsewhere.example.com/';

function move(repo: TestRepository, from: string, to: string): void {
  repo.write(SETTINGS, repo.read(SETTINGS).replace(from, to));
}

/** A repository whose default branch sends the key to HERE, behind a proxy that records what would leave this machine. */
async function remote(options: { readonly origin?: boolean } = {}) {
  const repo = openRepo({ url: HERE, campaigns: { 'welcome.yaml': welcome() }, ...options });
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
  });
  const env = { https_proxy: `http://127.0.0.1:${await portOf(proxy)}` };
  const run = (...args: string[]) => repo.startWith({ env }, ...args).ended;
  return { repo, env, asked, run };
}

const COMMANDS = [
  ['plan'],
  ['apply', '--allow', 'dirty', 'branch'],
  ['drift'],
  ['status'],
  ['adopt', 'welcome', '--id', '64a1b2c3d4e5f60718293041'],
];

test('no command sends a key to an address that the default branch does not name', async () => {
  const { repo, run, asked } = await remote();
  move(repo, HERE, ELSEWHERE);
  const expectRefusals = async () => {
    for (const args of COMMANDS) {
      const refused = await run(...args);
      expect(refused.status, args.join(' ')).toBe(5);
      expect(refused.stderr).toContain('--allow target');
      expectWords(refused);
    }
  };
  await expectRefusals();
  // A pushed branch makes no difference, not even one that looks like the default one.
  repo.git('checkout', '--quiet', '-b', 'a/refs/heads/main');
  repo.commit('Elsewhere');
  repo.git('push', '--quiet', 'origin', 'a/refs/heads/main');
  await expectRefusals();
  expect(asked).toEqual([]);
  expect(await run('apply', '--allow', 'branch', 'target')).toMatchObject({ status: 1 });
  expect(asked).toContain('elsewhere.example.com:443');
});

test('sends requests to what the default branch names, even under another name and before it is pulled', async () => {
  const { repo, run, asked } = await remote();
  move(repo, '  local:', '  renamed:');
  move(repo, 'default: local', 'default: renamed');
  expect(await run('plan')).toMatchObject({ status: 1 });
  expect(asked).toContain('api.example.com:443');
});

test('asks a user on a terminal, and sends nothing after a no or if origin does not answer', async () => {
  const { repo, env, asked, run } = await remote();
  move(repo, HERE, ELSEWHERE);
  expect(await repo.startWith({ env, person: 'n' }, 'plan').ended).toMatchObject({ status: 5 });
  expect(asked).toEqual([]);
  expect(await repo.startWith({ env, person: 'y' }, 'plan').ended).toMatchObject({ status: 1 });
  expect(asked.splice(0)).toContain('elsewhere.example.com:443');
  move(repo, ELSEWHERE, HERE);
  repo.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  expect(await run('plan')).toMatchObject({ status: 1 });
  expect(asked).toEqual([]);
});

test('without an origin there is nothing to compare with, so it asks, but not for this machine', async () => {
  const { run, asked } = await remote({ origin: false });
  expect(await run('plan')).toMatchObject({ status: 5 });
  expect(asked).toEqual([]);
  expect(await run('plan', '--allow', 'target')).toMatchObject({ status: 1 });
  const { repo: alone } = await repoWithService({ 'welcome.yaml': welcome() }, { origin: false });
  const fingerprintOf = async (...more: string[]) => {
    const { stdout } = await alone.campaigns('plan', '--json', ...more);
    return (JSON.parse(stdout) as { fingerprint: string }).fingerprint;
  };
  // An allowance doesn't change the plan.
  expect(await fingerprintOf('--allow', 'target')).toBe(await fingerprintOf());
});

test('the record of a workspace moves to another address only by state target', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  // Another host than 127.0.0.1, but the same service.
  const there = service.url.replace('127.0.0.1', 'localhost');
  move(repo, service.url, there);
  repo.commit('move');
  expect(await repo.campaigns('plan')).toMatchObject({ status: 5 });
  expect(await repo.campaigns('state', 'target')).toMatchObject({ status: 64 });
  expect(await repo.startWith({ person: 'n' }, 'state', 'target').ended).toMatchObject({ status: 1 });
  expect(await repo.campaigns('plan')).toMatchObject({ status: 5 });

  const done = await repo.campaigns('state', 'target', '--yes', '--json');
  expect(JSON.parse(done.stdout)).toEqual({
    format: 'campaign-target-move/1',
    workspace: 'local',
    from: { base_url: service.url, app_key: 'local', folder: 'campaigns' },
    to: { base_url: there, app_key: 'local', folder: 'campaigns' },
    campaigns: 1,
    moved: true,
  });
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  const log: unknown = JSON.parse((await repo.campaigns('log', 'welcome', '--json')).stdout);
  expect(log).toMatchObject({ entries: [{ key: 'welcome', change: 'target' }, { change: 'create' }] });
  expect(await repo.campaigns('state', 'target')).toMatchObject({ status: 0 });
});

test('refuses a second campaign folder with the same workspace name', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  expect(JSON.parse(repo.git('show', `${STATE_BRANCH}:target.json`))).toMatchObject({ folder: 'campaigns' });
  const { length } = await service.requests();
  repo.write('brand/campaigns/workspaces.yaml', repo.read(SETTINGS));
  repo.write('brand/campaigns/hello.yaml', welcome({ name: 'Hello' }));
  repo.commit('Another brand');
  for (const command of ['apply', 'plan', 'drift', 'status']) {
    const refused = await repo.exits(5, command, '-C', 'brand');
    expect(refused.stderr).toContain('brand/campaigns/');
  }
  expect(await service.requests()).toHaveLength(length);
  const named = /default: local\nworkspaces:\n {2}local:/;
  repo.edit('brand/campaigns/workspaces.yaml', named, 'workspaces:\n  brand:');
  repo.commit('A name of its own');
  expect(await repo.campaigns('apply', '-C', 'brand')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

const page = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  createServer((_, response) => response.writeHead(status, headers).end(body));

// Something answers at base_url that isn't the service. That is one error, not one for each campaign.
test.each([
  ['a web page', page(200, '<!doctype html><title>Shop</title>'), 'http:'],
  ['JSON of another API', page(404, '{"detail":"Not Found"}'), 'http:'],
  ['a redirect', page(301, '', { location: 'https://example.com/' }), 'http:'],
  ['https: against an http: server', page(200, ''), 'https:'],
])('%s is one error with the place of base_url', async (_, server, scheme) => {
  const url = `${scheme}//127.0.0.1:${await portOf(server)}/`;
  const repo = openRepo({ url, campaigns: { 'a.yaml': welcome(), 'b.yaml': welcome({ name: 'B' }) } });
  const ended = await repo.campaigns('plan');
  expectWords(ended);
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr.match(/error:/g)).toHaveLength(1);
  const line =
    1 +
    repo
      .read(SETTINGS)
      .split('\n')
      .findIndex((text) => text.includes(url));
  expect(ended.stderr).toContain(`${SETTINGS}:${line}:`);
});

test('a managed campaign is not missing because of a wrong path, and nothing is recorded or sent', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  move(repo, service.url, `${service.url}v5/`);
  repo.commit('a path');
  expect(await repo.campaigns('state', 'target', '--yes')).toMatchObject({ status: 0 });
  const tip = repo.stateTipAtOrigin();
  for (const command of ['plan', 'drift', 'apply'])
    expect(await repo.campaigns(command)).toMatchObject({ status: 1 });
  expect(repo.stateTipAtOrigin()).toBe(tip);
  // The service doesn't know the searches below /v5/v5/.
  expect((await service.writes()).filter((one) => one !== 'unknown')).toEqual(['create']);
});

// Open point W19: the earlier version of the API, which publishing needs, may have a key of its own.

const [KEY, PUBLISH_KEY] = ['key-of-version-5', 'key-of-the-earlier-one'];
const OWN_KEY = 'publish_api_key_env: CAMPAIGNS_PUBLISH_KEY\n    limits: off';
const ITS_SECRET = { CAMPAIGNS_PUBLISH_KEY: PUBLISH_KEY };

/** As the earlier version answers: without a response ID, and with a code of its own. */
const UNAUTHORIZED = { code: '401 Unauthorized', message: 'Authentication required' };

const basic = (key: string) => `Basic ${Buffer.from(`local:${key}`).toString('base64')}`;

async function open(workspace = OWN_KEY) {
  const campaigns = { 's.yaml': sale(), 'w.yaml': welcome({ status: 'ACTIVE' }) };
  const { service, proxy, repo } = await repoBehindProxy(campaigns, { workspace });
  const seen = { v5: new Set<string>(), earlier: new Set<string>() };
  proxy.handler = ({ path, headers }, pass) => {
    const isEarlier = path.startsWith('/core-services/');
    seen[isEarlier ? 'earlier' : 'v5'].add(headers.authorization ?? '');
    if (isEarlier && headers.authorization !== basic(PUBLISH_KEY))
      return { status: 401, body: JSON.stringify({ error: UNAUTHORIZED }) };
    headers.authorization = basic('local');
    return pass();
  };
  const run = (env: Record<string, string>, ...args: string[]) =>
    repo.startWith({ env: { CAMPAIGNS_API_KEY: KEY, ...env } }, ...args).ended;
  return { service, seen, repo, run };
}

test('publishes with the key that publish_api_key_env names, and needs it for nothing else, not for a pause', async () => {
  const { service, seen, repo, run } = await open();
  expect(await run({}, 'plan')).toMatchObject({ status: 0 });
  const refused = await run({}, 'apply', '--json');
  expect(refused.status).toBe(5);
  expect(resultOf(refused)).toMatchObject({ outcome: 'refused', applied: [] });
  expect(await service.writes()).toEqual([]);

  expect(await run(ITS_SECRET, 'apply', '--json')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
  expect(seen).toEqual({ v5: new Set([basic(KEY)]), earlier: new Set([basic(PUBLISH_KEY)]) });

  repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }), 's.yaml': sale({ status: 'ACTIVE' }) });
  const paused = await run({}, 'apply', '--json');
  expect(paused.status).toBe(5);
  expect(resultOf(paused)).toMatchObject({ applied: [{ key: 'w', change: 'transition' }] });
  expect(await service.only('Sale')).toMatchObject({ status: 'DRAFT' });
});

test('a 401 of the earlier version stops only publishing', async () => {
  const { service, run } = await open('limits: off');
  const applied = await run({}, 'apply', '--json');
  expect(applied.status).toBe(1);
  expect(resultOf(applied).failed).toMatchObject([{ key: 'w', code: '401 Unauthorized' }]);
  for (const name of ['Welcome', 'Sale']) expect(await service.only(name)).toMatchObject({ status: 'DRAFT' });
});
