import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { staleText } from '../../src/messages/catalog/failures.ts';
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

test('applies a reviewed pause, although other reviewed changes are stale', async () => {
  const { repo, service } = await edited();
  const planFile = join(temporaryFolder(), 'pause.json');
  const { id } = await service.only('Digest');
  await service.editByHand(id, { status: 'ACTIVE' });
  repo.change({ 'digest.yaml': `status: PAUSED\n${digest({ utm: 'paused' })}` });
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  await service.editByHand(id, { utm_params: utmParams('by hand') });
  const applied = await repo.campaigns('apply', '--plan', planFile, '--only', 'digest', '--json');
  expect(applied.status).toBe(4);
  expect(resultOf(applied)).toMatchObject({
    applied: [{ key: 'digest', change: 'transition' }],
    stale: [{ key: 'digest' }],
  });
  expect(await service.get(id)).toMatchObject({ status: 'PAUSED', utm_params: utmParams('by hand') });
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
    stale: [{ key: 'digest', message: staleText({ key: key('digest'), cause }, 'local') }],
  });
  expect(await service.only('Digest')).toMatchObject({ utm_params: utmParams('shop') });
});

test('a reviewed plan that quota deferred is simply applied again', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: {
      'one.yaml': `status: ACTIVE\n${welcome({ name: 'One' })}`,
      'two.yaml': `status: ACTIVE\n${welcome({ name: 'Two' })}`,
    },
    workspace: 'limits: { create: { created_per_minute: 1 } }',
  });
  const planFile = join(temporaryFolder(), 'plan.json');
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  const first = await repo.campaigns('apply', '--plan', planFile, '--max-wait', '0s', '--json');
  expect(first.status).toBe(3);
  expect(resultOf(first)).toMatchObject({
    applied: [
      { key: 'one', change: 'create' },
      { key: 'one', change: 'transition' },
    ],
    deferred: [{ key: 'two' }],
  });
  const second = await repo.campaigns('apply', '--plan', planFile, '--max-wait', '0s', '--json');
  expect(second.status).toBe(3);
  expect(resultOf(second)).toMatchObject({ applied: [], stale: [], deferred: [{ key: 'two' }] });
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

test('a campaign that changed after the plan is stale, and the other one is applied', async () => {
  const { repo, service, planFile } = await edited();
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  await service.editByHand((await service.only('Welcome')).id, { utm_params: utmParams('by hand') });
  const applied = await repo.campaigns('apply', '--plan', planFile, '--json');
  expect(applied.status).toBe(4);
  expect(resultOf(applied)).toMatchObject({ applied: [{ key: 'digest' }], stale: [{ key: 'welcome' }] });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('by hand') });
});

test('another component that changed after the plan, and is blocked, does not make the change stale', async () => {
  const { repo, service, planFile } = await edited('{ drift: hold }');
  expect(await repo.campaigns('plan', '--out', planFile)).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  const byHand = { connector: { connector_type: 'SENDGRID', connector_name: 'by hand' } };
  await service.editByHand(id, byHand);
  const applied = await repo.campaigns('apply', '--plan', planFile, '--json');
  expect(applied.status).toBe(0);
  expect(resultOf(applied)).toMatchObject({
    applied: [{ key: 'digest' }, { key: 'welcome', components: ['utm_params'] }],
    held: [{ key: 'welcome', reason: 'drift' }],
    stale: [],
  });
  expect(await service.get(id)).toMatchObject({ ...byHand, utm_params: utmParams('edited') });
});

test('--only plans and applies the named campaigns, and an unknown name is a usage error', async () => {
  const { repo, service } = await edited();
  const one = await repo.campaigns('apply', '--only', 'digest', '--json');
  expect(one.status).toBe(0);
  expect(resultOf(one).applied.map(({ key }) => key)).toEqual(['digest']);
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
  const wrong = await repo.campaigns('apply', '--only', 'welcom');
  expect(wrong.status).toBe(64);
  expect(wrong.stderr).toContain('welcome');
  expectWords(wrong);
});

test('refuses a commit older than the last applied one, and nothing is read or sent', async () => {
  const { repo, service } = await edited();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { length } = await service.writes();
  repo.git('checkout', '--quiet', '--detach', 'HEAD~1');
  const planned = await repo.campaigns('plan');
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(4);
  expect(planned.stderr).toContain('Applying it could undo newer work.');
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

test('neither replaces a campaign file with a plan, nor reads a plan from a device', async () => {
  const { repo } = await edited();
  const before = repo.read('campaigns/sale.yaml');
  for (const option of ['--out', '--html']) {
    const refused = await repo.campaigns('plan', option, 'campaigns/sale.yaml');
    expect(refused).toMatchObject({ status: 64, stdout: '' });
    expect(refused.stderr).toContain('it is a YAML file in the campaign folder');
  }
  expect(repo.read('campaigns/sale.yaml')).toBe(before);
  expect(await repo.campaigns('plan', '--out', 'campaigns/plan.json')).toMatchObject({ status: 0 });
  const device = await repo.campaigns('apply', '--plan', '/dev/zero');
  expect(device).toMatchObject({ status: 64 });
  expect(device.stderr).toContain('not a regular file');
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
