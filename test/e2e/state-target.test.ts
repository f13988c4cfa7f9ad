import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A workspace moves to another address on purpose: localhost is a different host than 127.0.0.1, but the same service.

async function moved() {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect((await repo.campaigns('apply', '--yes')).status).toBe(0);
  const other = service.url.replace('127.0.0.1', 'localhost');
  repo.write('campaigns/workspaces.yaml', repo.read('campaigns/workspaces.yaml').replace(service.url, other));
  repo.commit('move');
  return { repo, here: service.url, there: other };
}

test('state target moves the record to the address in workspaces.yaml', async () => {
  const { repo, here, there } = await moved();
  const refused = await repo.campaigns('plan');
  expect(refused.status).toBe(5);
  expect(refused.stderr).toContain('campaigns state target -w local');

  const unasked = await repo.campaigns('state', 'target');
  expect([unasked.status, unasked.stderr]).toEqual([64, expect.stringContaining('--yes')]);

  const done = await repo.campaigns('state', 'target', '--yes', '--json');
  expect(JSON.parse(done.stdout)).toEqual({
    format: 'campaign-target-move/1',
    workspace: 'local',
    from: { base_url: here, app_key: 'local', folder: 'campaigns' },
    to: { base_url: there, app_key: 'local', folder: 'campaigns' },
    campaigns: 1,
    moved: true,
  });

  const plan = await repo.campaigns('plan', '--json');
  expect(JSON.parse(plan.stdout)).toMatchObject({ summary: { create: 0, in_sync: 1 } });
  const log: unknown = JSON.parse((await repo.campaigns('log', 'welcome', '--json')).stdout);
  expect(log).toMatchObject({ entries: [{ key: 'welcome', change: 'target' }, { change: 'create' }] });
  expect((await repo.campaigns('state', 'target')).stdout).toContain('already');
});

test('state target shows both addresses and asks; answering no changes nothing', async () => {
  const { repo, here, there } = await moved();
  const asking = repo.startWith({ person: 'n' }, 'state', 'target');
  const { status, stderr } = await asking.ended;
  expect(status).toBe(1);
  expect(stderr).toContain(`recorded  ${here} (local, folder campaigns)`);
  expect(stderr).toContain(`now       ${there} (local, folder campaigns)`);
  expect((await repo.campaigns('plan')).status).toBe(5);
});
