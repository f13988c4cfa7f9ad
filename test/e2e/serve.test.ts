import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { afterTest, temporaryFolder } from '../support/cleanup.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { listening, LiveService } from '../support/e2e/live-service.ts';
import { campaigns, runHere, startCampaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const SERVE = ['serve', '--port', '0', '--quiet'];

test('says in one line where it listens, and stops properly when asked to', async () => {
  const { kill, ended, says } = startCampaigns(['serve', '--port', '0'], { cwd: temporaryFolder() });
  await says('listening', 'stdout');
  kill('SIGTERM');
  const { status, signal, stdout } = await ended;
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  expect(stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/\n$/);
});

test('the key is "local" unless the environment has one', async () => {
  const url = await listening(SERVE);
  expect(await statusOf(url, 'local', 'local')).toBe(404);
  expect(await statusOf(url, 'local', 'another')).toBe(401);
  const empty = await listening(SERVE, { env: { CAMPAIGNS_API_KEY: '' } });
  expect(await statusOf(empty, 'local', 'local')).toBe(404);
  expect(await statusOf(empty, 'local', '')).toBe(401);
  const own = await listening([...SERVE, '--api-key-env', 'SERVICE_KEY', '--app-key', 'SHOP'], {
    env: { SERVICE_KEY: 'open sesame' },
  });
  expect(await statusOf(own, 'SHOP', 'open sesame')).toBe(404);
  expect(await statusOf(own, 'SHOP', 'local')).toBe(401);
  expect(await statusOf(own, 'local', 'open sesame')).toBe(401);
});

test('--workspaces adds workspaces, each with a key and scopes of its own', async () => {
  const file = join(temporaryFolder(), 'workspaces.json');
  writeFileSync(
    file,
    JSON.stringify([
      { app_key: 'STAGING', api_key_env: 'STAGING_KEY', features: ['queuing'] },
      { app_key: 'READER', api_key_env: 'READER_KEY', scopes: ['campaigns:read'] },
    ]),
  );
  const env = { STAGING_KEY: 's1', READER_KEY: 'r1' };
  const url = await listening([...SERVE, '--workspaces', file, '--control'], { env });
  expect(await statusOf(url, 'local', 'local')).toBe(404);
  expect(await statusOf(url, 'STAGING', 's1')).toBe(404);
  expect(await statusOf(url, 'READER', 'r1')).toBe(404);
  expect(await statusOf(url, 'READER', 'r1', 'PATCH')).toBe(403);
  expect(await statusOf(url, 'STAGING', 's1', 'PATCH')).toBe(404);
  expect(await statusOf(url, 'STAGING', 'r1')).toBe(401);
});

test.each<[string, string[], string | undefined, string[]]>([
  ['workspaces that are not there', ['--workspaces'], undefined, ['ENOENT']],
  ["workspaces that aren't a list", ['--workspaces'], '{}', ['must be a list']],
  [
    'workspaces with mistakes',
    ['--workspaces'],
    '[{"app_key": "A", "api_key_env": "NOT_SET"}]',
    ['A, api_key_env: the variable NOT_SET is not set'],
  ],
  ['limits that are not there', ['--limits'], undefined, ['ENOENT']],
  ['limits with mistakes', ['--limits'], '{"serach": "off"}', ['"serach"', 'search']],
  [
    'quirks that are none',
    ['--quirks', 'red-lag=30s,search-lag=soon'],
    '',
    ['"red-lag"', 'read-lag', 'search-lag=30s'],
  ],
  ['features that are none', ['--features', 'queue,portfolios'], '', ['"queue"', 'portfolio']],
])('%s are a usage error', async (_case, args, text, reported) => {
  const file = join(temporaryFolder(), 'settings.json');
  if (text !== undefined) writeFileSync(file, text);
  const call = args.length === 1 ? [...args, file] : args;
  const ended = await campaigns([...SERVE, ...call], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  for (const words of reported) expect(ended.stderr).toContain(words);
  expectWords(ended);
});

test.each(['', 'a:b', 'a\nb', 'a\u007fb'])('the workspace identifier %j is a wrong call', async (key) => {
  const ended = await campaigns([...SERVE, '--app-key', key], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expect(ended.stderr).toMatch(/--app-key.*(empty|colon|control character)/);
  expectWords(ended);
});

test('explains that the data file is a folder', async () => {
  const folder = temporaryFolder();
  const ended = await campaigns([...SERVE, '--data', folder], { cwd: temporaryFolder() });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(/--data.*is a folder/);
  expectWords(ended);
});

test('refuses a data file that another service uses, and says who uses it', async () => {
  const data = ['--data', join(temporaryFolder(), 'data.db')];
  await listening([...SERVE, ...data]);
  const ended = await campaigns([...SERVE, ...data], { cwd: temporaryFolder() });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(new RegExp(`is in use by process ${process.pid} on .*Stop that process`));
  expectWords(ended);
});

test('--quirks sets quirks, in one list or in several', async () => {
  const quirks = ['--quirks', 'respell=trim,nfc,read-lag=30s', '--quirks', 'merge-updates'];
  const service = new LiveService(await listening([...SERVE, '--control', ...quirks]));
  expect(await service.control('GET', 'quirks')).toEqual({
    quirks: ['respell=trim,nfc', 'read-lag=30s', 'merge-updates'],
  });
});

test.each([
  [[], true],
  [['--features', 'versioning'], false],
])('draft-versions with %j: the note that it has no effect is shown: %s', async (features, isShown) => {
  const args = ['serve', '--port', '0', '--quirks', 'draft-versions', ...features];
  const { kill, ended, says } = startCampaigns(args, { cwd: temporaryFolder() });
  await says('listening', 'stdout');
  kill('SIGTERM');
  expect((await ended).stderr.includes('draft-versions has no effect')).toBe(isShown);
});

test('uses the limits of a file', async () => {
  const file = join(temporaryFolder(), 'limits.json');
  writeFileSync(file, '{"get": {"per_minute": 1}}');
  const url = await listening([...SERVE, '--limits', file]);
  expect([await statusOf(url, 'local', 'local'), await statusOf(url, 'local', 'local')]).toEqual([404, 429]);
});

test('reports an address other than loopback', async () => {
  const { kill, ended, says } = startCampaigns([...SERVE, '--host', '0.0.0.0'], { cwd: temporaryFolder() });
  await says('listening', 'stdout');
  kill('SIGTERM');
  expect((await ended).stderr).toMatch(/0\.0\.0\.0.*everyone[\s\S]*_control/);
});

test.each([
  ['203.0.113.1', 'EADDRNOTAVAIL'],
  ['nowhere.invalid', 'nowhere.invalid'],
])('explains the problem with the host %s', async (host, reported) => {
  const ended = await campaigns([...SERVE, '--host', host], { cwd: temporaryFolder() });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain(reported);
  expectWords(ended);
});

test('explains that a port is in use', async () => {
  const holder = createServer();
  holder.listen(0, '127.0.0.1');
  await once(holder, 'listening');
  afterTest(() => void holder.close());
  const address = holder.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const ended = await campaigns(['serve', '--port', port], { cwd: temporaryFolder() });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(new RegExp(`--port ${port}.*in use`));
  expectWords(ended);
});

test.each([
  ['--port', '70000'],
  ['--limits', 'some'],
  ['--clock', 'sundial'],
])('serve %s %s is a usage error', async (...args) => {
  const ended = await campaigns(['serve', ...args], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expectWords(ended);
});

test('without --control there is no control interface', async () => {
  const url = await listening(SERVE);
  expect((await fetch(`${url}_control/log`)).status).toBe(404);
});

test('a manual clock starts campaigns when the control interface advances it', async () => {
  const service = new LiveService(
    await listening([...SERVE, '--control', '--limits', 'off', '--clock', 'manual']),
  );
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome({ status: 'ACTIVE' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { now } = await service.control('POST', 'clock', { now: '2031-06-01T00:00:00Z' });
  expect(now).toBe('2031-06-01T00:00:00.000Z');
  expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
});

/** The results of reading an unknown campaign, or of editing it, with these credentials. */
async function statusOf(url: string, appKey: string, apiKey: string, method = 'GET'): Promise<number> {
  const { status } = await fetch(`${url}v5/campaigns/${'0'.repeat(24)}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      authorization: `Basic ${Buffer.from(`${appKey}:${apiKey}`).toString('base64')}`,
      'svc-appkey': appKey,
      'x-svc-request-id': randomUUID(),
    },
    ...(method === 'PATCH' && { body: '{}' }),
  });
  return status;
}

test('a user at a terminal gets the log as text, and a script gets JSON', async () => {
  for (const [person, logged] of [
    [null, /^\d\d:\d\d:\d\d {2}GET {2}\/v5\/campaigns\/[0-9a-f]{24} {2}401 {2}/m],
    [undefined, /^\{"level":"info",.*"status":401/m],
  ] as const) {
    const how = { cwd: temporaryFolder(), ...(person === null && { person }) };
    const running = runHere((host) => main(['serve', '--port', '0'], host), how);
    afterTest(running.stop);
    await running.says('/\n', 'stdout');
    const url = running.shown('stdout').trim().replace('listening on ', '');
    expect(await statusOf(url, 'local', 'wrong')).toBe(401);
    await running.says('401');
    expect(running.shown('stderr')).toMatch(logged);
  }
});
