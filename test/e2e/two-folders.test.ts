import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';

/** What the state branch says about where it belongs. */
const TARGET = 'target.json';

test('refuses a second campaign folder with the same workspace name, and the message names the first', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(JSON.parse(repo.git('show', `${STATE_BRANCH}:${TARGET}`))).toMatchObject({ folder: 'campaigns' });
  const { length } = await service.requests();
  repo.write('brand/campaigns/workspaces.yaml', repo.read('campaigns/workspaces.yaml'));
  repo.write('brand/campaigns/hello.yaml', welcome({ name: 'Hello' }));
  repo.commit('Another brand');
  for (const command of ['apply', 'plan', 'drift', 'status']) {
    const refused = await repo.campaigns(command, '-C', 'brand');
    expect(refused.status, command).toBe(5);
    expect(refused.stderr).toContain(
      'is now brand/campaigns/, but its campaigns were recorded for campaigns/',
    );
    expect(refused.stderr).toContain('campaigns state target');
  }
  expect(await service.requests()).toHaveLength(length);
  repo.edit(
    'brand/campaigns/workspaces.yaml',
    /default: local\nworkspaces:\n {2}local:/,
    'workspaces:\n  brand:',
  );
  repo.commit('A name of its own');
  expect(await repo.campaigns('apply', '-C', 'brand')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});
