import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest, temporaryFolder } from '../support/cleanup.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { listening } from '../support/e2e/live-service.ts';
import { campaigns, startCampaigns } from '../support/e2e/program.ts';

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

test.each<[string, string[], string | undefined, string]>([
  ['workspaces that are not there', ['--workspaces'], undefined, 'ENOENT'],
  ['limits with mistakes', ['--limits'], '{"serach": "off"}', 'serach'],
  ['quirks that are none', ['--quirks', 'red-lag=30s'], '', 'red-lag'],
  ['features that are none', ['--features', 'queue,portfolios'], '', 'queue,portfolios'],
])('%s are a usage error', async (_case, args, text, said) => {
  const file = join(temporaryFolder(), 'settings.json');
  if (text !== undefined) writeFileSync(file, text);
  const call = args.length === 1 ? [...args, file] : args;
  const ended = await campaigns([...SERVE, ...call], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expect(ended.stderr).toContain(said);
  expectWords(ended);
});

test.each(['', 'a:b', 'a\nb'])('the workspace identifier %j is a wrong call', async (key) => {
  const ended = await campaigns([...SERVE, '--app-key', key], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expect(ended.stderr).toContain('--app-key');
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
  ['--clock', 'sundial'],
])('serve %s %s is a usage error', async (...args) => {
  const ended = await campaigns(['serve', ...args], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expectWords(ended);
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
