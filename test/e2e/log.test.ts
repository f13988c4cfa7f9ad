import { expect, test } from 'vitest';
import { gitEnvironment } from '../../src/app/git-environment.ts';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { writeCommits, type NewCommit } from '../../src/git/tree.ts';
import type { Clock } from '../../src/model/clock.ts';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

interface Entry {
  readonly key: string;
  readonly change: string;
  readonly status: unknown;
  readonly state_commit: string;
}

async function entriesOf(repo: TestRepository, key: string): Promise<readonly Entry[]> {
  const { status, stdout } = await repo.campaigns('log', key, '--json');
  expect(status).toBe(0);
  return (JSON.parse(stdout) as { entries: readonly Entry[] }).entries;
}

test('the audit trail needs no origin, and records status changes', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome({ status: 'ACTIVE' }) });
  const entries = await entriesOf(repo, 'welcome');
  expect(entries).toMatchObject([
    { change: 'transition', status: { from: 'DRAFT', to: 'ACTIVE' } },
    { change: 'create', status: null },
  ]);
  const outcomes = repo.gitAtOrigin('log', '--format=%H', '--grep=^Campaign: welcome$', STATE_BRANCH);
  expect(entries.map((entry) => entry.state_commit)).toEqual(outcomes.split('\n'));
  repo.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  expect(await entriesOf(repo, 'welcome')).toEqual(entries);
});

test('a status that was changed in the service is an entry, with what the run then does about it', async () => {
  const { service, repo } = await appliedRepo({
    'moved.yaml': welcome({ name: 'Moved', status: 'ACTIVE' }),
    'held.yaml': welcome({ name: 'Held' }),
    'sale.yaml': sale(),
  });
  const edit = async (name: string, status: string) => {
    const when = { updated_by: 'bob@example.com', updated_at: '2026-11-20 17:44:03.120000' };
    await service.editByHand((await service.only(name)).id, { status, ...when });
  };
  await edit('Moved', 'PAUSED');
  await edit('Held', 'STOPPED');
  await edit('Sale', 'SCHEDULED');
  repo.change({ 'held.yaml': welcome({ name: 'Held', utm: 'edited' }) });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 2 });
  const statuses = async (key: string) =>
    (await entriesOf(repo, key)).map(({ change, status }) => [change, status]);
  // They happened before the campaigns were created here, by the service's own clock.
  expect(await statuses('moved')).toEqual([
    ['transition', { from: 'PAUSED', to: 'ACTIVE' }],
    ['transition', { from: 'DRAFT', to: 'ACTIVE' }],
    ['create', null],
    ['hand-edit', { from: 'ACTIVE', to: 'PAUSED' }],
  ]);
  expect(await statuses('held')).toEqual([
    ['create', null],
    ['hand-edit', { from: 'DRAFT', to: 'STOPPED' }],
  ]);
  expect((await entriesOf(repo, 'sale'))[1]).toMatchObject({
    ...{ change: 'hand-edit', status: { from: 'DRAFT', to: 'SCHEDULED' }, actor: 'bob@example.com' },
    ...{ at: '2026-11-20T17:44:03.120Z', request_id: null, commit: null },
  });
  const tip = repo.stateTipAtOrigin();
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 2 });
  expect(repo.stateTipAtOrigin()).toBe(tip);
});

