import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openShop, STATE_BRANCH } from '../support/e2e/shop.ts';

// A run that can't reach origin can't give its lease back either: the next one takes it over, since its process is dead.

test('an origin that goes away midway loses no outcome: the next run carries on from here', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  // The first push of the state is the intent; whatever follows is turned away.
  shop.guardOrigin(`git rev-parse --quiet --verify refs/heads/${STATE_BRANCH} && exit 1; exit 0`);
  const first = await shop.spawn('apply', '--json').ended;
  expect(first.status).toBe(1);
  expectWords(first);
  expect(resultOf(first)).toMatchObject({
    applied: [{ key: 'welcome' }],
    failed: [{ code: 'state-branch' }],
  });
  expect(await service.writes()).toEqual(['create']);

  shop.unguardOrigin();
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
  expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await shop.clone().campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test('clones whose states went different ways are told apart, and origin is the one that counts', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  shop.guardOrigin(`git rev-parse --quiet --verify refs/heads/${STATE_BRANCH} && exit 1; exit 0`);
  expect(await shop.spawn('apply').ended).toMatchObject({ status: 1 });
  shop.unguardOrigin();
  expect(await shop.clone().campaigns('apply')).toMatchObject({ status: 0 });

  const refused = await shop.campaigns('apply');
  expect(refused.status).toBe(5);
  expect(refused.stderr).toContain(`git branch -m ${STATE_BRANCH} kept-state`);
  shop.git('branch', '-m', STATE_BRANCH, 'kept-state');
  expect(await shop.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);
});
