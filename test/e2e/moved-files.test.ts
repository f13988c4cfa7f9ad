import { expect, test } from 'vitest';
import { several } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

/** Applied campaigns. */
async function appliedRepo(count: number): Promise<TestRepository> {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: several(count) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  return repo;
}

test('moved files are one message, and each keeps its campaign by its key or by a moved binding', async () => {
  const repo = await appliedRepo(8);
  repo.write('campaigns/life/note.txt', '');
  for (const path of Object.keys(several(8))) repo.git('mv', `campaigns/${path}`, `campaigns/life/${path}`);
  repo.edit('campaigns/life/c07.yaml', /subject: .*/, 'subject: Seven');
  repo.commit('Into a folder');
  const plan = await repo.campaigns('plan');
  expect(plan.stdout).toContain('! 7 campaigns  new  blocked: renamed');
  expect(plan.stdout).toContain('campaigns state mv OLD-KEY KEY -w local');
  expect(plan.stdout).toContain('life/c01 (was c01)');
  expect(plan.stdout).not.toContain('its file moved');

  for (const name of ['c01', 'c02', 'c03', 'c04', 'c05', 'c06', 'c07'])
    repo.write(`campaigns/life/${name}.yaml`, `key: ${name}\n${repo.read(`campaigns/life/${name}.yaml`)}`);
  repo.commit('Keep the keys');
  expect(await repo.campaigns('state', 'mv', 'c08', 'life/c08')).toMatchObject({ status: 0 });
  expect((await repo.campaigns('plan')).stdout).toContain('7 in sync.  1 to update.');
});

test('files that were swapped are blocked until each has its key', async () => {
  const repo = await appliedRepo(3);
  const [one, two] = [repo.read('campaigns/c01.yaml'), repo.read('campaigns/c02.yaml')];
  repo.change({ 'c01.yaml': two, 'c02.yaml': one });
  expect((await repo.campaigns('plan')).stdout).toContain('2 blocked.');
  repo.change({ 'c01.yaml': `key: c02\n${two}`, 'c02.yaml': `key: c01\n${one}` });
  expect((await repo.campaigns('plan')).stdout).toContain('everything is in sync');
});
