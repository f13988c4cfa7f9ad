import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

test.each([':(top)x', ':!x', 'a*', '[ab]'])(
  'asks git about a campaign folder below %s, and about nothing else',
  async (name) => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const settings = repo.read('campaigns/workspaces.yaml');
    repo.write(`${name}/campaigns/workspaces.yaml`, settings);
    repo.write(`${name}/campaigns/welcome.yaml`, welcome());
    repo.write('ab/campaigns/other.yaml', 'no campaign of ours');
    repo.commit('Another folder', 'Grace <grace@example.com>');
    // Uncommitted changes elsewhere don't matter; those in the folder do.
    repo.write('ab/campaigns/other.yaml', 'edited');
    repo.write('x/campaigns/other.yaml', 'new');
    expect(await repo.campaigns('apply', '-C', name)).toMatchObject({ status: 0 });
    expect(await service.only('Welcome')).toMatchObject({ created_by: 'grace@example.com' });
    repo.write(`${name}/campaigns/welcome.yaml`, welcome({ utm: 'edited' }));
    const refused = await repo.campaigns('apply', '-C', name);
    expect(refused.status).toBe(5);
    expect(refused.stderr).toContain(`${name}/campaigns/welcome.yaml`);
  },
);