test('an edit by hand is recorded with its editor, before or after the send as its time says', async () => {
  const { service, repo } = await repoWithService({
    'early.yaml': sale({ name: 'Early' }),
    'late.yaml': sale({ name: 'Late' }),
  });
  const now = Date.parse('2031-06-01T00:00:00Z');
  const clock: Clock = { now: () => now, sleep: () => Promise.resolve(), every: () => () => undefined };
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const edit = async (name: string, when: Record<string, unknown>) => {
    const utm_params = { utm_source: 'by hand' };
    await service.editByHand((await service.only(name)).id, { utm_params, status: 'SENT', ...when });
  };
  const by = { updated_by: 'mallory@example.com' };
  await edit('Early', { ...by, updated_at: '2031-05-02 08:00:00.000000' });
  await edit('Late', { ...by, updated_at: '2031-05-12 08:00:00.000000' });
  expect(await repo.startWith({ clock }, 'apply').ended).toMatchObject({ status: 0 });
  const edited = async (key: string) =>
    (await entriesOf(repo, key)).filter((one) => one.change === 'hand-edit' && one.status === null);
  const components = ['utm_params'];
  const EARLY = 'by mallory@example.com on 2031-05-02, before it was sent; users got this version';
  const LATE = 'by mallory@example.com on 2031-05-12, after its send had begun';
  expect(await edited('early')).toMatchObject([
    {
      summary: `hand-edit early: utm_params changed in the service ${EARLY}`,
      actor: by.updated_by,
      components,
    },
  ]);
  expect(await edited('late')).toMatchObject([
    { summary: `hand-edit late: utm_params changed in the service ${LATE}`, edited_by: [] },
  ]);
  const tip = repo.stateTipAtOrigin();
  expect(await repo.startWith({ clock }, 'apply').ended).toMatchObject({ status: 0 });
  expect(repo.stateTipAtOrigin()).toBe(tip);
});

