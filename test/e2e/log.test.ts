import { describe, expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/shop.ts';

test('the audit trail needs no origin, and tells how the status moved', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': `status: ACTIVE\n${welcome()}` } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const online = await repo.campaigns('log', 'welcome', '--json');
  const { entries } = JSON.parse(online.stdout) as { entries: { state_commit: string }[] };
  expect(entries).toMatchObject([
    { change: 'transition', status: { from: 'DRAFT', to: 'ACTIVE' } },
    { change: 'create', status: null },
  ]);
  const outcomes = repo.gitAtOrigin('log', '--format=%H', '--grep=^Campaign: welcome$', STATE_BRANCH);
  expect(entries.map((entry) => entry.state_commit)).toEqual(outcomes.split('\n'));

  repo.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  const offline = await repo.campaigns('log', 'welcome', '--json');
  expect(offline).toMatchObject({ status: 0, stdout: online.stdout });
  expect((await repo.campaigns('log', 'welcome')).stdout).toMatch(/status {3}DRAFT → ACTIVE .*\n.* created /);
});

describe('a status that somebody changed in the service', () => {
  const BY_BOB = { updated_by: 'bob@example.com', updated_at: '2026-11-20 17:44:03.120000' };
  const AT = '2026-11-20 17:44';

  test('is one line: what, when, and who by the word of the service', async () => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'sale.yaml': sale() } });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    const { id } = await service.only('Sale');
    await service.editByHand(id, { status: 'SCHEDULED', ...BY_BOB });
    const writes = await service.writes();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(await service.writes()).toEqual(writes);

    const lines = (await repo.campaigns('log', 'sale')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    // It was done before the campaign was created here, by the service's own clock.
    expect(lines[0]).toMatch(/ created +[0-9a-f]{24} +Ada Author .*req /);
    expect(lines[1]).toMatch(
      new RegExp(`^${AT} {2}status {3}DRAFT → SCHEDULED, in the service +bob@example.com +run `),
    );
    const { entries } = JSON.parse((await repo.campaigns('log', 'sale', '--json')).stdout) as {
      entries: unknown[];
    };
    expect(entries[1]).toMatchObject({
      ...{ change: 'status', status: { from: 'DRAFT', to: 'SCHEDULED' }, actor: 'bob@example.com' },
      ...{ at: '2026-11-20T17:44:03.120Z', request_id: null, commit: null },
    });

    const tip = repo.stateTipAtOrigin();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(repo.stateTipAtOrigin()).toBe(tip);
  });

  test('is told beside what the run then does about it, and of a campaign whose edits are blocked', async () => {
    const service = await startLiveService();
    const campaigns = {
      'moved.yaml': welcome({ name: 'Moved', status: 'ACTIVE' }),
      'held.yaml': welcome({ name: 'Held' }),
    };
    const repo = openRepo({ url: service.url, campaigns });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await service.editByHand((await service.only('Moved')).id, { status: 'PAUSED', ...BY_BOB });
    await service.editByHand((await service.only('Held')).id, { status: 'STOPPED', ...BY_BOB });
    repo.change({ 'held.yaml': welcome({ name: 'Held', utm: 'edited' }) });
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 2 });
    const told = async (key: string) => {
      const { stdout } = await repo.campaigns('log', key, '--json');
      const { entries } = JSON.parse(stdout) as { entries: { change: string; status: unknown }[] };
      return entries.map(({ change, status }) => [change, status]);
    };
    expect(await told('moved')).toEqual([
      ['transition', { from: 'PAUSED', to: 'ACTIVE' }],
      ['transition', { from: 'DRAFT', to: 'ACTIVE' }],
      ['create', null],
      ['status', { from: 'ACTIVE', to: 'PAUSED' }],
    ]);
    expect(await told('held')).toEqual([
      ['create', null],
      ['status', { from: 'DRAFT', to: 'STOPPED' }],
    ]);
    const tip = repo.stateTipAtOrigin();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 2 });
    expect(repo.stateTipAtOrigin()).toBe(tip);
  });
});
