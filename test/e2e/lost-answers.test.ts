import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, resultOf } from '../support/e2e/documents.ts';
import { startLiveService, type Fault } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A creation without an answer may have happened or not. Either way there is no second campaign, and the next run
// resolves it.

const FAULTS: readonly Fault[] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'html', status: 502 },
];

test.each<Fault>([...FAULTS, { kind: 'truncate' }])(
  'one lost answer to a creation ($kind) leaves one campaign',
  async (fault) => {
    const service = await startLiveService();
    await service.arm({ ...fault, operation: 'create', times: 1 });
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const { status } = await repo.campaigns('apply');
    expect([0, 1]).toContain(status);
    if (status === 1) expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  },
);

test('resolves creations that arrived but got no answer by searching, in the same run', async () => {
  const service = await startLiveService();
  await service.arm({ kind: 'reset-after', operation: 'create', times: 1000 });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(0);
  const { id } = await service.only('Welcome');
  expect(resultOf(applied)).toMatchObject({ applied: [{ key: 'welcome', campaign_id: id }], failed: [] });
  await service.disarm();
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test.each(FAULTS.filter(({ kind }) => kind !== 'reset-after'))(
  'creations without an answer ($kind) are unclear, and the next run resolves them',
  async (fault) => {
    const service = await startLiveService();
    await service.arm({ ...fault, operation: 'create', times: 1000 });
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const first = await repo.campaigns('apply', '--json');
    expect(first.status).toBe(1);
    expect(resultOf(first).failed).toMatchObject([{ key: 'welcome', code: 'unclear' }]);
    await service.disarm();
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await service.only('Welcome');
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect((await service.requests()).filter(({ effect }) => effect.startsWith('created'))).toHaveLength(1);
  },
);

test('while it is unclear, a plan says so and proposes no creation', async () => {
  const service = await startLiveService();
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  const planned = await repo.campaigns('plan', '--json', '--exit-code');
  expect(planned.status).toBe(2);
  expect(onlyCampaign(planned)).toMatchObject({
    verdict: 'held',
    held: [{ reason: 'in-flight' }],
    requests: [],
  });
});

test('sends an emergency stop before a creation that is resent when quota allows', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { 'sale.yaml': sale({ status: 'ACTIVE' }), 'welcome.yaml': welcome() },
    workspace: 'limits: { create: { per_hour: 2 } }',
  });
  expect(await repo.campaigns('apply', '--only', 'sale')).toMatchObject({ status: 0 });
  await service.arm({ kind: 'reset-before', operation: 'create', times: 1000 });
  expect(await repo.campaigns('apply', '--only', 'welcome')).toMatchObject({ status: 1 });
  await service.disarm();
  repo.change({ 'sale.yaml': sale({ status: 'STOPPED' }) });
  const { kill, ended } = repo.startWith({ clock: 'waits' }, 'apply', '--max-wait', '2h');
  await expect
    .poll(async () => (await service.only('Sale')).status, { timeout: 15_000, interval: 200 })
    .toBe('STOPPED');
  kill('SIGTERM');
  expect(await ended).toMatchObject({ status: 143 });
  expect(await service.named('Welcome')).toEqual([]);
});
