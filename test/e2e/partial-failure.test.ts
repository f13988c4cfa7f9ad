import { expect, test } from 'vitest';
import { several, welcome } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { testClock } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const ERROR = {
  code: 'VALIDATION_FAILED',
  message: 'utm_source is too long',
  target: 'utm_params.utm_source',
};

test('reports what the service refuses at its line of the file, and continues with the others', async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url, ({ path, body }, pass) => {
    const { name } = (body.basic_details ?? {}) as { name?: string };
    return path === '/v5/campaigns' && name === 'Campaign 01'
      ? { status: 400, body: JSON.stringify({ response_id: 'resp-1', error: { ...ERROR, details: [] } }) }
      : pass();
  });
  const repo = openRepo({ url: proxy.url, campaigns: several(2) });
  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(1);
  const lines = repo.read('campaigns/c01.yaml').split('\n');
  const line = lines.findIndex((text) => text.includes('utm_source:')) + 1;
  const column = (lines[line - 1] ?? '').indexOf('shop') + 1;
  const { applied: done, failed } = resultOf(applied);
  expect(done.map(({ key }) => key)).toEqual(['c02']);
  expect(failed).toMatchObject([{ key: 'c01', code: 'VALIDATION_FAILED', response_id: 'resp-1' }]);
  expect(failed[0]).toHaveProperty(
    'message',
    expect.stringContaining(
      `campaigns/c01.yaml:${line}:${column} utm_params.utm_source: utm_source is too long.`,
    ),
  );
});

test('respects a date after which to retry, within --max-wait', async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const sent: number[] = [];
  let notBefore = 0;
  proxy.handler = ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    sent.push(testClock.now());
    if (sent.length > 1) return pass();
    notBefore = Math.ceil(testClock.now() / 1000) * 1000 + 2_000;
    const headers = { 'retry-after': new Date(notBefore).toUTCString() };
    return {
      status: 429,
      headers,
      body: JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'slower' } }),
    };
  };
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply', '--max-wait', '1m')).toMatchObject({ status: 0 });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBeGreaterThanOrEqual(notBefore - 1_000);
  await service.only('Welcome');
});

test('asks again with the same key for a creation that takes longer than the timeout, until it is done', async () => {
  const service = await startLiveService();
  await service.arm({ kind: 'delay', operation: 'create', times: 1, ms: 600 });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const env = { CAMPAIGNS_HTTP_TIMEOUT_MS: '200' };
  const applied = await repo.startWith({ env, clock: 'waits' }, 'apply', '--json').ended;
  expect(applied.status).toBe(0);
  expect(resultOf(applied)).toMatchObject({ applied: [{ key: 'welcome', change: 'create' }], failed: [] });
  await service.only('Welcome');
  const effects = (await service.requests()).map(({ effect }) => effect);
  expect(effects.filter((effect) => effect.startsWith('created'))).toHaveLength(1);
});
