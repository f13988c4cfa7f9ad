import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';
import { FakeClock } from '../support/fake-clock.ts';

test('never pushes what the next run could not read, and sends nothing after it', async () => {
  const service = await startLiveService();
  const campaigns = { 'welcome.yaml': welcome({ status: 'ACTIVE' }) };
  const repo = openRepo({ url: service.url, campaigns });
  // In the year 10000, instants don't fit the ledger's format: the attempt can't be recorded, but its intent can.
  const clock = new FakeClock(Date.parse('+010000-01-01T00:00:00Z'));
  const ended = await repo.startWith({ clock }, 'apply').ended;
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('This is a bug in campaign-reconciler');
  expect(ended.stderr).toMatch(
    /ledger\.json was not written to campaigns-state\/local.*could not be read back/,
  );
  expect(await service.writes()).toEqual(['create']);
  expect(repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH)).toContain('journal/');
  expect(await repo.campaigns('state', 'list')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.only('Welcome');
});
