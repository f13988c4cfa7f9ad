import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, planOf, resultOf } from '../support/e2e/documents.ts';
import { startServiceProxy, type ServiceProxy, type Reply } from '../support/e2e/service-proxy.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

/** A test repository with a managed campaign that was edited since and a new one, and a proxy before its service. */
async function half(): Promise<{
  repo: TestRepository;
  service: LiveService;
  proxy: ServiceProxy;
  sent: number;
}> {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'old.yaml': welcome({ name: 'Old' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'old.yaml': welcome({ name: 'Old', utm: 'edited' }), 'new.yaml': welcome({ name: 'New' }) });
  return { repo, service, proxy, sent: proxy.writes().length };
}

const PAGE: Reply = { status: 200, type: 'text/html', body: '<!doctype html><title>Please log in</title>' };

test('an answer that makes no sense makes every campaign unknown: neither new nor gone', async () => {
  const { repo, proxy } = await half();
  // A server that fails behind its proxy. test/remote/odd-pages.test.ts has the other shapes.
  proxy.handler = () => ({ status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  const planned = await repo.campaigns('plan', '--json');
  expect(planned.status).toBe(1);
  expectWords(planned);
  const plan = planOf(planned);
  expect(plan.campaigns).toMatchObject([
    { key: 'new', verdict: 'unknown', held: [{ reason: 'unreadable' }], requests: [], change_id: null },
    { key: 'old', verdict: 'unknown', held: [{ reason: 'unreadable' }], requests: [], change_id: null },
  ]);
  expect(plan.summary).toMatchObject({ unknown: 2, create: 0, update: 0, orphaned: 0 });
});

test('a service that is down is one message, and nothing is recorded', async () => {
  const closed = await closedPort();
  const repo = openRepo({
    url: `http://127.0.0.1:${closed}/`,
    campaigns: { 'a.yaml': welcome(), 'b.yaml': welcome({ name: 'B' }) },
  });
  for (const command of ['plan', 'apply']) {
    const ended = await repo.campaigns(command);
    expect(ended.status).toBe(1);
    expect(ended.stderr.match(/did not answer \(/g)).toHaveLength(1);
    expect(ended.stderr).toContain('campaigns serve');
    expectWords(ended);
  }
  expect(repo.stateTipAtOrigin()).toBeUndefined();
});

test('a refused credential is one message, exit 7, and nothing is recorded', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { 'a.yaml': welcome(), 'b.yaml': welcome({ name: 'B' }) },
  });
  for (const command of ['plan', 'apply', 'status']) {
    const ended = await campaigns([command], {
      cwd: repo.directory,
      env: { CAMPAIGNS_API_KEY: 'wr0ng-k3y' },
    });
    expect(ended.status).toBe(7);
    expect(ended.stderr).toContain('CAMPAIGNS_API_KEY');
    expect(ended.stderr.match(/^error:/gm)).toHaveLength(1);
    expect(ended.stderr + ended.stdout).not.toContain('wr0ng-k3y');
    expectWords(ended);
  }
  expect(repo.stateTipAtOrigin()).toBeUndefined();
  expect(await service.named('Welcome')).toEqual([]);
});

test('a credential that may read, but write none of several campaigns, is refused as a whole', async () => {
  const { repo, proxy, sent } = await half();
  const error = { code: 'FORBIDDEN', message: 'the credential lacks the scope', details: [] };
  proxy.handler = ({ method, path }, pass) =>
    method === 'PATCH' || path === '/v5/campaigns'
      ? { status: 403, body: JSON.stringify({ error }) }
      : pass();
  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(7);
  expect(resultOf(applied)).toMatchObject({ outcome: 'refused', reason: 'credential', applied: [] });
  expect(proxy.writes()).toHaveLength(sent + 2);
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test('does not follow a redirect, so no credential is sent elsewhere', async () => {
  const { repo, proxy, sent } = await half();
  const elsewhere = await startServiceProxy(proxy.url, () => PAGE);
  proxy.handler = ({ path }) => ({
    status: 307,
    headers: { location: new URL(path, elsewhere.url).href },
    body: '',
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  expect(elsewhere.requests).toEqual([]);
  expect(proxy.writes()).toHaveLength(sent);
});

test("an edit that the service refuses fails alone, with the service's message", async () => {
  const { repo, service, proxy } = await half();
  const error = {
    code: 'VALIDATION_FAILED',
    message: 'utm_source is too long',
    target: 'utm_params',
    details: [],
  };
  proxy.handler = ({ method }, pass) =>
    method === 'PATCH' ? { status: 400, body: JSON.stringify({ response_id: 'resp-1', error }) } : pass();
  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(1);
  expect(resultOf(applied)).toMatchObject({
    applied: [{ key: 'new', change: 'create' }],
    failed: [{ key: 'old', code: 'VALIDATION_FAILED', response_id: 'resp-1' }],
  });
  expect(applied.stdout).toContain('utm_source is too long');
  await service.only('New');
});

test('an edit that is answered with success but not done is reported, and not sent again automatically', async () => {
  const { repo, proxy } = await half();
  proxy.handler = ({ method, path }, pass) =>
    method === 'PATCH'
      ? {
          status: 200,
          body: JSON.stringify({ response_id: 'r', type: 'campaign', data: { id: path.split('/').at(-1) } }),
        }
      : pass();
  const applied = await repo.campaigns('apply', '--json');
  expect(resultOf(applied)).toMatchObject({
    outcome: 'complete',
    unconfirmed: [{ key: 'old', component: 'utm_params' }],
  });
  const sent = proxy.writes().length;
  const planned = await repo.campaigns('plan');
  expect(planned.stdout).toMatch(/Needs attention[\s\S]*old/);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(proxy.writes()).toHaveLength(sent);
});

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
