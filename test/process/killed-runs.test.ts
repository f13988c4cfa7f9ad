import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import {
  startServiceProxy,
  type ServiceProxy,
  type ProxiedRequest,
  type Reply,
} from '../support/e2e/service-proxy.ts';
import { leaseAtOrigin, LEASE_REF } from '../support/e2e/lease-of-another.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// A run that is killed during a write can't record its result. The next one finds out, and nothing is done twice.

test.each([
  ['arrived', true],
  ['did not arrive', false],
] as const)(
  'a run that is killed during a creation that %s leaves one campaign after the next',
  async (_, arrives) => {
    const service = await startLiveService();
    const proxy = await startServiceProxy(service.url);
    const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
    await killDuring(repo, proxy, { arrives, write: ({ method }) => method === 'POST' });
    expect(await service.named('Welcome')).toHaveLength(arrives ? 1 : 0);

    proxy.handler = (_request, pass) => pass();
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect((await service.requests()).filter(({ effect }) => effect.startsWith('created'))).toHaveLength(1);
  },
);

test.each([
  ['arrived', true],
  ['did not arrive', false],
] as const)('the next run resolves an edit that %s when its run was killed', async (_, arrives) => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  await killDuring(repo, proxy, { arrives, write: ({ method }) => method === 'PATCH' });

  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('edited') });
  expect(await service.writes()).toEqual(['create', 'update']);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).not.toContain('journal/');
});

test('a creation that arrives late, after the next run has searched, is still the same creation', async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  const late = await killDuring(repo, proxy, { arrives: false, write: ({ method }) => method === 'POST' });
  let isLate = true;
  proxy.handler = async ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    if (isLate) await late();
    isLate = false;
    return pass();
  };
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
  expect(await service.writes()).toEqual(['create', 'create']);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});

test.runIf(process.platform === 'linux')(
  'a run that was killed here leaves its lease to the next one, and release reports what it left open',
  async () => {
    const service = await startLiveService();
    const proxy = await startServiceProxy(service.url);
    const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
    const killDuringCreate = async () => {
      const { kill, ended } = repo.spawn('apply');
      proxy.handler = (request, pass) => {
        if (request.path === '/v5/campaigns') kill('SIGKILL');
        return pass();
      };
      await ended;
      proxy.handler = (_request, pass) => pass();
    };
    await killDuringCreate();
    expect(leaseAtOrigin(repo)).toBe(LEASE_REF);
    const released = await repo.campaigns('state', 'release', '--json');
    expect(JSON.parse(released.stdout)).toMatchObject({ format: 'campaign-release/1', freed: true });
    expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).toContain('journal/');

    await killDuringCreate();
    const applied = await repo.campaigns('apply');
    expect(applied).toMatchObject({ status: 0 });
    expect(leaseAtOrigin(repo)).toBe('');
    await service.only('Welcome');
  },
);

/** Runs an apply up to its write, which is forwarded or not, and kills it before the answer arrives. */
async function killDuring(
  repo: TestRepository,
  proxy: ServiceProxy,
  { arrives, write }: { readonly arrives: boolean; readonly write: (request: ProxiedRequest) => boolean },
): Promise<() => Promise<Reply>> {
  const reached = new Promise<() => Promise<Reply>>((resolve) => {
    proxy.handler = async (request, pass) => {
      if (!write(request) || request.path.endsWith('/search')) return pass();
      if (arrives) await pass();
      resolve(pass);
      return new Promise(() => undefined);
    };
  });
  const { kill, ended } = repo.spawn('apply');
  const early = ended.then(({ stdout, stderr }) => {
    throw new Error(`the run ended before its write: ${stdout}${stderr}`);
  });
  early.catch(() => undefined);
  const pass = await Promise.race([reached, early]);
  kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  return pass;
}
