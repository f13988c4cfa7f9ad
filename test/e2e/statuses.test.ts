import { expect, test } from 'vitest';
import { digest, EVERYBODY, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { onlyCampaign, resultOf } from '../support/e2e/documents.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

test('the status of the file publishes, pauses, resumes and stops', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: {
      'welcome.yaml': welcome({ status: 'ACTIVE' }),
      'digest.yaml': digest({ status: 'ACTIVE' }),
      'sale.yaml': sale({ status: 'ACTIVE' }),
    },
  });
  const published = await repo.campaigns('apply', '--json');
  expect(published.status).toBe(0);
  expect(changesOf(published)).toEqual([
    ...['create digest', 'create sale', 'create welcome'],
    ...['transition digest', 'transition sale', 'transition welcome'],
  ]);
  expect(published.stderr).toContain('✓ publish welcome: DRAFT → ACTIVE\n');
  expect(await statuses(service)).toEqual({ Welcome: 'ACTIVE', Digest: 'SCHEDULED', Sale: 'SCHEDULED' });

  repo.change({
    'welcome.yaml': welcome({ status: 'PAUSED' }),
    'digest.yaml': digest({ status: 'PAUSED' }),
    'sale.yaml': sale({ status: 'STOPPED' }),
  });
  expect(changesOf(await repo.campaigns('apply', '--json'))).toEqual([
    'transition digest',
    'transition sale',
    'transition welcome',
  ]);
  expect(await statuses(service)).toEqual({ Welcome: 'PAUSED', Digest: 'PAUSED', Sale: 'STOPPED' });

  repo.change({
    'welcome.yaml': welcome({ status: 'ACTIVE' }),
    'digest.yaml': digest({ status: 'ACTIVE' }),
    'sale.yaml': sale({ status: 'ACTIVE' }),
  });
  const resumed = await repo.campaigns('apply', '--json');
  expect(changesOf(resumed)).toEqual(['transition digest', 'transition welcome']);
  expect(resultOf(resumed).held).toMatchObject([{ key: 'sale', reason: 'transition-not-possible' }]);
  expect(await statuses(service)).toEqual({ Welcome: 'ACTIVE', Digest: 'ACTIVE', Sale: 'STOPPED' });
  expect(await service.writes()).toEqual([
    ...['create', 'create', 'create', 'publish', 'publish', 'publish'],
    ...['status', 'status', 'status', 'status', 'status'],
  ]);
});

test('sends a pause next to a locked edit', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome({ status: 'ACTIVE' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': welcome({ status: 'PAUSED', audience: 'members' }) });
  const planned = onlyCampaign(await repo.campaigns('plan', '--json'));
  expect(planned).toMatchObject({ verdict: 'transition', held: [{ reason: 'locked' }] });
  const applied = await repo.campaigns('apply', '--json', '--exit-code');
  expect(applied.status).toBe(2);
  expect(changesOf(applied)).toEqual(['transition welcome']);
  expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED', segmentation_details: EVERYBODY });
});

test('publishes last, and only when every edit of the campaign has been applied', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
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

async function statuses(service: LiveService) {
  const [{ status: Welcome }, { status: Digest }, { status: Sale }] = await Promise.all([
    service.only('Welcome'),
    service.only('Digest'),
    service.only('Sale'),
  ]);
  return { Welcome, Digest, Sale };
}
