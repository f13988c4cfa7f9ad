import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeStale } from '../../src/messages/catalog/failures.ts';
import { messageText } from '../../src/messages/catalog/row.ts';
import { key } from '../support/builders.ts';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, resultOf } from '../support/e2e/documents.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

/** A test repository with three campaigns in sync, two of which were edited and committed since. */
async function edited(
  policy?: string,
): Promise<{ repo: TestRepository; service: LiveService; planFile: string }> {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { 'welcome.yaml': welcome(), 'digest.yaml': digest(), 'sale.yaml': sale() },
    ...(policy !== undefined && { policy }),
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited' }), 'digest.yaml': digest({ utm: 'edited' }) });
  return { repo, service, planFile: join(temporaryFolder(), 'plan.json') };
}

test('sends only what the reviewed plan contains; the rest waits for another one', async () => {
  const { repo, service, planFile } = await edited();
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  repo.change({ 'sale.yaml': sale({ utm: 'edited' }), 'new.yaml': sale({ name: 'New' }) });
  const applied = await repo.campaigns('apply', '--plan', planFile, '--json');
  expect(applied.status).toBe(0);
  expect(resultOf(applied).applied.map(({ key }) => key)).toEqual(['digest', 'welcome']);
  expect(await service.only('Sale')).toMatchObject({ utm_params: utmParams('shop') });
  expect(await service.named('New')).toEqual([]);

  const again = await repo.campaigns('apply', '--plan', planFile, '--json');
  expect(again.status).toBe(0);
  expect(resultOf(again)).toMatchObject({ outcome: 'complete', applied: [], stale: [] });
  const notReviewed = ['new', 'sale'].map((key) => ({ key, reason: 'not-reviewed' }));
  expect(resultOf(again).held).toMatchObject(notReviewed);
  expect(await repo.campaigns('apply', '--plan', planFile, '--exit-code')).toMatchObject({ status: 2 });
});

test('nothing is sent, nor said to be sent, of a change of which one part is stale', async () => {
  const { repo, service } = await edited();
  const planFile = join(temporaryFolder(), 'parts.json');
  repo.change({ 'digest.yaml': digest({ utm: 'edited', subject: 'Reviewed' }) });
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  repo.change({ 'digest.yaml': digest({ utm: 'edited', subject: 'Not reviewed' }) });
  const applied = await repo.campaigns('apply', 'digest', '--plan', planFile, '--json');
  const cause = { code: 'changed', what: 'plan', sent: [] } as const;
  expect(resultOf(applied)).toMatchObject({
    applied: [],
    stale: [{ key: 'digest', message: messageText(describeStale({ key: key('digest'), cause }, 'local')) }],
  });
  expect(await service.only('Digest')).toMatchObject({ utm_params: utmParams('shop') });
});

test('a file that was edited after the plan is stale, and the other one is applied', async () => {
  const { repo, service, planFile } = await edited();
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  repo.change({ 'welcome.yaml': welcome({ utm: 'edited again' }) });
  const applied = await repo.campaigns('apply', '--plan', planFile, '--json');
  expect(applied.status).toBe(4);
  expect(resultOf(applied)).toMatchObject({
    outcome: 'stale',
    applied: [{ key: 'digest' }],
    stale: [{ key: 'welcome' }],
  });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
});

test('refuses a commit older than the last applied one, and nothing is read or sent', async () => {
  const { repo, service } = await edited();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { length } = await service.writes();
  repo.git('checkout', '--quiet', '--detach', 'HEAD~1');
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(4);
  expectWords(refused);
  expect(await service.writes()).toHaveLength(length);

  repo.git('checkout', '--quiet', 'main');
  repo.git('revert', '--no-edit', 'HEAD');
  repo.publish();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
});

test('refuses an uncommitted or untracked campaign file unless allowed, but no other uncommitted changes', async () => {
  const { repo, service } = await edited();
  const { length } = await service.writes();
  repo.write('notes.txt', 'buy milk');
  repo.write('campaigns/sale.yaml', sale({ utm: 'not committed' }));
  repo.write('campaigns/new.yaml', sale({ name: 'New' }));
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(5);
  expect(refused.stderr).toContain('campaigns/sale.yaml');
  expect(refused.stderr).toContain('campaigns/new.yaml');
  expect(refused.stderr).not.toContain('notes.txt');
  expect(refused.stderr).toContain('--allow dirty');
  expectWords(refused);
  expect(await service.writes()).toHaveLength(length);
  expect(await repo.campaigns('apply', '--allow', 'dirty')).toMatchObject({ status: 0 });
  expect(await service.only('Sale')).toMatchObject({ utm_params: utmParams('not committed') });
  const [newest = ''] = (await repo.campaigns('log', 'sale', '-n', '1')).stdout.split('\n\n');
  expect(newest.replace(/\s+/g, ' ')).toContain(' + uncommitted');
  repo.commit('Commit it after all');
  repo.write('notes.txt', 'buy bread');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test("a file that isn't a plan, or is the plan of another workspace, is a usage error", async () => {
  const { repo, service, planFile } = await edited();
  const { length } = await service.writes();
  const calls: [string, string][] = [
    ['{"format": "campaign-plan/1"}', "isn't a plan file"],
    ['not JSON', "can't be applied"],
    ['{"format": "campaign-plan/1", "workspace": "production", "campaigns": []}', 'production'],
  ];
  for (const [text, reported] of calls) {
    writeFileSync(planFile, text);
    const refused = await repo.campaigns('apply', '--plan', planFile);
    expect(refused.status).toBe(64);
    expect(refused.stderr).toContain(reported);
    expectWords(refused);
  }
  expect(await service.writes()).toHaveLength(length);
});

test('replaces nothing of git with a plan, and writes neither of two files if one is refused', async () => {
  const { repo, service } = await edited();
  const requests = (await service.requests()).length;
  repo.write('README.md', 'Ours');
  repo.commit('A page');
  const linked = join(temporaryFolder(), 'linked');
  repo.git('worktree', 'add', '--quiet', linked);
  repo.write('draft.json', 'an earlier plan');
  const kept = ['.git/config', '.git/HEAD', 'README.md', 'draft.json'].map((file) => [file, repo.read(file)]);
  const inGit = 'git keeps the repository there';
  for (const [args, reported] of [
    [['--out', '.git/config'], inGit],
    [['--html', '.git/HEAD'], inGit],
    [['--out', '.git/new.json'], inGit],
    [['--out', join(linked, '.git')], inGit],
    [['--out', 'draft.json', '--html', 'README.md'], 'README.md: git tracks this file'],
    [['--html', 'campaigns/../README.md'], 'README.md: git tracks this file'],
    [['--out', 'draft.json', '--html', './draft.json'], "can't be used together"],
  ] as const) {
    const refused = await repo.campaigns('plan', ...args);
    expect(refused, args.join(' ')).toMatchObject({ status: 64, stdout: '' });
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain(reported);
    expectWords(refused);
  }
  for (const [file = '', text] of kept) expect(repo.read(file)).toBe(text);
  expect(repo.git('status', '--porcelain').trim()).toBe('?? draft.json');
  expect(await service.requests()).toHaveLength(requests);

  const written = await repo.campaigns('plan', '--out', 'draft.json', '--html', '/dev/null');
  expect(written).toMatchObject({ status: 0 });
  expect(repo.read('draft.json')).toContain('campaign-plan/');
});
