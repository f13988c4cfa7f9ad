import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// What a workflow checks out is one commit deep.

test('a shallow clone names the workspace as author, and says how to get the real ones', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const applied = await repo.shallowClone('main').campaigns('apply');
  expect(applied.status).toBe(0);
  expect(applied.stderr).toContain('fetch-depth: 0');
  expect(await service.only('Welcome')).toMatchObject({ created_by: 'growth@example.com' });
});

test('shallow clones can follow each other, but an older one does not undo a newer one', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome({ utm: 'one' }) } });
  expect(await repo.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  repo.git('branch', 'older');
  repo.change({ 'welcome.yaml': welcome({ utm: 'two' }) });
  repo.git('push', '--quiet', 'origin', 'main', 'older');
  expect(await repo.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });

  const refused = await repo.shallowClone('older').campaigns('apply');
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });
  expect(refused.status).toBe(4);
  expectWords(refused);
});
