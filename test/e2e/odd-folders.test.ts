import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openShop } from '../support/e2e/shop.ts';

test.each([':(top)x', ':!x', 'a*', '[ab]'])(
  'a campaign folder below %s is what git is asked about, and nothing else is',
  async (name) => {
    const service = await startLiveService();
    const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const settings = shop.read('campaigns/workspaces.yaml');
    shop.write(`${name}/campaigns/workspaces.yaml`, settings);
    shop.write(`${name}/campaigns/welcome.yaml`, welcome());
    shop.write('ab/campaigns/other.yaml', 'no campaign of ours');
    shop.commit('Another folder', 'Grace <grace@example.com>');
    // Dirt elsewhere is nothing to this folder, its own is.
    shop.write('ab/campaigns/other.yaml', 'edited');
    shop.write('x/campaigns/other.yaml', 'new');
    expect(await shop.campaigns('apply', '-C', name)).toMatchObject({ status: 0 });
    expect(await service.only('Welcome')).toMatchObject({ created_by: 'grace@example.com' });
    shop.write(`${name}/campaigns/welcome.yaml`, welcome({ utm: 'edited' }));
    const refused = await shop.campaigns('apply', '-C', name);
    expect(refused.status).toBe(5);
    expect(refused.stderr).toContain(`${name}/campaigns/welcome.yaml`);
  },
);
