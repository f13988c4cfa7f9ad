import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { repoBehindProxy } from '../support/e2e/opened.ts';
import { leaseAtOrigin, LEASE_REF } from '../support/e2e/lease-of-another.ts';

// A process that is killed during a write can't record its result. The fault runs do this at every request, here it is
// a real process, whose lease the next one may take over.

async function open() {
  const { service, proxy, repo } = await repoBehindProxy({ 'welcome.yaml': welcome() });
  /** Kills an apply at its creation. Returns what lets the creation arrive. */
  const killDuringCreate = async () => {
    const { kill, ended } = repo.spawn('apply');
    const arrive = await new Promise<() => Promise<unknown>>((resolve) => {
      proxy.handler = (request, pass) => {
        if (request.path !== '/v5/campaigns') return pass();
        kill('SIGKILL');
        resolve(pass);
        return new Promise(() => undefined);
      };
    });
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    proxy.handler = (_request, pass) => pass();
    return arrive;
  };
  return { service, proxy, repo, killDuringCreate };
}

test.runIf(process.platform === 'linux')(
  'a killed run leaves its lease to the next one, and release reports what it left open',
  async () => {
    const { service, repo, killDuringCreate } = await open();
    const arrive = await killDuringCreate();
    await arrive();
    expect(leaseAtOrigin(repo)).toBe(LEASE_REF);
    const released = await repo.campaigns('state', 'release', '--json');
    expect(JSON.parse(released.stdout)).toMatchObject({ format: 'campaign-release/1', freed: true });
    expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).toContain('journal/');

    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    expect(leaseAtOrigin(repo)).toBe('');
    await service.only('Welcome');
  },
);

test('a creation that arrives late, after the next run has searched, is still the same creation', async () => {
  const { service, proxy, repo, killDuringCreate } = await open();
  let late: (() => Promise<unknown>) | undefined = await killDuringCreate();
  proxy.handler = async ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    await late?.();
    late = undefined;
    return pass();
  };
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
  expect(await service.writes()).toEqual(['create', 'create']);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});
