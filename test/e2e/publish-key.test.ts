import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// Open point W19: the earlier version of the API, which publishing needs, may have a key of its own.

const [KEY, PUBLISH_KEY] = ['key-of-version-5', 'key-of-the-earlier-one'];
const OWN_KEY = 'publish_api_key_env: CAMPAIGNS_PUBLISH_KEY\n    limits: off';
const ITS_SECRET = { CAMPAIGNS_PUBLISH_KEY: PUBLISH_KEY };

/** As the earlier version answers: without a response ID, and with a code of its own. */
const UNAUTHORIZED = { code: '401 Unauthorized', message: 'Authentication required' };

const basic = (key: string) => `Basic ${Buffer.from(`local:${key}`).toString('base64')}`;

async function open(workspace = OWN_KEY) {
  const service = await startLiveService();
  const seen = { v5: new Set<string>(), earlier: new Set<string>() };
  const proxy = await startServiceProxy(service.url, ({ path, headers }, pass) => {
    const isEarlier = path.startsWith('/core-services/');
    seen[isEarlier ? 'earlier' : 'v5'].add(headers.authorization ?? '');
    if (isEarlier && headers.authorization !== basic(PUBLISH_KEY))
      return { status: 401, body: JSON.stringify({ error: UNAUTHORIZED }) };
    headers.authorization = basic('local');
    return pass();
  });
  const campaigns = { 's.yaml': sale(), 'w.yaml': welcome({ status: 'ACTIVE' }) };
  const repo = openRepo({ url: proxy.url, campaigns, workspace });
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
