import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';

test('the audit trail needs no origin, and records status changes', async () => {
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
  expect((await repo.campaigns('log', 'welcome')).stdout).toMatch(
    /status {3}DRAFT → ACTIVE .*\n {18}Our campaigns · request \S+ ·\s+run \S+\n.* created /,
  );
});

describe('a status that was changed in the service', () => {
  const BY_BOB = { updated_by: 'bob@example.com', updated_at: '2026-11-20 17:44:03.120000' };
  const AT = '2026-11-20 17:44';

  test('is one line: what, when, and by whom according to the service', async () => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'sale.yaml': sale() } });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    const { id } = await service.only('Sale');
    await service.editByHand(id, { status: 'SCHEDULED', ...BY_BOB });
    const writes = await service.writes();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(await service.writes()).toEqual(writes);

    const wide = repo.startWith({ env: { COLUMNS: '200' } }, 'log', 'sale');
    const [heading, ...lines] = (await wide.ended).stdout.trimEnd().split('\n');
    expect(heading).toBe('sale');
    expect(lines).toHaveLength(4);
    // It happened before the campaign was created here, by the service's own clock.
    expect(lines[0]).toMatch(/ created +[0-9a-f]{24} +Ada Author/);
    expect(lines[2]).toMatch(
      new RegExp(`^${AT} {2}status {3}DRAFT → SCHEDULED, in the service +bob@example.com`),
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

  test('is shown with what the run then does about it, and for a campaign whose edits are blocked', async () => {
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
    const reported = async (key: string) => {
      const { stdout } = await repo.campaigns('log', key, '--json');
      const { entries } = JSON.parse(stdout) as { entries: { change: string; status: unknown }[] };
      return entries.map(({ change, status }) => [change, status]);
    };
    expect(await reported('moved')).toEqual([
      ['transition', { from: 'PAUSED', to: 'ACTIVE' }],
      ['transition', { from: 'DRAFT', to: 'ACTIVE' }],
      ['create', null],
      ['status', { from: 'ACTIVE', to: 'PAUSED' }],
    ]);
    expect(await reported('held')).toEqual([
      ['create', null],
      ['status', { from: 'DRAFT', to: 'STOPPED' }],
    ]);
    const tip = repo.stateTipAtOrigin();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 2 });
    expect(repo.stateTipAtOrigin()).toBe(tip);
  });
});

describe('a part of the audit trail', () => {
  const HOUR_MS = 3_600_000;

  test('is selected by key, folder and pattern, by number and by time, and follows a campaign through its moves', async () => {
    const service = await startLiveService();
    const campaigns = {
      'promo/spring.yaml': welcome({ name: 'Spring' }),
      'promo/summer.yaml': welcome({ name: 'Summer' }),
      'other.yaml': welcome({ name: 'Other' }),
    };
    const repo = openRepo({ url: service.url, campaigns });
    const at = (hour: number) => clockAt(Date.parse('2031-01-01T00:00:00Z') + hour * HOUR_MS);
    const run = (hour: number, ...args: string[]) => repo.startWith({ clock: at(hour) }, ...args).ended;
    expect(await run(0, 'apply', 'promo/*')).toMatchObject({ status: 0 });
    expect(await run(1, 'apply')).toMatchObject({ status: 0 });
    expect(await run(2, 'state', 'mv', 'promo/spring', 'promo/spring-2031')).toMatchObject({ status: 0 });
    const entries = async (hour: number, ...args: string[]) => {
      const { status, stdout, stderr } = await run(hour, 'log', '--json', ...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const document = JSON.parse(stdout) as { entries: { key: string; change: string }[] };
      return document.entries.map(({ key, change }) => `${change} ${key}`);
    };

    const all = [
      'move promo/spring-2031',
      'create other',
      ...['create promo/summer', 'create promo/spring'].sort(),
    ];
    expect((await entries(3)).toSorted()).toEqual(all.toSorted());
    expect(await entries(3, '-n', '1')).toEqual(['move promo/spring-2031']);
    expect(await entries(3, '--since', '90m')).toEqual(['move promo/spring-2031']);
    expect(await entries(3, '--since', '2031-01-01T01:00:00Z')).toEqual(all.slice(0, 2));
    expect(await entries(30, '--since', '2031-01-02')).toEqual([]);
    expect(await entries(3, 'other')).toEqual(['create other']);
    expect((await entries(3, 'promo/*')).toSorted()).toEqual([
      ...['create promo/spring', 'create promo/summer', 'move promo/spring-2031'],
    ]);
    for (const [option, value] of [
      ['-n', '0'],
      ['-n', 'x'],
      ['--since', 'yesterday'],
      ['--since', '2031-13-01'],
    ] as const)
      expect(await run(3, 'log', option, value)).toMatchObject({ status: 64 });

    expect(await entries(3, 'promo/spring-2031')).toEqual(['move promo/spring-2031', 'create promo/spring']);
    const { stdout } = await run(3, 'log', 'promo/spring-2031');
    expect(stdout).toMatch(/^promo\/spring-2031\n2031-01-01 02:00 {2}moved +from promo\/spring /);
    expect(await entries(3, 'promo/spring')).toEqual(['create promo/spring']);
    const unknown = await run(3, 'log', 'promo/sprnig-2031');
    expect(unknown).toMatchObject({ status: 64 });
    expect(unknown.stderr).toContain('Did you mean promo/spring-2031');
  });
});

/** A clock that doesn't advance, and on which waits take no time. */
function clockAt(now: number): Clock {
  return { now: () => now, sleep: () => Promise.resolve(), every: () => () => undefined };
}
