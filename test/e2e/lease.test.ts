import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { leaseAtOrigin, leaseOfAnother } from '../support/e2e/lease-of-another.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { testClock } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

test('a concurrent run reports who has the lease, writes nothing anywhere, and continues once it is released', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(leaseAtOrigin(repo)).toBe('');
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  leaseOfAnother(repo, testClock.now() + 100_000);
  const before = repo.snapshot();

  const refused = await repo.campaigns('apply', '--json');
  expect(refused.status).toBe(6);
  expectWords(refused);
  expect(resultOf(refused)).toMatchObject({ outcome: 'refused', reason: 'lease' });
  expect(refused.stderr).toMatch(/run theirs by grace \(started .* UTC, workspace reserved until .* UTC\)/);
  expect(refused.stderr).toContain('campaigns state release -w local');
  const other = await repo.campaigns('state', 'forget', 'welcome');
  expect(other.status).toBe(6);
  expectWords(other);
  expect(repo.snapshot()).toEqual(before);
  expect(await service.writes()).toEqual(['create']);
  expect(await repo.campaigns('plan')).toMatchObject({ status: 0 });

  const released = await repo.campaigns('state', 'release');
  expect(released).toMatchObject({ status: 0 });
  expect(released.stdout).toContain('grace');
  expect((await repo.campaigns('state', 'release')).stdout).toContain('nothing was released');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'update']);
});

test('takes over an expired lease', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  leaseOfAnother(repo, testClock.now() - 1_000);
  const applied = await repo.campaigns('apply');
  expect(applied).toMatchObject({ status: 0 });
  expect(applied.stderr).toContain('Taking over from run theirs');
  expect(leaseAtOrigin(repo)).toBe('');
});

test('takes over a lease that expires while a run waits for it, and not before', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const until = testClock.now() + 20_000;
  leaseOfAnother(repo, until);
  for (;;) {
    const { status } = await repo.campaigns('apply');
    if (status === 0) break;
    expect(status).toBe(6);
    await testClock.sleep(4_000);
  }
  expect(testClock.now()).toBeGreaterThan(until);
  await service.only('Welcome');
});
