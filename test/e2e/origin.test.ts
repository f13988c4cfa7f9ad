import { join } from 'node:path';
import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { leaseAtOrigin, leaseOfAnother } from '../support/e2e/lease-of-another.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { testClock, type Running } from '../support/e2e/program.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome() };

test('an origin that is missing or rejects pushes stops an apply before the first write', async () => {
  const { service, repo } = await repoWithService(CAMPAIGNS);
  const before = repo.snapshot();
  for (const script of ['exit 1', 'if grep -q campaigns-state/; then echo "not today" >&2; exit 1; fi']) {
    repo.guardOrigin(script);
    await repo.exits(1, 'apply');
    expect(repo.snapshot()).toEqual(before);
  }
  repo.git('remote', 'set-url', 'origin', join(temporaryFolder(), 'nowhere.git'));
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  expect(await service.writes()).toEqual([]);
  repo.unguardOrigin();
  repo.git('remote', 'set-url', 'origin', repo.origin);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test.each([
  ['in two clones', { origin: true, clones: 2 }],
  ['in one clone', { origin: true, clones: 1 }],
  ['in a repository without an origin', { origin: false, clones: 1 }],
])('two concurrent applies %s create a campaign once', async (_, { origin, clones }) => {
  const { service, proxy, repo } = await repoBehindProxy(CAMPAIGNS, { origin });
  const other = clones === 2 ? repo.clone() : repo;
  const runs = [repo.start('apply'), other.start('apply')];
  const turn = worstOrder(runs);
  proxy.handler = async (request, pass) => {
    // What a run reads here is outdated by the time the answer arrives.
    const reply = await pass();
    if (request.path.endsWith('/search')) await turn();
    return reply;
  };
  const ends = await Promise.all(runs.map(({ ended }) => ended));
  for (const ended of ends) {
    expect([0, 1, 6]).toContain(ended.status);
    expectWords(ended);
  }
  expect(ends.some(({ status }) => status === 0)).toBe(true);
  await service.only('Welcome');
  proxy.handler = (_request, pass) => pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
});

/**
 * Releases each answer when it does the most harm: none before both runs have asked, so that neither knows what the
 * other is about to do. Then the first run acts on its answer before the second one gets its own.
 */
function worstOrder(runs: readonly Running[]): () => Promise<void> {
  let left = runs.length;
  let asking: (() => void)[] = [];
  let second: (() => void)[] = [];
  const letFirstGo = () => {
    if (asking.length < left) return;
    const [first, ...rest] = asking;
    [asking, second] = [[], rest];
    first?.();
  };
  const letSecondGo = () => {
    for (const go of second.splice(0)) go();
  };
  for (const { ended } of runs) {
    void ended.then(() => {
      left -= 1;
      letSecondGo();
      letFirstGo();
    });
  }
  return () =>
    new Promise((resolve) => {
      letSecondGo();
      asking.push(resolve);
      letFirstGo();
    });
}

test('while another run has the lease, nothing is written anywhere, until it is released', async () => {
  const { service, repo } = await appliedRepo(CAMPAIGNS);
  expect(leaseAtOrigin(repo)).toBe('');
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }) });
  leaseOfAnother(repo, testClock.now() + 100_000);
  const before = repo.snapshot();
  const refused = await repo.exits(6, 'apply', '--json');
  expect(resultOf(refused)).toMatchObject({ outcome: 'refused', reason: 'lease' });
  expect(refused.stderr).toContain('grace');
  expect(await repo.campaigns('state', 'forget', 'welcome')).toMatchObject({ status: 6 });
  expect(repo.snapshot()).toEqual(before);
  expect(await repo.campaigns('plan')).toMatchObject({ status: 0 });
  for (let run = 0; run < 2; run++)
    expect(await repo.campaigns('state', 'release')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'update']);
});

test('takes over a lease once it has expired, and not before', async () => {
  const { service, repo } = await repoWithService(CAMPAIGNS);
  const until = testClock.now() + 20_000;
  leaseOfAnother(repo, until);
  for (;;) {
    const { status } = await repo.campaigns('apply');
    if (status === 0) break;
    expect(status).toBe(6);
    await testClock.sleep(4_000);
  }
  expect(testClock.now()).toBeGreaterThan(until);
  expect(leaseAtOrigin(repo)).toBe('');
  await service.only('Welcome');
});

// What a workflow checks out is one commit deep.
test('shallow clones can follow each other, but an older one does not undo a newer one', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome({ utm: 'one' }) });
  expect(await repo.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  // The author isn't known.
  expect(await service.only('Welcome')).toMatchObject({ created_by: 'growth@example.com' });
  repo.git('branch', 'older');
  repo.change({ 'welcome.yaml': welcome({ utm: 'two' }) });
  repo.git('push', '--quiet', 'origin', 'main', 'older');
  expect(await repo.shallowClone('main').campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.shallowClone('older').campaigns('apply')).toMatchObject({ status: 4 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });
});

test('asks git about a campaign folder with an odd name, and about nothing else', async () => {
  const { service, repo } = await repoWithService(CAMPAIGNS);
  const settings = repo.read('campaigns/workspaces.yaml');
  const names = [':(top)x', ':!x', 'a*', '[ab]'];
  for (const name of names) {
    const own = settings.replaceAll('local:', `w${names.indexOf(name)}:`).replace(/^default: .*\n/m, '');
    repo.write(`${name}/campaigns/workspaces.yaml`, own);
    repo.write(`${name}/campaigns/welcome.yaml`, welcome({ name }));
  }
  repo.write('ab/campaigns/other.yaml', 'no campaign of ours');
  repo.commit('Other folders', 'Grace <grace@example.com>');
  // Uncommitted changes elsewhere don't matter; those in the folder do.
  repo.write('ab/campaigns/other.yaml', 'edited');
  repo.write('x/campaigns/other.yaml', 'new');
  for (const name of names) {
    expect(await repo.campaigns('apply', '-C', name)).toMatchObject({ status: 0 });
    expect(await service.only(name)).toMatchObject({ created_by: 'grace@example.com' });
  }
  for (const name of names) repo.write(`${name}/campaigns/welcome.yaml`, welcome({ name, utm: 'edited' }));
  for (const name of names) expect(await repo.campaigns('apply', '-C', name)).toMatchObject({ status: 5 });
});