test('a part is selected by key, folder and pattern, by number and time, and follows a campaign through its moves', async () => {
  const { repo } = await repoWithService({
    'promo/spring.yaml': welcome({ name: 'Spring' }),
    'promo/summer.yaml': welcome({ name: 'Summer' }),
    // Every object has a property of this name.
    'constructor.yaml': welcome({ name: 'Other' }),
  });
  const run = (hour: number, ...args: string[]) => {
    const now = Date.parse('2031-01-01T00:00:00Z') + hour * 3_600_000;
    const clock: Clock = { now: () => now, sleep: () => Promise.resolve(), every: () => () => undefined };
    return repo.startWith({ clock }, ...args).ended;
  };
  expect(await run(0, 'apply', 'promo/*')).toMatchObject({ status: 0 });
  expect(await run(1, 'apply')).toMatchObject({ status: 0 });
  expect(await run(2, 'state', 'mv', 'promo/spring', 'promo/spring-2031')).toMatchObject({ status: 0 });

  const moved = 'move promo/spring-2031';
  const [spring, summer, other] = ['create promo/spring', 'create promo/summer', 'create constructor'];
  for (const [hour, args, wanted] of [
    [3, [], [other, spring, summer, moved]],
    [3, ['-n', '1'], [moved]],
    [3, ['--since', '90m'], [moved]],
    [3, ['--since', '2031-01-01T01:00:00Z'], [other, moved]],
    [30, ['--since', '2031-01-02'], []],
    [3, ['constructor'], [other]],
    [3, ['promo/*'], [spring, summer, moved]],
    [3, ['promo/spring-2031'], [spring, moved]],
    [3, ['promo/spring'], [spring]],
    [3, ['Summer'], [summer]],
    [3, ['--until', '2030-12-31'], []],
    [3, ['--until', '2031-01-01'], [other, spring, summer, moved]],
    [3, ['--until', '2031-01-01T00:30:00Z'], [spring, summer]],
    [3, ['--by', 'ADA@EXAMPLE'], [other, spring, summer]],
    [3, ['--by', 'mallory'], []],
    [3, ['--pull', '7'], []],
  ] as const) {
    const { status, stdout, stderr } = await run(hour, 'log', '--json', ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { entries } = JSON.parse(stdout) as { entries: readonly Entry[] };
    expect(entries.map(({ key, change }) => `${change} ${key}`).sort(), args.join(' ')).toEqual(wanted);
  }
  const whole = JSON.parse((await run(3, 'log', '--json')).stdout) as {
    entries: readonly { key: string; campaign_id: string }[];
  };
  const [id = ''] = whole.entries.filter(({ key }) => key === 'promo/spring').map((one) => one.campaign_id);
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  const byId = JSON.parse((await run(3, 'log', id, '--json')).stdout) as typeof whole;
  expect(byId.entries.map((one) => one.key).sort()).toEqual(['promo/spring', 'promo/spring-2031']);
  expect(byId.entries.map((one) => one.campaign_id)).toEqual([id, id]);
  for (const args of [
    ['--pull', 'x'],
    ['-n', '0'],
    ['-n', 'x'],
    ['--since', 'yesterday'],
    ['--since', '2031-13-01'],
    ['nowhere'],
  ])
    expect(await run(3, 'log', ...args)).toMatchObject({ status: 64 });
});

/** Entries as runs write them: of several campaigns, with edits in the service that happened long before. */
async function record(repo: TestRepository, count: number): Promise<void> {
  const git = new Git(repo.directory, gitEnvironment(process.env), runGit);
  const start = Date.parse('2031-03-01T00:00:00Z');
  const commits = Array.from({ length: count }, (_, n): NewCommit => {
    const key = `c${(n * 7) % 11}`;
    const [change, more = ''] = [
      ['update', 'Components: utm_params'],
      ['hand-edit', `Edited-At: ${new Date(start + (n - 40 * (n % 5)) * 60_000).toISOString()}`],
      n > count - 60 ? ['update'] : ['forget'],
      n === count - 70 ? ['move', 'Moved-From: c3'] : ['import'],
      ['update-not-confirmed', `Request-Id: q${n}`],
      ['update', `Request-Id: q${n - 1}`],
    ][n % 6] as [string, string?];
    const words = change === 'import' ? `${n}`.padStart(24, '0') : 'words';
    return {
      message: `${change} ${key}: ${words}\n\nCampaign: ${key}\nChange: ${change}\n${more === '' ? '' : `${more}\n`}`,
      ...{ author: { name: 'Ada', email: 'ada@example.com' }, at: start + n * 60_000, files: new Map() },
    };
  });
  const parent = repo.stateTipAtOrigin();
  const tip = await writeCommits(git, commits, { parent, ref: `refs/heads/${STATE_BRANCH}` });
  repo.publishAs(`refs/heads/${STATE_BRANCH}`, tip);
}

test('the newest entries are those of the whole trail, however few commits are read for them', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  await record(repo, 700);
  const newest = async (...args: string[]) =>
    JSON.parse((await repo.campaigns('log', '--json', ...args)).stdout) as { entries: readonly Entry[] };
  const whole = await newest();
  expect(whole.entries.length).toBeGreaterThan(500);
  for (const number of [1, 2, 20, 40, 75, 600, 9999])
    expect((await newest('-n', `${number}`)).entries).toEqual(whole.entries.slice(0, number));
  for (const more of [
    ['--by', 'nobody'],
    ['--until', '2031-03-01T02:00:00Z'],
  ])
    expect((await newest('-n', '5', ...more)).entries).toEqual((await newest(...more)).entries.slice(0, 5));
});

test('a clone that has only the newest commits shows these, says so, and fetches nothing', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  await record(repo, 30);
  const other = repo.shallowClone('main');
  other.git(
    'fetch',
    '--quiet',
    '--depth=3',
    'origin',
    `refs/heads/${STATE_BRANCH}:refs/heads/${STATE_BRANCH}`,
  );
  const cut = `This clone has only the newest commits of ${STATE_BRANCH}`;
  for (const args of [[], ['-n', '2'], ['-n', '20']]) {
    const { status, stdout, stderr } = await other.campaigns('log', '--json', ...args);
    const { entries } = JSON.parse(stdout) as { entries: readonly Entry[] };
    expect([status, entries.length]).toEqual([0, 2]);
    expect(stderr).toContain(cut);
  }
  expect(other.git('rev-list', '--count', STATE_BRANCH)).toBe('3');
});
