import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, planOf, resultOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest(), 'sale.yaml': sale() };

/** Three campaigns in sync, two of which were edited and committed since, and the name of a plan file. */
async function edited() {
  const { service, repo } = await appliedRepo(CAMPAIGNS);
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }), 'digest.yaml': digest({ utm: 'edited' }) });
  return { repo, service, planFile: join(temporaryFolder(), 'plan.json') };
}

test('sends only what the reviewed plan contains; the rest waits for another one', async () => {
  const { repo, service, planFile } = await edited();
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  repo.change({ 'sale.yaml': sale({ utm: 'edited' }), 'new.yaml': sale({ name: 'New' }) });
  const sent = await repo.exits(0, 'apply', '--plan', planFile, '--json');
  expect(resultOf(sent).applied.map(({ key }) => key)).toEqual(['digest', 'welcome']);
  expect(await service.only('Sale')).toMatchObject({ utm_params: utmParams('shop') });
  expect(await service.named('New')).toEqual([]);

  const again = await repo.exits(2, 'apply', '--plan', planFile, '--json', '--exit-code');
  const notReviewed = ['new', 'sale'].map((key) => ({ key, reason: 'not-reviewed' }));
  expect(resultOf(again)).toMatchObject({ outcome: 'complete', applied: [], stale: [], held: notReviewed });
});

test('a file that was edited after the plan is stale, even in a part, and the other one is applied', async () => {
  const { repo, service, planFile } = await edited();
  const text = (subject: string) => welcome({ utm: 'edited', subject });
  repo.change({ 'welcome.yaml': text('Reviewed') });
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': text('Not reviewed') });
  expect(resultOf(await repo.exits(4, 'apply', '--plan', planFile, '--json'))).toMatchObject({
    ...{ outcome: 'stale', applied: [{ key: 'digest' }], stale: [{ key: 'welcome' }] },
  });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
});

test("a file that isn't a plan, or is the plan of another workspace, is a usage error", async () => {
  const { repo, service, planFile } = await edited();
  const { length } = await service.writes();
  for (const text of [
    '{"format": "campaign-plan/1"}',
    'not JSON',
    '{"format": "campaign-plan/1", "workspace": "production", "campaigns": []}',
  ]) {
    writeFileSync(planFile, text);
    await repo.exits(64, 'apply', '--plan', planFile);
  }
  expect(await service.writes()).toHaveLength(length);
});

test('replaces nothing of git with a plan, and writes neither of two files if one is refused', async () => {
  const { repo, service } = await appliedRepo(CAMPAIGNS);
  const requests = (await service.requests()).length;
  repo.write('README.md', 'Ours');
  repo.commit('A page');
  const linked = join(temporaryFolder(), 'linked');
  repo.git('worktree', 'add', '--quiet', linked);
  repo.write('draft.json', 'an earlier plan');
  const kept = ['.git/config', '.git/HEAD', 'README.md', 'draft.json'].map((file) => [file, repo.read(file)]);
  for (const args of [
    ['--out', '.git/config'],
    ['--html', '.git/HEAD'],
    ['--out', '.git/new.json'],
    ['--out', join(linked, '.git')],
    ['--out', 'draft.json', '--html', 'README.md'],
    ['--html', 'campaigns/../README.md'],
    ['--out', 'draft.json', '--html', './draft.json'],
  ]) {
    const refused = await repo.campaigns('plan', ...args);
    expect(refused, args.join(' ')).toMatchObject({ status: 64, stdout: '' });
    expectWords(refused);
  }
  for (const [file = '', text] of kept) expect(repo.read(file)).toBe(text);
  expect(repo.git('status', '--porcelain').trim()).toBe('?? draft.json');
  expect(await service.requests()).toHaveLength(requests);
  await repo.exits(0, 'plan', '--out', 'draft.json', '--html', '/dev/null');
  expect(repo.read('draft.json')).toContain('campaign-plan/');
});

// Which commits may be applied.

test('refuses an uncommitted or untracked campaign file unless allowed, but no other uncommitted changes', async () => {
  const { repo, service } = await appliedRepo(CAMPAIGNS);
  const { length } = await service.writes();
  repo.write('notes.txt', 'buy milk');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.write('campaigns/sale.yaml', sale({ utm: 'not committed' }));
  repo.write('campaigns/new.yaml', sale({ name: 'New' }));
  const refused = await repo.exits(5, 'apply');
  for (const file of ['campaigns/sale.yaml', 'campaigns/new.yaml']) expect(refused.stderr).toContain(file);
  expect(refused.stderr).not.toContain('notes.txt');
  expect(await service.writes()).toHaveLength(length);
  expect(await repo.campaigns('apply', '--allow', 'dirty')).toMatchObject({ status: 0 });
  expect(await service.only('Sale')).toMatchObject({ utm_params: utmParams('not committed') });
});

