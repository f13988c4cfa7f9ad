import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { merged, proposed, require } from '../../support/action/reviewed.ts';
import { digest, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';
import { STATE_BRANCH, type TestRepository } from '../../support/e2e/test-repository.ts';
import { auditOf } from '../../support/e2e/audit.ts';

const YEAR = ['--from', '2000-01-01', '--to', '2099-12-31'];

/** Two campaigns, of which one was created by a pull request that grace approved. */
async function reviewedWorld(): Promise<ActionWorld> {
  const world = await actionWorld({ campaigns: { 'workspaces-note.txt': '' } });
  const pull = await proposed(world, {
    'welcome.yaml': welcome(),
    'digest.yaml': digest({ status: 'ACTIVE' }),
  });
  const { number, pull: at } = pull;
  const review = { number, author: 'grace', head: at.head.sha, state: 'APPROVED' as const };
  world.github.state.reviews.push({ ...review, author_association: 'MEMBER' });
  world.merge(pull, 'squash');
  await world.apply();
  return world;
}

/** A clone in which the state branch is checked out. */
function stateOf(repo: TestRepository): TestRepository {
  const clone = repo.clone();
  clone.git('checkout', '--quiet', '-b', STATE_BRANCH, `origin/${STATE_BRANCH}`);
  return clone;
}

test('what a reviewed and approved pull request changed has no gap, and one that nobody approved has one', async () => {
  const world = await reviewedWorld();
  world.repo.git('pull', '--quiet', 'origin', 'main');
  const clean = await auditOf(world.repo, 0, YEAR);
  expect(clean.gaps).toEqual([]);
  expect(clean.changes.map(({ change, approved_by: by, merged_by: merger }) => [change, by, merger])).toEqual(
    clean.changes.map(({ change }) => [change, ['grace'], 'carol']),
  );
  await merged(world, { 'welcome.yaml': welcome({ utm: 'app' }) });
  require(await world.apply(), 'complete');
  const gaps = (await auditOf(world.repo, 2, YEAR)).gaps.map(({ key, reason }) => [key, reason]);
  expect(gaps).toEqual([['welcome', 'not-approved']]);
});

test('an entry whose editors, reviewers or merger were forged is a gap', async () => {
  const { repo } = await reviewedWorld();
  const audited = stateOf(repo);
  const message = audited.git('log', '-1', '--format=%B');
  const [, key = ''] = /^Campaign: (.*)$/m.exec(message) ?? [];
  for (const [trailer, forged] of [
    ['Edited-By', 'Mallory <mallory@example.com>'],
    ['Approved-By', 'mallory'],
    ['Merged-By', 'mallory'],
  ] as const) {
    const other = message.replace(new RegExp(`^${trailer}: .*$`, 'm'), `${trailer}: ${forged}`);
    expect(other).not.toBe(message);
    audited.git('checkout', '--quiet', STATE_BRANCH);
    audited.git('commit', '--quiet', '--amend', '--message', other);
    audited.git('push', '--quiet', '--force', 'origin', STATE_BRANCH);
    audited.git('checkout', '--quiet', 'main');
    const { gaps } = await auditOf(audited, 2, YEAR);
    expect(gaps, trailer).toMatchObject([{ key, reason: 'unrecorded-change' }]);
    expect(gaps[0]?.message).toContain(trailer);
  }
});

test('a stored review whose people were edited is a gap of what it approved', async () => {
  const { repo } = await reviewedWorld();
  const audited = stateOf(repo);
  const files = audited.git('ls-files', 'approvals').split('\n');
  audited.edit(files.find((path) => /\/\d+\.json$/.test(path)) ?? '', /"grace"/, '"mallory"');
  audited.commit('Edit by hand');
  audited.git('push', '--quiet', 'origin', STATE_BRANCH);
  audited.git('checkout', '--quiet', 'main');
  const { gaps } = await auditOf(audited, 2, YEAR);
  expect(new Set(gaps.map(({ key }) => key))).toEqual(new Set(['welcome', 'digest']));
  expect(new Set(gaps.map(({ reason }) => reason))).toEqual(new Set(['unrecorded-change']));
});

test('a campaign that somebody stopped is recorded by an apply that has nothing to do with it', async () => {
  const world = await reviewedWorld();
  const { id } = await world.service.only('Digest');
  const when = { updated_by: 'bob@example.com', updated_at: '2031-05-02 08:00:00.000000' };
  await world.service.editByHand(id, { status: 'STOPPED', ...when });
  await merged(world, { 'welcome.yaml': welcome({ utm: 'app' }) });
  require(await world.apply(), 'complete');
  const entry = world.repo.gitAtOrigin(
    'log',
    '-1',
    '--format=%B',
    '--grep=^Change: hand-edit$',
    STATE_BRANCH,
  );
  expect(entry.split('\n')).toEqual(
    expect.arrayContaining([
      // The service doesn't name whoever stops a campaign.
      ...['Campaign: digest', 'Actor: unknown', 'Edited-At: 2031-05-02T08:00:00.000Z'],
    ]),
  );
  expect(entry).toMatch(/^Status: \w+ → STOPPED$/m);
  expect(entry).toMatch(/^Value: \/status: "\w+" → "STOPPED"$/m);
  const tip = world.repo.stateTipAtOrigin();
  require(await world.apply(), 'complete');
  expect(world.repo.stateTipAtOrigin()).toBe(tip);
  expect((await world.service.only('Welcome')).utm_params).toEqual(utmParams('app'));
});
