import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest, sale, several, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords, planOf } from '../support/e2e/documents.ts';
import { appliedRepo, type Opened } from '../support/e2e/opened.ts';
import { campaigns, type Ended } from '../support/e2e/program.ts';

const withVariable = (text: string) => text.replace(/connector_name: .*/, 'connector_name: { $var: sender }');

const FILES: Readonly<Record<string, string>> = {
  ...several(6),
  'digest.yaml': digest(),
  'sale.yaml': sale(),
  'welcome.yaml': welcome({ body: './body.html' }),
  'body.html': '<p>Hello</p>',
  'letter.yaml': withVariable(welcome({ name: 'Letter' })),
};

/** A test repository with 10 campaigns in sync, on a branch that is about to change some of them. */
async function branched() {
  const workspace = 'limits: off\n    vars: { sender: sandbox, unused: 1 }';
  const opened = await appliedRepo(FILES, { workspace });
  opened.repo.git('checkout', '--quiet', '-b', 'topic');
  return opened;
}

/** The plan of the changes since main, its keys, and what it requested from the service. */
async function sinceMain({ repo, service }: Opened) {
  const { length } = await service.requests();
  const before = repo.snapshot();
  const planned = await repo.campaigns('plan', '--changed-since', 'main', '--json');
  expect(repo.snapshot()).toEqual(before);
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  const plan = planOf(planned) as ReturnType<typeof planOf> & {
    readonly changed_since: { readonly not_looked_at: number };
  };
  const operations = (await service.requests()).slice(length).map(({ operation }) => operation);
  const keys = plan.campaigns.map(({ key }) => key);
  return { plan, keys, operations, others: plan.changed_since.not_looked_at };
}

test('plans and reads only what the branch touches, by files, texts, variables and deletions', async () => {
  const world = await branched();
  const { repo, service } = world;
  expect(await sinceMain(world)).toMatchObject({ keys: [], others: 10, operations: [] });

  // Drift elsewhere isn't caused by this branch.
  await service.editByHand((await service.only('Digest')).id, { utm_params: { utm_source: 'by hand' } });
  repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) });
  expect(await sinceMain(world)).toMatchObject({ keys: ['c01'], others: 9, operations: ['search', 'meta'] });

  repo.write('campaigns/body.html', '<p>Not committed yet</p>');
  expect(await sinceMain(world)).toMatchObject({
    keys: ['c01', 'welcome'],
    operations: ['search', 'meta', 'meta'],
  });

  repo.edit('campaigns/workspaces.yaml', /sender: sandbox, unused: 1/, 'sender: other, unused: 2');
  expect(await sinceMain(world)).toMatchObject({ keys: ['c01', 'letter', 'welcome'] });

  repo.remove('campaigns/sale.yaml');
  repo.write('campaigns/brand-new.yaml', sale({ name: 'Brand new' }));
  const { keys, others, operations } = await sinceMain(world);
  expect({ keys, others }).toEqual({ keys: ['brand-new', 'c01', 'letter', 'sale', 'welcome'], others: 6 });
  // One search for the managed ones. The new name is searched for with the known statuses, and without any.
  expect(operations).toEqual(['search', 'search', 'search', 'meta', 'meta', 'meta']);

  const reported = await repo.campaigns('plan', '--changed-since', 'main');
  expect(reported.stdout.replace(/\s+/g, ' ')).toMatch(
    /Only the changes since main \([0-9a-f]{7}\) were planned\. Not checked: 6 other campaigns\./,
  );
  expect(reported.stdout).toContain('sale');
  expect(reported.stdout).toContain('1 without a file');

  // Without a key, as for a fork: the same campaigns by the record.
  const offline = ['plan', '--offline', '--changed-since', 'main', '--json'];
  const byRecord = await campaigns(offline, { cwd: repo.directory });
  expect(byRecord.status).toBe(0);
  expect(planOf(byRecord).campaigns.map(({ key }) => key)).toEqual(keys);

  const both = await repo.campaigns('plan', '--changed-since', 'main', '--only', 'c01', 'c02', '--json');
  expect(planOf(both).campaigns.map(({ key }) => key)).toEqual(['c01']);
});

test('ignores what main did since the branch was created, and edits that were undone', async () => {
  const world = await branched();
  const { repo } = world;
  repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) });
  repo.git('checkout', '--quiet', 'main');
  repo.change({ 'c02.yaml': welcome({ name: 'Campaign 02', utm: 'edited' }) });
  repo.git('checkout', '--quiet', 'topic');
  expect(await sinceMain(world)).toMatchObject({ keys: ['c01'] });
  repo.write('campaigns/c01.yaml', FILES['c01.yaml'] ?? '');
  expect(await sinceMain(world)).toMatchObject({ keys: [], others: 10 });
});

