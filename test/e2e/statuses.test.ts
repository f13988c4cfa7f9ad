import { expect, test } from 'vitest';
import { digest, EVERYBODY, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';

type Status = 'ACTIVE' | 'PAUSED' | 'STOPPED';

test('the status of the file publishes, pauses, resumes and stops', async () => {
  const texts = (first: Status, last: Status = first) => ({
    'welcome.yaml': welcome({ status: first }),
    'digest.yaml': digest({ status: first }),
    'sale.yaml': sale({ status: last }),
  });
  const { service, repo } = await repoWithService(texts('ACTIVE'));
  const transitions = ['transition digest', 'transition sale', 'transition welcome'];
  const statuses = async () =>
    Promise.all(['Welcome', 'Digest', 'Sale'].map(async (name) => (await service.only(name)).status));
  const created = ['create digest', 'create sale', 'create welcome'];
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual([...created, ...transitions]);
  expect(await statuses()).toEqual(['ACTIVE', 'SCHEDULED', 'SCHEDULED']);

  repo.change(texts('PAUSED', 'STOPPED'));
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual(transitions);
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED', 'STOPPED']);

  repo.change(texts('ACTIVE'));
  const resumed = await repo.campaigns('apply', '--json');
  expect(changesOf(resumed)).toEqual(['transition digest', 'transition welcome']);
  expect(resultOf(resumed).held).toMatchObject([{ key: 'sale', reason: 'transition-not-possible' }]);
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'STOPPED']);
  expect(await service.writes()).toEqual([
    ...['create', 'create', 'create', 'publish', 'publish', 'publish'],
    ...['status', 'status', 'status', 'status', 'status'],
  ]);
});

test('sends a pause next to a locked edit', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome({ status: 'ACTIVE' }) });
  repo.change({ 'welcome.yaml': welcome({ status: 'PAUSED', audience: 'members' }) });
  const planned = onlyCampaign(await repo.campaigns('plan', '--json'));
  expect(planned).toMatchObject({ verdict: 'transition', held: [{ reason: 'locked' }] });
  const applied = await repo.campaigns('apply', '--json', '--exit-code');
  expect(applied.status).toBe(2);
  expect(changesOf(applied)).toEqual(['transition welcome']);
  expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED', segmentation_details: EVERYBODY });
});

test('publishes last, and only when every edit of the campaign has been applied', async () => {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  repo.change({ 'welcome.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  await service.arm({ operation: 'update', kind: 'status', status: 400 });
  const refused = await repo.campaigns('apply', '--json');
  expect(refused.status).toBe(1);
  expect(resultOf(refused)).toMatchObject({ outcome: 'failed', applied: [], failed: [{ key: 'welcome' }] });
  expect(await service.only('Welcome')).toMatchObject({ status: 'DRAFT' });
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual([
    'update welcome',
    'transition welcome',
  ]);
  expect(await service.only('Welcome')).toMatchObject({
    status: 'ACTIVE',
    utm_params: { utm_source: 'edited' },
  });
});

function changesOf(ended: { readonly stdout: string }): string[] {
  return resultOf(ended).applied.map(({ key, change }) => `${change} ${key}`);
}
