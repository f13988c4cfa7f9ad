import { describe, expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// Open point W19: the earlier version of the API, which publishing needs, may have a key of its own.

const [KEY, PUBLISH_KEY] = ['key-of-version-5', 'key-of-the-earlier-one'];
const OWN_KEY = 'publish_api_key_env: CAMPAIGNS_PUBLISH_KEY\n    limits: off';

/** As the earlier version answers: without a response ID, and with a code of its own. */
const UNAUTHORIZED = { code: '401 Unauthorized', message: 'Authentication required' };

async function open(campaigns: Record<string, string>, workspace = OWN_KEY) {
  const service = await startLiveService();
  const seen = { v5: new Set<string>(), earlier: new Set<string>() };
  const proxy = await startServiceProxy(service.url, ({ path, headers }, pass) => {
    const isEarlier = path.startsWith('/core-services/');
    const key = passwordIn(headers.authorization);
    seen[isEarlier ? 'earlier' : 'v5'].add(key);
    if (isEarlier && key !== PUBLISH_KEY)
      return { status: 401, body: JSON.stringify({ error: UNAUTHORIZED }) };
    headers.authorization = `Basic ${Buffer.from('local:local').toString('base64')}`;
    return pass();
  });
  const repo = openRepo({ url: proxy.url, campaigns, workspace });
  const run = (env: Record<string, string>, ...args: string[]) =>
    repo.startWith({ env: { CAMPAIGNS_API_KEY: KEY, ...env } }, ...args).ended;
  return { service, seen, repo, run };
}

function passwordIn(authorization = ''): string {
  return Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

test('publishes with the key that publish_api_key_env names, and does everything else with the other', async () => {
  const { service, seen, run } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  const applied = await run({ CAMPAIGNS_PUBLISH_KEY: PUBLISH_KEY }, 'apply', '--json');
  expect(applied).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
  expect(seen).toEqual({ v5: new Set([KEY]), earlier: new Set([PUBLISH_KEY]) });
});

describe('without its secret', () => {
  test('refuses a plan that publishes with exit 5 before anything is sent', async () => {
    const { service, run } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    expect(await run({}, 'plan')).toMatchObject({ status: 0 });
    const applied = await run({}, 'apply', '--json');
    expect(applied.status).toBe(5);
    expect(resultOf(applied)).toMatchObject({ outcome: 'refused', applied: [] });
    expect(applied.stderr).toContain('Set the environment variable CAMPAIGNS_PUBLISH_KEY');
    expect((await run({}, 'apply')).stdout).toBe('Nothing was sent.\n');
    expect(await service.named('Welcome')).toEqual([]);
  });

  test('sends an emergency stop anyway', async () => {
    const { service, repo, run } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    expect(await run({ CAMPAIGNS_PUBLISH_KEY: PUBLISH_KEY }, 'apply')).toMatchObject({ status: 0 });
    repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }), 's.yaml': sale({ status: 'ACTIVE' }) });
    const applied = await run({}, 'apply', '--json');
    expect(applied.status).toBe(5);
    expect(resultOf(applied)).toMatchObject({ applied: [{ key: 'w', change: 'transition' }] });
    expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED' });
    expect(await service.named('Sale')).toEqual([]);
  });
});

test('a 401 of the earlier version stops only publishing, and the message names the option', async () => {
  const { service, run } = await open(
    { 's.yaml': sale(), 'w.yaml': welcome({ status: 'ACTIVE' }) },
    'limits: off',
  );
  const applied = await run({}, 'apply', '--json');
  expect(applied.status).toBe(1);
  const { failed } = resultOf(applied);
  expect(failed).toMatchObject([
    { key: 'w', code: '401 Unauthorized', message: expect.stringContaining('publish_api_key_env') as string },
  ]);
  expect(await service.only('Welcome')).toMatchObject({ status: 'DRAFT' });
  expect(await service.only('Sale')).toMatchObject({ status: 'DRAFT' });
});
