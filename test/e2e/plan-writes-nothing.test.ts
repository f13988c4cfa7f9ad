import { expect, test } from 'vitest';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest(), 'sale.yaml': sale() };

test('with changes of every kind to show', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: CAMPAIGNS });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.editByHand((await service.only('Digest')).id, { utm_params: { utm_source: 'by hand' } });
  repo.remove('campaigns/sale.yaml');
  repo.change({
    'welcome.yaml': welcome({ status: 'ACTIVE', subject: 'Hello' }),
    'new.yaml': sale({ name: 'New' }),
  });
  await expectNoTrace(repo, service, 2);
});

test('when origin has a newer state than this clone, on which the plan is based', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: CAMPAIGNS });
  const colleague = repo.clone();
  expect(await repo.campaigns('apply', '--only', 'welcome')).toMatchObject({ status: 0 });
  expect(await colleague.campaigns('apply')).toMatchObject({ status: 0 });
  expect(repo.stateTip()).not.toBe(repo.stateTipAtOrigin());
  await expectNoTrace(repo, service, 0);
});

test('in a work tree with uncommitted edits, which it plans', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: CAMPAIGNS });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.write('campaigns/welcome.yaml', welcome({ subject: 'Hello' }));
  await expectNoTrace(repo, service, 2);
  const { stdout } = await repo.campaigns('plan');
  expect(stdout).toMatch(/^Plan for local · [0-9a-f]{7} \+ uncommitted edits · /);
});

/** Plans, and compares everything that can be seen of git and of the service. */
async function expectNoTrace(
  repo: TestRepository,
  service: LiveService,
  status: 0 | 2,
  ...others: string[][]
): Promise<void> {
  const before = repo.snapshot();
  const { length } = await service.requests();
  const planned = await repo.campaigns('plan', '--json', '--exit-code');
  expect(planned).toMatchObject({ status, stderr: '' });
  expect(planOf(planned).summary.unknown).toBe(0);
  for (const command of others)
    expect(await repo.campaigns(...command)).toMatchObject({ status: 0, stderr: '' });
  expect(repo.snapshot()).toEqual(before);
  const operations = (await service.requests()).slice(length).map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(0);
  expect(operations.filter((operation) => operation !== 'search' && operation !== 'get')).toEqual([]);
}
