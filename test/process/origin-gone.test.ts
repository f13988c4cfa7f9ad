import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

// A run that can't reach origin can't release its lease either. The next one takes it over, because its process is
// dead.

/** The first push of the state is the intent. Everything after it is rejected. */
function refuseOutcomes(repo: TestRepository): void {
  repo.guardOrigin(`git rev-parse --quiet --verify refs/heads/${STATE_BRANCH} && exit 1; exit 0`);
}

/**
 * What a state branch contains, in this clone or at origin. `lines` are like `create one: 64a1…`, the oldest first,
 * without commits that only open intents; `bound` has the campaign of each binding.
 */
function recordOf(repo: TestRepository, at: 'here' | 'origin') {
  const git = (...args: string[]) => (at === 'here' ? repo.git(...args) : repo.gitAtOrigin(...args));
  const names = git('ls-tree', '-r', '--name-only', STATE_BRANCH).split('\n');
  const read = (path: string) =>
    JSON.parse(git('show', `${STATE_BRANCH}:${path}`)) as Record<string, string[]>;
  const bindings = names.filter((name) => name.startsWith('campaigns/')).map(read);
  const lines = git(
    'log',
    '--reverse',
    '--format=%(trailers:key=Request-Id,valueonly,separator=)%x09%s',
    STATE_BRANCH,
  );
  const outcomes = lines.split('\n').filter((line) => !line.startsWith('\t'));
  return {
    lines: outcomes.map((line) => line.split('\t')[1] ?? ''),
    bound: Object.fromEntries(bindings.map((one) => [String(one.key), String(one.campaign_id)])),
    open: names.filter((name) => name.startsWith('journal/')),
    creations: read('ledger.json').successes?.length ?? 0,
  };
}

function idsOf(service: LiveService, ...names: string[]): Promise<string[]> {
  return Promise.all(names.map(async (name) => (await service.only(name)).id));
}

test('an origin that becomes unavailable midway loses no outcome: the next run pushes it first', async () => {
  const campaigns = { 'one.yaml': welcome({ name: 'One' }), 'two.yaml': welcome({ name: 'Two' }) };
  const { service, repo } = await repoWithService(campaigns);
  refuseOutcomes(repo);
  const first = await repo.spawn('apply', '--json').ended;
  expect(first.status).toBe(1);
  expectWords(first);
  expect(resultOf(first)).toMatchObject({
    applied: [{ key: 'one' }, { key: 'two' }],
    failed: [{ code: 'state-branch' }, { code: 'state-branch' }],
  });
  expect(await service.writes()).toEqual(['create', 'create']);
  const [one = '', two = ''] = await idsOf(service, 'One', 'Two');
  const lines = [`create one: ${one}`, `create two: ${two}`];
  const recorded = { lines, bound: { one, two }, open: [], creations: 2 };
  expect(recordOf(repo, 'here')).toEqual(recorded);
  expect(recordOf(repo, 'origin')).toMatchObject({ lines: [], bound: {} });

  // While origin refuses, nothing is sent, and nothing in this clone is lost.
  const kept = repo.stateTip();
  repo.change({ 'three.yaml': welcome({ name: 'Three' }) });
  expect((await repo.spawn('apply').ended).status).toBe(1);
  expect(repo.stateTip()).toBe(kept);
  expect(await service.writes()).toEqual(['create', 'create']);

  repo.unguardOrigin();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create', 'create']);
  const [three = ''] = await idsOf(service, 'Three');
  const all = [...lines, `create three: ${three}`];
  const after = { lines: all, bound: { one, two, three }, open: [], creations: 3 };
  expect(recordOf(repo, 'origin')).toEqual(after);
  expect(recordOf(repo, 'here')).toEqual(after);
  // Nothing was built on the older tip.
  expect(repo.gitAtOrigin('merge-base', STATE_BRANCH, kept ?? '')).toBe(kept);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await repo.clone().campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

test('loses and duplicates no outcome even if another run moves its branch in between', async () => {
  const campaigns = { 'one.yaml': welcome({ name: 'One' }), 'two.yaml': welcome({ name: 'Two' }) };
  const { service, repo } = await repoWithService(campaigns);
  const colleague = repo.clone();
  refuseOutcomes(repo);
  const first = await repo.spawn('apply', '--json').ended;
  expect(resultOf(first)).toMatchObject({ applied: [{ key: 'one' }, { key: 'two' }] });
  const writes = await service.writes();
  repo.unguardOrigin();

  // The other run, which also has work of its own, resolves what the first run left open.
  colleague.change({ 'three.yaml': welcome({ name: 'Three' }) });
  expect(await colleague.campaigns('apply')).toMatchObject({ status: 0 });
  repo.git('pull', '--quiet', 'origin', 'main');
  expect((await repo.campaigns('plan', '--exit-code')).status).toBe(0);
  const reported = (await repo.campaigns('log', '--json')).stdout;
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });

  const [one = '', two = '', three = ''] = await idsOf(service, 'One', 'Two', 'Three');
  expect(recordOf(repo, 'origin')).toMatchObject({ bound: { one, two, three }, open: [], creations: 3 });
  expect(recordOf(repo, 'here')).toEqual(recordOf(repo, 'origin'));
  expect([...recordOf(repo, 'here').lines].sort()).toEqual([
    `create one: ${one}`,
    `create three: ${three}`,
    `create two: ${two}`,
  ]);
  const subjects = (text: string) =>
    (JSON.parse(text) as { entries: { summary: string }[] }).entries.map(({ summary }) => summary).sort();
  expect(subjects(reported)).toEqual(subjects((await repo.campaigns('log', '--json')).stdout));
  expect(await service.writes()).toEqual([...writes, 'create']);
  expect(repo.stateTip()).toBe(repo.stateTipAtOrigin());
  const tip = repo.stateTip();
  expect(await colleague.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(repo.stateTipAtOrigin()).toBe(tip);
});
