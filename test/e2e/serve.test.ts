import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_KINDS } from '../../src/service/http/faults.ts';
import { OPERATIONS } from '../../src/service/http/operations/operations.ts';
import { bundledOpenApi } from '../../src/service/http/request-validators.ts';
import { readLimits, readWorkspaces } from '../../src/service/http/settings.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { curlSession, noCurl } from '../support/e2e/curl-session.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { listening, startLiveService } from '../support/e2e/live-service.ts';
import { portOf } from '../support/e2e/port.ts';
import { campaigns, startCampaigns } from '../support/e2e/program.ts';
import { ContractClient } from '../support/contract/client.ts';
import { DescribedService } from '../support/service/described-service.ts';

const SERVE = ['serve', '--port', '0', '--quiet'];

test('says in one line where it listens, and stops properly when asked to', async () => {
  const { kill, ended, says } = startCampaigns(['serve', '--port', '0'], { cwd: temporaryFolder() });
  await says('listening', 'stdout');
  kill('SIGTERM');
  const { status, stdout } = await ended;
  expect(status).toBe(0);
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

test.each([
  [['--workspaces', '/nowhere/at/all.json'], 'ENOENT'],
  [['--limits', '{"serach": "off"}'], 'serach'],
  [['--quirks', 'red-lag=30s'], 'red-lag'],
  [['--features', 'queue,portfolios'], 'queue,portfolios'],
  [['--app-key', 'a:b'], '--app-key'],
  [['--port', '70000'], '--port'],
  [['--clock', 'sundial'], '--clock'],
])('%j is a usage error', async ([option = '', value = ''], said) => {
  const file = join(temporaryFolder(), 'settings.json');
  writeFileSync(file, value);
  const given = option === '--limits' ? file : value;
  const ended = await campaigns([...SERVE, option, given], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expect(ended.stderr).toContain(said);
  expectWords(ended);
});

test('explains what it cannot use: a folder as data, data or a port in use, an address of another machine', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data.db');
  await listening([...SERVE, '--data', data]);
  const port = String(await portOf(createServer()));
  for (const [option, value, said] of [
    ['--data', folder, folder],
    ['--data', data, `process ${process.pid}`],
    ['--port', port, port],
    ['--host', '203.0.113.1', 'EADDRNOTAVAIL'],
  ] as const) {
    const ended = await campaigns([...SERVE, option, value], { cwd: folder });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(said);
    expectWords(ended);
  }
});

test.each([
  [['--quirks', 'draft-versions'], true],
  [['--quirks', 'draft-versions', '--features', 'versioning'], false],
  [['--host', '0.0.0.0'], true],
])('%j is noted: %s', async (args, isNoted) => {
  const { kill, ended, says } = startCampaigns([...SERVE, ...args], { cwd: temporaryFolder() });
  await says('listening', 'stdout');
  kill('SIGTERM');
  expect((await ended).stderr !== '').toBe(isNoted);
});

/** The results of reading an unknown campaign, or of editing it, with these credentials. */
async function statusOf(baseUrl: string, appKey: string, apiKey: string, method = 'GET'): Promise<number> {
  const client = new ContractClient({ baseUrl, appKey, apiKey });
  const id = '0'.repeat(24);
  return (await (method === 'GET' ? client.get(id) : client.update(id, {}))).status;
}

const PAGE = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');

/** The blocks of a language, in order. */
function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}

test('the commands on the page can be pasted one after the other', async (context) => {
  const reason = noCurl();
  if (reason !== null) context.skip(reason);
  const service = await startLiveService(
    ...['--limits', 'real', '--clock', 'manual', '--features', 'queuing,versioning'],
  );
  const ended = await curlSession(blocks('sh').join('\n'), service.url);
  expect(ended, ended.stdout).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toContain('"valid":true');
  expect(ended.stdout).toContain('"status":"SENT"');
  expect(ended.stdout).toContain('Hello Ada');
  expect(ended.stdout).toMatch(/"reset":true}\n$/);
});

test('the page has each operation, each kind of fault and each path of the control interface', () => {
  const { operations } = new DescribedService(bundledOpenApi());
  for (const { method, path, control } of operations) {
    const row = `| \`${method.toUpperCase()} ${path.replace('{campaign_id}', '{id}')}\``;
    if (control) expect(PAGE).toContain(row);
  }
  for (const kind of FAULT_KINDS) expect(PAGE).toContain(`| \`${kind}\``);
  const [, named = ''] = /`operation`\s+\(`(create [a-z\s-]+)`/.exec(PAGE) ?? [];
  expect(named.split(/\s+/)).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
});

test('the service accepts the settings on the page', () => {
  const [workspaces = '', limits = ''] = blocks('json');
  const env = { STAGING_KEY: 's', SHOP_KEY: 'p', VIEWER_KEY: 'v' };
  expect(readWorkspaces(workspaces, { env, taken: ['local'] })).not.toEqual([]);
  expect(readLimits(limits)).not.toEqual({});
});
