import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap, type LiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/shop.ts';

const WELCOME = `# for everybody\n${welcome({ utm: 'file' }).replace('utm_source: file', "utm_source: 'file' # who sent it")}`;

async function applied(
  campaigns: Readonly<Record<string, string>>,
): Promise<{ repo: TestRepository; service: LiveService; edit: (name: string, edit: JsonMap) => Promise<void> }> {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  return { repo, service, edit: async (name, by) => service.editByHand((await service.only(name)).id, by) };
}

/** Nothing is left to do: a plan is clean, and an apply records without a write. */
async function expectPulled(repo: TestRepository, service: LiveService): Promise<void> {
  const writes = await service.writes();
  const plan = await repo.campaigns('plan', '--exit-code');
  expect(plan, plan.stdout + plan.stderr).toMatchObject({ status: 0 });
  repo.commit('Pull');
  repo.publish();
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
}

test('what was changed by hand is written into the file, and nothing else', async () => {
  const { repo, service, edit } = await applied({ 'welcome.yaml': WELCOME, 'digest.yaml': digest() });
  await edit('Welcome', { utm_params: { ...utmParams('by hand'), utm_term: 'new' }, updated_by: 'bob@example.com' });
  const dry = await repo.campaigns('pull', '--dry-run');
  expect(dry).toMatchObject({ status: 0, stderr: '' });
  expect(dry.stdout).toContain('utm_source  file  →  by hand');
  expect(repo.read('campaigns/welcome.yaml')).toBe(WELCOME);
  const done = await repo.campaigns('pull');
  expect(done, done.stdout + done.stderr).toMatchObject({ status: 0 });
  console.log(done.stdout);
  console.log(repo.read('campaigns/welcome.yaml'));
  expect(repo.git('status', '--porcelain').trim()).toBe('M campaigns/welcome.yaml');
  expect(repo.read('campaigns/welcome.yaml')).toContain("utm_source: 'by hand' # who sent it");
  await expectPulled(repo, service);
});
