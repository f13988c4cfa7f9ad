import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openShop } from '../support/e2e/shop.ts';

// What a workflow checks out is one commit deep.

test('a shallow clone names the workspace as author, and says how to name the real ones', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const applied = await shop.shallowClone('main').campaigns('apply');
  expect(applied.status).toBe(0);
  expect(applied.stderr).toContain('fetch-depth: 0');
  expect(await service.only('Welcome')).toMatchObject({ created_by: 'growth@example.com' });
});

test('shallow clones follow each other, but an older one does not undo a newer', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome({ utm: 'one' }) } });
  expect(await shop.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  shop.git('branch', 'older');
  shop.change({ 'welcome.yaml': welcome({ utm: 'two' }) });
  shop.git('push', '--quiet', 'origin', 'main', 'older');
  expect(await shop.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });

  const refused = await shop.shallowClone('older').campaigns('apply');
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });
  expect(refused.status).toBe(4);
  expectWords(refused);
});
