import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import {
  startServiceProxy,
  type ServiceProxy,
  type ProxiedRequest,
  type Reply,
} from '../support/e2e/service-proxy.ts';
import { leaseAtOrigin, LEASE_REF } from '../support/e2e/lease-of-another.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

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