test('refuses a commit that is older than the last applied one, or not on the default branch, unless allowed', async () => {
  const { repo, service } = await edited();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { length } = await service.requests();
  const expectRefusal = async () => {
    expect(resultOf(await repo.exits(4, 'apply', '--json'))).toMatchObject({ outcome: 'stale' });
    expect(await service.requests()).toHaveLength(length);
  };
  repo.git('checkout', '--quiet', '--detach', 'HEAD~1');
  await expectRefusal();
  repo.git('checkout', '--quiet', 'main');
  repo.git('commit', '--quiet', '--allow-empty', '--message', 'Not pushed');
  await expectRefusal();
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.write('campaigns/welcome.yaml', welcome({ utm: 'feature' }));
  repo.commit('Edit');
  repo.git('push', '--quiet', 'origin', 'HEAD:refs/heads/feature', 'HEAD:refs/heads/a/refs/heads/main');
  await expectRefusal();
  expect(await repo.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('feature') });
  // Once it is merged, nothing has to be allowed.
  repo.publish();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test.each(['master', 'trunk'])(
  'an origin whose HEAD names no branch has %s as its default only if that name is usual',
  async (name) => {
    const { repo } = await appliedRepo(CAMPAIGNS);
    repo.gitAtOrigin('branch', '--move', 'main', name);
    repo.gitAtOrigin('symbolic-ref', 'HEAD', 'refs/heads/never-pushed');
    expect(await repo.campaigns('apply')).toMatchObject({ status: name === 'trunk' ? 4 : 0 });
    repo.gitAtOrigin('symbolic-ref', 'HEAD', `refs/heads/${name}`);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  },
);

test('refuses elsewhere an applied commit that is neither here nor at origin, until it is allowed once', async () => {
  const { service, repo } = await appliedRepo(CAMPAIGNS);
  const elsewhere = repo.clone();
  repo.write('campaigns/welcome.yaml', welcome({ utm: 'two' }));
  repo.git('commit', '--quiet', '--all', '--message', 'Not pushed');
  expect(await repo.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  await elsewhere.exits(4, 'apply');
  // A plan is possible and shows what would be undone.
  expect(planOf(await elsewhere.campaigns('plan', '--json')).summary).toMatchObject({ update: 1 });
  expect(await elsewhere.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
  expect(await elsewhere.campaigns('apply')).toMatchObject({ status: 0 });
});

// A plan writes nothing, neither in git nor in the service.

const SITUATIONS: Readonly<
  Record<string, (repo: TestRepository, service: LiveService) => Promise<number> | number>
> = {
  'with changes of every kind to show': async (repo, service) => {
    await service.editByHand((await service.only('Digest')).id, { utm_params: { utm_source: 'by hand' } });
    repo.remove('campaigns/sale.yaml');
    const changed = welcome({ status: 'ACTIVE', subject: 'Hello' });
    repo.change({ 'welcome.yaml': changed, 'new.yaml': sale({ name: 'New' }) });
    return 2;
  },
  'when origin has a newer state than this clone': async (repo) => {
    expect(await repo.clone().campaigns('state', 'mv', 'sale', 'moved')).toMatchObject({ status: 0 });
    expect(repo.stateTip()).not.toBe(repo.stateTipAtOrigin());
    return 2;
  },
  'in a work tree with uncommitted edits, which it plans': (repo) => {
    repo.write('campaigns/welcome.yaml', welcome({ subject: 'Hello' }));
    return 2;
  },
};

test.each(Object.entries(SITUATIONS))('a plan writes nothing %s', async (_, prepare) => {
  const { repo, service } = await appliedRepo(CAMPAIGNS);
  const status = await prepare(repo, service);
  const before = repo.snapshot();
  const { length } = await service.requests();
  const planned = await repo.campaigns('plan', '--json', '--exit-code');
  expect(planned).toMatchObject({ status, stderr: '' });
  expect(planOf(planned).summary.unknown).toBe(0);
  expect(repo.snapshot()).toEqual(before);
  const operations = (await service.requests()).slice(length).map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(0);
  expect(operations.filter((operation) => !['search', 'get', 'meta'].includes(operation ?? ''))).toEqual([]);
});
