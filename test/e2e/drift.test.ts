import { expect, test } from 'vitest';
import { sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, planOf, resultOf } from '../support/e2e/documents.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const BY_HAND = { utm_params: utmParams('by hand') };

/** A test repository whose only campaign was applied and then edited in the service's dashboard. */
async function drifted(policy?: string): Promise<{ repo: TestRepository; service: LiveService; id: string }> {
  const service = await startLiveService();
  const campaigns = { 'welcome.yaml': welcome({ utm: 'file' }) };
  const repo = openRepo({ url: service.url, campaigns, ...(policy !== undefined && { policy }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  await service.editByHand(id, BY_HAND);
  return { repo, service, id };
}

test('reverts what was changed by hand', async () => {
  const { repo, service, id } = await drifted();
  const plan = planOf(await repo.campaigns('plan', '--json'));
  expect(plan.summary).toMatchObject({ update: 1, drifted: 1 });
  expect(plan.campaigns[0]).toMatchObject({ components: [{ name: 'utm_params', cause: 'drifted' }] });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.get(id)).toMatchObject({ utm_params: utmParams('file') });
  expect(await service.writes()).toEqual(['create', 'update']);
});

test('reports and keeps it under the policy hold, while edits of other components are applied', async () => {
  const { repo, service, id } = await drifted('{ drift: hold }');
  const applied = await repo.campaigns('apply', '--json', '--exit-code');
  expect(applied.status).toBe(2);
  expect(resultOf(applied)).toMatchObject({ applied: [], held: [{ key: 'welcome', reason: 'drift' }] });

  repo.change({ 'welcome.yaml': welcome({ utm: 'file', subject: 'Edited' }) });
  const planned = onlyCampaign(await repo.campaigns('plan', '--json'));
  expect(planned).toMatchObject({
    verdict: 'update',
    held: [{ reason: 'drift', components: ['utm_params'] }],
  });
  expect(Object.keys(planned.requests[0]?.body ?? {}).sort()).toEqual([
    'campaign_content',
    'campaign_delivery_type',
    'channel',
    'updated_by',
  ]);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.get(id)).toMatchObject(BY_HAND);
});

test('blocks a campaign that is gone from the service, and never creates it again', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome(), 'sale.yaml': sale() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.reset();
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  const applied = await repo.campaigns('apply', '--json', '--exit-code');
  expect(applied.status).toBe(2);
  expect(resultOf(applied).held).toMatchObject([
    { key: 'sale', reason: 'missing' },
    { key: 'welcome', reason: 'missing' },
  ]);
  expect(await service.writes()).toEqual([]);
});

test('the guard refuses a plan that touches too much of what is live, but not a pause', async () => {
  const service = await startLiveService();
  const campaigns = (utm: string, first: 'ACTIVE' | 'PAUSED') => ({
    'a.yaml': welcome({ name: 'A', status: first, utm }),
    'b.yaml': welcome({ name: 'B', status: 'ACTIVE', utm }),
  });
  const policy = '{ guard: { share: 0.4, at_least: 2 } }';
  const repo = openRepo({ url: service.url, campaigns: campaigns('before', 'ACTIVE'), policy });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change(campaigns('after', 'PAUSED'));
  expect(await repo.campaigns('plan')).toMatchObject({ status: 8 });
  const refused = await repo.campaigns('apply', '--json');
  expect(refused.status).toBe(8);
  expect(resultOf(refused)).toMatchObject({ outcome: 'refused', reason: 'guard', applied: [{ key: 'a' }] });
  expect(await service.only('A')).toMatchObject({ status: 'PAUSED', utm_params: utmParams('before') });
  expect(await repo.campaigns('apply', '--allow', 'guard')).toMatchObject({ status: 0 });
  expect(await service.only('A')).toMatchObject({ status: 'PAUSED', utm_params: utmParams('after') });
  expect(await service.only('B')).toMatchObject({ status: 'ACTIVE', utm_params: utmParams('after') });
});
