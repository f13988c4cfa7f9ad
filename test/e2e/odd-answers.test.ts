import { expect, test } from 'vitest';
import { several, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, onlyCampaign, planOf, resultOf } from '../support/e2e/documents.ts';
import { repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { startServiceProxy, type Reply } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

/** A test repository with a managed campaign that was edited since and a new one, and a proxy before its service. */
async function half() {
  const { service, proxy, repo } = await repoBehindProxy({ 'old.yaml': welcome({ name: 'Old' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'old.yaml': welcome({ name: 'Old', utm: 'edited' }), 'new.yaml': welcome({ name: 'New' }) });
  return { repo, service, proxy, sent: proxy.writes().length };
}

const isWrite = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'PATCH' || path === '/v5/campaigns';

test('an answer that makes no sense makes every campaign unknown: neither new nor gone', async () => {
  const { repo, proxy } = await half();
  // A server that fails behind its proxy. test/remote/odd-pages.test.ts has the other shapes.
  proxy.handler = () => ({ status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  const plan = planOf(await repo.exits(1, 'plan', '--json'));
  const unknown = { verdict: 'unknown', held: [{ reason: 'unreadable' }], requests: [], change_id: null };
  expect(plan.campaigns).toMatchObject([
    { ...unknown, key: 'new' },
    { ...unknown, key: 'old' },
  ]);
  expect(plan.summary).toMatchObject({ unknown: 2, create: 0, update: 0, orphaned: 0 });
});

test.each([
  ['nested too deeply', (text: string) => text.replace('"UTM"', `${'['.repeat(6_000)}${']'.repeat(6_000)}`)],
  ['not UTF-8', (text: string) => Buffer.from(text.replace('UTM', 'M\u00fcller'), 'latin1')],
])(
  'a row that is %s makes its campaign unknown, and another one is stopped all the same',
  async (_, damaged) => {
    const campaigns = {
      'sick.yaml': welcome({ name: 'Sick', utm: 'UTM', status: 'ACTIVE' }),
      'well.yaml': welcome({ name: 'Well', status: 'ACTIVE' }),
    };
    const { repo, proxy, service } = await repoBehindProxy(campaigns);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    proxy.handler = async (_request, pass) => {
      const answer = await pass();
      const text = String(answer.body);
      return text.includes('"UTM"') ? { ...answer, body: damaged(text) } : answer;
    };
    repo.change({ 'well.yaml': welcome({ name: 'Well', status: 'PAUSED' }) });
    const plan = planOf(await repo.exits(1, 'plan', '--json'));
    expect(plan.campaigns).toMatchObject([
      { key: 'sick', verdict: 'unknown' },
      { key: 'well', verdict: 'transition' },
    ]);
    await repo.exits(1, 'apply');
    expect(await service.only('Well')).toMatchObject({ status: 'PAUSED' });
    const before = repo.snapshot();
    await repo.campaigns('pull', '--yes');
    expect(repo.snapshot()).toEqual(before);
  },
);

test.each([
  ['a service that is down', 1, 'http://127.0.0.1:9/', 'local'],
  ['a refused credential', 7, undefined, 'wr0ng-k3y'],
])('%s is one message, exit %i, and nothing is recorded or sent', async (_, status, nowhere, key) => {
  const service = await startLiveService();
  const repo = openRepo({ url: nowhere ?? service.url, campaigns: several(2) });
  for (const command of ['plan', 'apply', 'status']) {
    const ended = await repo.startWith({ env: { CAMPAIGNS_API_KEY: key } }, command).ended;
    expect(ended.status, command).toBe(status);
    expect(ended.stderr.match(/^error:/gm)).toHaveLength(1);
    expect(ended.stderr + ended.stdout).not.toContain('wr0ng-k3y');
    expectWords(ended);
  }
  expect(repo.stateTipAtOrigin()).toBeUndefined();
  expect(await service.writes()).toEqual([]);
});

test.each([
  ['a service that is down', 1, 'http://127.0.0.1:9/', 'local'],
  ['a refused credential', 7, undefined, 'wr0ng-k3y'],
])(
  '%s is no workspace in sync, exit %i, also if there is no campaign yet',
  async (_, status, nowhere, key) => {
    const service = await startLiveService();
    const repo = openRepo({ url: nowhere ?? service.url, campaigns: {} });
    for (const command of [['plan'], ['drift'], ['drift', '--unmanaged']]) {
      const ended = await repo.startWith({ env: { CAMPAIGNS_API_KEY: key } }, ...command).ended;
      expect(ended.status, command.join(' ')).toBe(status);
      expect(ended.stderr.match(/^error:/gm)).toHaveLength(1);
    }
  },
);

test('a credential that may read, but write none of several campaigns, is refused as a whole', async () => {
  const { repo, proxy, sent } = await half();
  const error = { code: 'FORBIDDEN', message: 'the credential lacks the scope', details: [] };
  proxy.handler = (request, pass) =>
    isWrite(request) ? { status: 403, body: JSON.stringify({ error }) } : pass();
  const applied = await repo.exits(7, 'apply', '--json');
  expect(resultOf(applied)).toMatchObject({ outcome: 'refused', reason: 'credential', applied: [] });
  expect(proxy.writes()).toHaveLength(sent + 2);
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test('does not follow a redirect, so no credential is sent elsewhere', async () => {
  const { repo, proxy, sent } = await half();
  const page: Reply = { status: 200, type: 'text/html', body: '<!doctype html><title>Please log in</title>' };
  const elsewhere = await startServiceProxy(proxy.url, () => page);
  const redirect = (path: string) => ({ location: new URL(path, elsewhere.url).href });
  proxy.handler = ({ path }) => ({ status: 307, headers: redirect(path), body: '' });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  expect(elsewhere.requests).toEqual([]);
  expect(proxy.writes()).toHaveLength(sent);
});

test('an edit that the service refuses is reported at its line of the file, and the others are made', async () => {
  const { repo, proxy } = await half();
  const error = {
    code: 'VALIDATION_FAILED',
    message: 'too long',
    target: 'utm_params.utm_source',
    details: [],
  };
  proxy.handler = ({ method }, pass) =>
    method === 'PATCH' ? { status: 400, body: JSON.stringify({ response_id: 'resp-1', error }) } : pass();
  const applied = await repo.exits(1, 'apply', '--json');
  const lines = repo.read('campaigns/old.yaml').split('\n');
  const line = lines.findIndex((text) => text.includes('utm_source:')) + 1;
  const message = expect.stringContaining(`campaigns/old.yaml:${line}:15 `) as string;
  expect(resultOf(applied)).toMatchObject({
    applied: [{ key: 'new', change: 'create' }],
    failed: [{ key: 'old', code: 'VALIDATION_FAILED', response_id: 'resp-1', message }],
  });
});

// A creation without an answer may have happened or not. Either way there is no second campaign.

test.each([
  ['without an answer', { kind: 'reset-before' }],
  ['answered with a page', { kind: 'html', status: 502 }],
] as const)(
  'creations %s are unclear, so a plan proposes no other, and a colleague resolves them',
  async (_, fault) => {
    const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() });
    await service.arm({ ...fault, operation: 'create', times: 1000 });
    const first = await repo.exits(1, 'apply', '--json');
    expect(resultOf(first).failed).toMatchObject([{ key: 'welcome', code: 'unclear' }]);
    const planned = await repo.exits(2, 'plan', '--json', '--exit-code');
    const held = [{ reason: 'in-flight' }];
    expect(onlyCampaign(planned)).toMatchObject({ verdict: 'held', held, requests: [] });
    await service.disarm();
    expect(await repo.clone().campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(await service.writes()).toHaveLength(
      (await service.requests()).filter(({ operation }) => operation === 'create').length,
    );
  },
);

test('an API key is shown neither by an error about a file that has it, nor by what a git server says', async () => {
  const key = 'sk-9f3b2c71d4e5';
  const env = { CAMPAIGNS_API_KEY: key };
  const proxy = await startServiceProxy((await startLiveService()).url, ({ headers }, pass) => {
    headers.authorization = `Basic ${Buffer.from('local:local').toString('base64')}`;
    return pass();
  });
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  repo.guardOrigin(`echo "fatal: no room for ${key}" >&2; exit 1`);
  const refused = await repo.startWith({ env }, 'apply').ended;
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('no room for ***');
  repo.write('campaigns/welcome.yaml', welcome({ subject: `Use ${key}` }));
  const { status, stdout, stderr } = await repo.startWith({ env }, 'validate').ended;
  expect(status).toBe(5);
  expect(stdout).toMatch(/^campaigns\/welcome\.yaml:\d+:\d+ E_SECRET /m);
  expect(refused.stdout + refused.stderr + stdout + stderr).not.toContain(key);
});

test('--debug logs each request with its IDs, and neither bodies nor secrets', async () => {
  const subject = 'What nobody else is to read';
  const { service, repo } = await repoWithService({ 'w.yaml': welcome({ subject }) });
  const applied = await repo.campaigns('--debug', 'apply', '--json');
  expect(resultOf(applied)).toMatchObject({ outcome: 'complete' });
  const logged = applied.stderr.split('\n').filter((line) => line.startsWith('debug: '));
  const requests = await service.requests();
  expect(logged).toHaveLength(requests.length);
  for (const { method, path, status, request_id: id } of requests) {
    const line = `^debug: ${method} ${path} ${status} in \\d+ ms, request ${id ?? ''}, response \\S+$`;
    expect(applied.stderr).toMatch(new RegExp(line, 'm'));
  }
  for (const secret of [subject, Buffer.from('local:local').toString('base64')])
    expect(applied.stderr).not.toContain(secret);
});