test('shows a file that is renamed or gets another key under both of its keys', async () => {
  const world = await branched();
  const { repo } = world;
  repo.git('mv', 'campaigns/c01.yaml', 'campaigns/first.yaml');
  repo.write('campaigns/c02.yaml', `key: second\n${FILES['c02.yaml'] ?? ''}`);
  const { keys, plan } = await sinceMain(world);
  expect(keys).toEqual(['c01', 'c02', 'first', 'second']);
  expect(plan.campaigns.map(({ verdict, held }) => [verdict, held[0]?.reason])).toEqual([
    ['orphaned', undefined],
    ['orphaned', undefined],
    ['held', 'renamed'],
    ['held', 'renamed'],
  ]);
});

test('an unknown commit is a usage error; one that a shallow clone lacks is reported as such', async () => {
  const { repo, service } = await branched();
  const { length } = await service.requests();
  const unknown = await repo.campaigns('plan', '--changed-since', 'mian');
  expect(unknown).toMatchObject({ status: 64, stdout: '' });
  expect(unknown.stderr).toContain('no commit mian');
  expectWords(unknown);

  repo.git('checkout', '--quiet', '--orphan', 'stranger');
  repo.commit('Begin anew');
  const stranger = await repo.campaigns('plan', '--changed-since', 'main');
  expect(stranger).toMatchObject({ status: 64, stdout: '' });
  expect(stranger.stderr).toContain('no common commit main');

  repo.git('checkout', '--quiet', '--force', 'topic');
  repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) });
  repo.git('push', '--quiet', 'origin', 'topic');
  const shallow = repo.shallowClone('topic');
  const missing = await shallow.campaigns('plan', '--changed-since', 'origin/main');
  expect(missing).toMatchObject({ status: 5, stdout: '' });
  expect(missing.stderr).toContain('that the clone is complete');
  expectWords(missing);
  shallow.git('fetch', '--quiet', '--depth', '1', 'origin', 'main:refs/remotes/origin/main');
  const cut = await shallow.campaigns('plan', '--changed-since', 'origin/main');
  expect(cut).toMatchObject({ status: 5, stdout: '' });
  expect(cut.stderr).toContain('clone is complete');
  expect(await service.requests()).toHaveLength(length);
});

test('its file can be applied, and all other campaigns are skipped', async () => {
  const { repo, service } = await branched();
  await service.editByHand((await service.only('Digest')).id, { utm_params: { utm_source: 'by hand' } });
  repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) });
  const planned = await repo.campaigns('plan', '--changed-since', 'main', '--out', '../plan.json');
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  await repo.exits(0, 'apply', '--plan', '../plan.json', '--allow', 'branch');
  expect(await service.only('Campaign 01')).toMatchObject({ utm_params: { utm_source: 'edited' } });
  expect(await service.only('Digest')).toMatchObject({ utm_params: { utm_source: 'by hand' } });
});

test("a text that is reached through a link counts as changed when the link's target changes", async () => {
  const world = await branched();
  const { repo } = world;
  repo.git('checkout', '--quiet', 'main');
  repo.write('texts/old.html', '<p>Old</p>');
  repo.write('texts/new.html', '<p>New</p>');
  symlinkSync('../texts/old.html', join(repo.directory, 'campaigns/link.html'));
  const linked = (FILES['welcome.yaml'] ?? '').replace('./body.html', './link.html');
  repo.change({ 'welcome.yaml': linked });
  repo.git('checkout', '--quiet', '-B', 'topic');
  expect(await sinceMain(world)).toMatchObject({ keys: [] });
  rmSync(join(repo.directory, 'campaigns/link.html'));
  symlinkSync('../texts/new.html', join(repo.directory, 'campaigns/link.html'));
  expect(await sinceMain(world)).toMatchObject({ keys: ['welcome'] });
});

