import { expect, test } from 'vitest';
import { sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, resultOf } from '../support/e2e/documents.ts';
import { openFrontDoor, type FrontDoor, type Knock, type Reply } from '../support/e2e/front-door.ts';
import { startLiveService, type Fault } from '../support/e2e/live-service.ts';
import { openShop, type Shop } from '../support/e2e/shop.ts';
import '../support/e2e/cleanup.ts';

// A create without an answer may have happened or not. Whatever it was: no second campaign, and the next run settles it.

const FAULTS: readonly Fault[] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'html', status: 502 },
];

test.each<Fault>([...FAULTS, { kind: 'truncate' }])(
  'one lost answer to a create ($kind) leaves one campaign',
  async (fault) => {
    const service = await startLiveService();
    await service.arm({ ...fault, operation: 'create', times: 1 });
    const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const { status } = await shop.campaigns('apply');
    expect([0, 1]).toContain(status);
    if (status === 1) expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await shop.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  },
);

test('no answer to any create that arrived is settled by looking, in the same run', async () => {
  const service = await startLiveService();
  await service.arm({ kind: 'reset-after', operation: 'create', times: 1000 });
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const applied = await shop.campaigns('apply', '--json');
  expect(applied.status).toBe(0);
  const { id } = await service.only('Welcome');
  expect(resultOf(applied)).toMatchObject({ applied: [{ key: 'welcome', campaign_id: id }], failed: [] });
  await service.disarm();
  expect(await shop.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test.each(FAULTS.filter(({ kind }) => kind !== 'reset-after'))(
  'no answer to any create ($kind) is unclear, and the next run settles it',
  async (fault) => {
    const service = await startLiveService();
    await service.arm({ ...fault, operation: 'create', times: 1000 });
    const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const first = await shop.campaigns('apply', '--json');
    expect(first.status).toBe(1);
    expect(resultOf(first).failed).toMatchObject([{ key: 'welcome', code: 'unclear' }]);
    await service.disarm();
    expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect((await service.requests()).filter(({ effect }) => effect.startsWith('created'))).toHaveLength(1);
  },
);

test('while it is unclear, a plan says so and proposes no create', async () => {
  const service = await startLiveService();
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await shop.campaigns('apply')).toMatchObject({ status: 1 });
  const planned = await shop.campaigns('plan', '--json', '--exit-code');
  expect(planned.status).toBe(2);
  expect(onlyCampaign(planned)).toMatchObject({
    verdict: 'held',
    held: [{ reason: 'in-flight' }],
    requests: [],
  });
});

test('an unclear create whose file is gone by then is bound where it arrived, and never sent again', async () => {
  const service = await startLiveService();
  const shop = openShop({
    url: service.url,
    campaigns: { 'welcome.yaml': welcome(), 'other.yaml': welcome({ name: 'Other' }) },
  });
  expect(await shop.campaigns('apply', '--only', 'other')).toMatchObject({ status: 0 });
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  expect(await shop.campaigns('apply')).toMatchObject({ status: 1 });
  await service.disarm();
  shop.remove('campaigns/welcome.yaml');
  shop.commit('No welcome after all');
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.named('Welcome')).toEqual([]);
});

test('a failing read back after a create does not make a second one', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const door = await openFrontDoor(service.url);
  door.keeper = (knock, pass) =>
    door.writes().length > 0 && knock.path.endsWith('/search') ? { status: 503, body: '' } : pass();
  shop.edit('campaigns/workspaces.yaml', /base_url: .*/, `base_url: ${door.url}`);
  shop.commit('Through the door');
  expect(await shop.campaigns('apply')).toMatchObject({ status: 1 });
  door.keeper = (_, pass) => pass();
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
  expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});

test.each([
  ['arrived', true],
  ['did not arrive', false],
] as const)(
  'a run that is killed during a create that %s leaves one campaign after the next',
  async (_, arrives) => {
    const service = await startLiveService();
    const door = await openFrontDoor(service.url);
    const shop = openShop({ url: door.url, campaigns: { 'welcome.yaml': welcome() } });
    await killDuring(shop, door, { arrives, write: ({ method }) => method === 'POST' });
    expect(await service.named('Welcome')).toHaveLength(arrives ? 1 : 0);

    door.keeper = (_knock, pass) => pass();
    expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect((await service.requests()).filter(({ effect }) => effect.startsWith('created'))).toHaveLength(1);
  },
);

test.each([
  ['arrived', true],
  ['did not arrive', false],
] as const)('a run that is killed during an edit that %s is settled by the next', async (_, arrives) => {
  const service = await startLiveService();
  const door = await openFrontDoor(service.url);
  const shop = openShop({ url: door.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  shop.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  await killDuring(shop, door, { arrives, write: ({ method }) => method === 'PATCH' });

  door.keeper = (_knock, pass) => pass();
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('edited') });
  expect(await service.writes()).toEqual(['create', 'update']);
  expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(shop.gitAtOrigin('ls-tree', '-r', '--name-only', 'campaigns-state/local')).not.toContain('journal/');
});

test('a create that arrives late, when the next run has looked already, is still the same create', async () => {
  const service = await startLiveService();
  const door = await openFrontDoor(service.url);
  const shop = openShop({ url: door.url, campaigns: { 'welcome.yaml': welcome() } });
  const late = await killDuring(shop, door, { arrives: false, write: ({ method }) => method === 'POST' });
  let isLate = true;
  door.keeper = async ({ path }, pass) => {
    if (path !== '/v5/campaigns') return pass();
    if (isLate) await late();
    isLate = false;
    return pass();
  };
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
  expect(await service.writes()).toEqual(['create', 'create']);
  expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});

test('an emergency stop goes before a creation that is to be sent again when the quota lets it', async () => {
  const service = await startLiveService();
  const shop = openShop({
    url: service.url,
    campaigns: { 'sale.yaml': sale({ status: 'ACTIVE' }), 'welcome.yaml': welcome() },
    workspace: 'limits: { create: { per_hour: 2 } }',
  });
  expect(await shop.campaigns('apply', '--only', 'sale')).toMatchObject({ status: 0 });
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  expect(await shop.campaigns('apply', '--only', 'welcome')).toMatchObject({ status: 1 });
  await service.disarm();
  shop.change({ 'sale.yaml': sale({ status: 'STOPPED' }) });
  const { child, ended } = shop.start('apply', '--max-wait', '2h');
  await expect
    .poll(async () => (await service.only('Sale')).status, { timeout: 15_000, interval: 200 })
    .toBe('STOPPED');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ status: 143 });
  expect(await service.named('Welcome')).toEqual([]);
});

/** Runs an apply up to its write, which is let through or not, and kills it before it hears of it. */
async function killDuring(
  shop: Shop,
  door: FrontDoor,
  { arrives, write }: { readonly arrives: boolean; readonly write: (knock: Knock) => boolean },
): Promise<() => Promise<Reply>> {
  const reached = new Promise<() => Promise<Reply>>((resolve) => {
    door.keeper = async (knock, pass) => {
      if (!write(knock) || knock.path.endsWith('/search')) return pass();
      if (arrives) await pass();
      resolve(pass);
      return new Promise(() => undefined);
    };
  });
  const { child, ended } = shop.start('apply');
  const early = ended.then(({ stdout, stderr }) => {
    throw new Error(`the run ended before its write: ${stdout}${stderr}`);
  });
  early.catch(() => undefined);
  const pass = await Promise.race([reached, early]);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  return pass;
}
