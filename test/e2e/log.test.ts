import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openShop, STATE_BRANCH } from '../support/e2e/shop.ts';

test('the audit trail needs no origin, and tells how the status moved', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': `status: ACTIVE\n${welcome()}` } });
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  const online = await shop.campaigns('log', 'welcome', '--json');
  const { entries } = JSON.parse(online.stdout) as { entries: { state_commit: string }[] };
  expect(entries).toMatchObject([
    { change: 'transition', status: { from: 'DRAFT', to: 'ACTIVE' } },
    { change: 'create', status: null },
  ]);
  const outcomes = shop.gitAtOrigin('log', '--format=%H', '--grep=^Campaign: welcome$', STATE_BRANCH);
  expect(entries.map((entry) => entry.state_commit)).toEqual(outcomes.split('\n'));

  shop.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  const offline = await shop.campaigns('log', 'welcome', '--json');
  expect(offline).toMatchObject({ status: 0, stdout: online.stdout });
  expect((await shop.campaigns('log', 'welcome')).stdout).toMatch(
    /transition {2}DRAFT → ACTIVE .*\n.* create /,
  );
});