test.each([
  ['attributes that the workspace does not list', 'attributes: [city]', ''],
  ['rules that count the sends of all campaigns', 'edit_live: allowed', '{ rules: { sends_per_day: 3 } }'],
])('%s are judged without what other files sent', async (_, setting, policy) => {
  const subject = 'Hello {{ user.nickname }}';
  const files = {
    'mail.yaml': welcome({ name: 'Mail', subject }),
    'other.yaml': welcome({ name: 'Other', subject }),
    'digest.yaml': digest({ audience: 'members', status: 'ACTIVE' }),
    'sale.yaml': sale({ audience: 'members', status: 'ACTIVE' }),
  };
  const opened = await appliedRepo(files, {
    workspace: `limits: off\n    ${setting}`,
    ...(policy && { policy }),
  });
  opened.repo.git('checkout', '--quiet', '-b', 'topic');
  opened.repo.change({ 'mail.yaml': welcome({ name: 'Mail', subject, utm: 'edited' }) });
  const planned = await opened.repo.campaigns('plan', '--changed-since', 'main', '--json');
  expect(planned).toMatchObject({ status: 0 });
  expect(planOf(planned).campaigns).toMatchObject([{ key: 'mail', verdict: 'update' }]);
});

/** What a branch may do to the files, each of which may follow any other. */
const EDITS: readonly ((repo: Opened['repo']) => void)[] = [
  (repo) => repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) }),
  (repo) => {
    repo.write('campaigns/body.html', '<p>Hello there [[> outer]]</p>');
  },
  (repo) => {
    repo.write('campaigns/snippets/inner', 'Ada');
  },
  (repo) => {
    repo.edit('campaigns/workspaces.yaml', /sender: \w+/, 'sender: other');
  },
  (repo) => {
    repo.edit('campaigns/workspaces.yaml', /unused: \d+/, 'unused: 2');
  },
  (repo) => {
    repo.edit('campaigns/workspaces.yaml', /limits: off/, 'limits: off\n    publish: never');
  },
  (repo) => {
    repo.write('campaigns/brand-new.yaml', sale({ name: 'Brand new' }));
  },
  (repo) => {
    if (existsSync(join(repo.directory, 'campaigns/c02.yaml')))
      repo.git('mv', 'campaigns/c02.yaml', 'campaigns/second.yaml');
  },
  (repo) => {
    repo.write('campaigns/c03.yaml', `key: third\n${FILES['c03.yaml'] ?? ''}`);
  },
  (repo) => {
    repo.remove('campaigns/c04.yaml');
  },
  (repo) => repo.commit('Some edits'),
];

test('shows what a plan of everything shows of these campaigns, whatever was edited', async () => {
  const workspace = 'limits: off\n    vars: { sender: sandbox, unused: 1 }';
  const files = {
    ...FILES,
    'body.html': '<p>Hello [[> outer]]</p>',
    'snippets/outer': 'dear [[> inner]]',
    'snippets/inner': 'customer',
  };
  const { repo } = await appliedRepo(files, { workspace });
  const asked = ['plan', '--offline', '--json'];
  const shownBy = (made: Ended) => {
    expect(made).toMatchObject({ status: 0 });
    return planOf(made).campaigns;
  };
  const rounds = fc.sample(fc.shuffledSubarray([...EDITS], { minLength: 1, maxLength: 4 }), {
    ...{ numRuns: 6, seed: 45 },
  });
  for (const [at, edits] of rounds.entries()) {
    repo.git('checkout', '--quiet', '--force', '-b', `topic-${at}`, 'main');
    repo.git('clean', '--quiet', '-d', '--force');
    for (const edit of edits) edit(repo);
    const whole = shownBy(await campaigns(asked, { cwd: repo.directory }));
    // The built program, which keeps what files said in the rounds before.
    const changed = shownBy(await repo.spawn(...asked, '--changed-since', 'main').ended);
    const keys = changed.map(({ key }) => key);
    expect(changed).toEqual(whole.filter(({ key }) => keys.includes(key)));
    // Everything was in sync before.
    for (const { key, verdict } of whole) expect(keys.includes(key) || verdict === 'in-sync').toBe(true);
  }
});

test('fails if a text is gone that a file needs, but not for another mistake elsewhere', async () => {
  const { repo } = await branched();
  repo.edit('campaigns/sale.yaml', /utm_source: \w+/, 'utm_source: 7');
  repo.commit('A mistake');
  repo.git('branch', '--quiet', '--force', 'main', 'topic');
  const mistaken = await repo.campaigns('plan');
  expect(mistaken).toMatchObject({ status: 5 });
  repo.change({ 'c01.yaml': welcome({ name: 'Campaign 01', utm: 'edited' }) });
  expect(await repo.campaigns('plan', '--changed-since', 'main')).toMatchObject({ status: 0 });
  repo.remove('campaigns/body.html');
  const lacking = await repo.campaigns('plan', '--changed-since', 'main');
  expect(lacking).toMatchObject({ status: 5 });
  expect(lacking.stderr).toContain('body.html');
});
