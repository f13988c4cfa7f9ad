import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

interface RevertDocument {
  readonly written: boolean;
  readonly campaigns: readonly {
    readonly key: string;
    readonly commit: string;
    readonly files: readonly string[];
    readonly shared: readonly { readonly file: string; readonly keys: readonly string[] }[];
    readonly held: readonly { readonly reason: string }[];
  }[];
}

async function reverted(repo: TestRepository, ...args: string[]): Promise<RevertDocument> {
  const ended = await repo.exits(0, 'revert', '--json', ...args);
  return JSON.parse(ended.stdout) as RevertDocument;
}

test('says which variable is the cause, with both values, the commit and its author', async () => {
  const { repo } = await repoWithService(
    {
      'w.yaml': welcome({ name: 'W' }).replace(/subject: .*/, 'subject: { $var: hello }'),
      'x.yaml': welcome({ name: 'X' }),
    },
    { workspace: 'limits: off\n    vars: { hello: One, other: 1 }' },
  );
  const before = repo.git('rev-parse', 'HEAD');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.edit('campaigns/workspaces.yaml', /hello: One/, 'hello: Two');
  const edit = repo.commit('Greet', 'Bob Builder <bob@example.com>').slice(0, 7);
  repo.edit('campaigns/workspaces.yaml', /other: 1/, 'other: 2');
  repo.commit('Something else');
  const cause = new RegExp(
    `The variable hello of local in workspaces.yaml was "One" and is "Two" \\(${edit}, Bob Builder\\)`,
  );
  const said = async (...args: string[]) =>
    (await repo.exits(0, 'revert', ...args)).stdout.replace(/\s+/g, ' ');
  // Not applied yet, as of a commit, and applied.
  expect(await said('w')).toMatch(cause);
  expect(await said('w', '--to', before)).toMatch(cause);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await said('w')).toMatch(cause);
  expect(await said('x', '--to', before)).not.toContain('variable');
  repo.edit('campaigns/workspaces.yaml', /hello: Two/, 'hello: Six');
  expect(await said('w')).toContain('was "Two" and is "Six", not committed yet');
});

test('writes a file and its texts as they were last applied, even if the file was deleted', async () => {
  const { repo } = await repoWithService({
    'life/w.yaml': `# Ours\n${welcome({ name: 'W', body: './w.html' })}`,
    'life/w.html': '<p>One</p>\n',
    'life/x.yaml': welcome({ name: 'X', body: 'w.html' }),
  });
  const never = await repo.exits(64, 'revert', 'life/w');
  expect(never.stderr).toContain('life/w to restore (never applied)');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const applied = repo.git('rev-parse', 'HEAD');
  const before = repo.read('campaigns/life/w.yaml');
  repo.edit('campaigns/life/w.yaml', /subject: .*/, 'subject: Another');
  repo.write('campaigns/life/w.html', '<p>Two</p>\n');
  repo.commit('Not applied');

  const shown = await repo.campaigns('revert', 'life/w', '--dry-run');
  expect(shown.stdout).toContain('campaigns/life/w.html is shared, so this also changes life/x.');
  expect(repo.read('campaigns/life/w.html')).toBe('<p>Two</p>\n');
  expect(await reverted(repo, 'campaigns/life/w.yaml')).toMatchObject({
    written: true,
    campaigns: [
      {
        ...{ key: 'life/w', commit: applied },
        files: ['campaigns/life/w.yaml', 'campaigns/life/w.html'],
        shared: [{ file: 'campaigns/life/w.html', keys: ['life/x'] }],
      },
    ],
  });
  expect(repo.read('campaigns/life/w.yaml')).toBe(before);
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  const again = await repo.campaigns('revert', 'life/w');
  expect(again.stdout).toContain('nothing was written');

  repo.edit('campaigns/life/w.yaml', /subject: .*/, 'subject: Not committed');
  await repo.exits(5, 'revert', 'life/w');
  expect(await repo.campaigns('revert', 'life/w', '--allow', 'dirty')).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/life/w.yaml')).toBe(before);

  for (const path of ['life/w.yaml', 'life/x.yaml', 'life/w.html']) repo.remove(`campaigns/${path}`);
  repo.write('campaigns/other.yaml', welcome({ name: 'Other' }));
  repo.commit('Gone');
  expect(await repo.startWith({ person: 'n' }, 'revert', 'life').ended).toMatchObject({ status: 1 });
  expect(await repo.startWith({ person: 'y' }, 'revert', 'life').ended).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/life/w.yaml')).toBe(before);
  expect(repo.git('status', '--porcelain')).not.toContain('.tmp');
});

test('as of a commit, follows renames and predicts locks', async () => {
  const { repo } = await repoWithService({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  const first = repo.git('rev-parse', 'HEAD');
  const original = repo.read('campaigns/w.yaml');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', audience: 'members', subject: 'Two' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.git('mv', 'campaigns/w.yaml', 'campaigns/life.yaml');
  repo.edit('campaigns/life.yaml', /^/, 'key: w\n');
  repo.commit('Move it, and keep the key');
  const workspaces = repo.read('campaigns/workspaces.yaml');
  const staging = '  staging: { base_url: http://127.0.0.1:1/, app_key: s, api_key_env: CAMPAIGNS_API_KEY }';
  repo.write('campaigns/workspaces.yaml', workspaces.trimEnd() + `\n${staging}\n`);
  repo.edit('campaigns/life.yaml', /$/, 'overrides: { staging: { status: DRAFT } }\n');
  const options = ['--dry-run', '--allow', 'dirty'];
  const plain = await repo.campaigns('revert', 'w', '--to', first.slice(0, 8), ...options);
  expect(plain.stdout).toContain('the plan will block');
  expect(plain.stdout).toContain('In staging, the file then has status: ACTIVE instead of DRAFT');
  repo.git('checkout', '--', 'campaigns/life.yaml');
  repo.write('campaigns/workspaces.yaml', workspaces);
  const to = await reverted(repo, 'w', '--to', 'HEAD~2');
  expect(to.campaigns[0]).toMatchObject({ commit: first, held: [{ reason: 'locked' }] });
  expect(repo.read('campaigns/life.yaml')).toBe(`key: w\n${original}`);
  const plan = await repo.campaigns('plan');
  expect(plan.stdout).toContain('blocked: locked');
  repo.git('checkout', '--', '.');

  expect(await repo.campaigns('state', 'mv', 'w', 'life')).toMatchObject({ status: 0 });
  repo.edit('campaigns/life.yaml', /^key: w\n/, '');
  repo.commit('Another key');
  expect((await reverted(repo, 'life')).campaigns[0]?.files).toEqual([]);
  expect((await reverted(repo, 'life', '--to', first)).campaigns[0]?.files).toEqual(['campaigns/life.yaml']);
  expect(repo.read('campaigns/life.yaml')).toBe(original);
});

test("refuses a version that isn't available, and says what to do", async () => {
  const { repo } = await appliedRepo({ 'w.yaml': welcome() });
  repo.change({ 'broken.yaml': 'channel: [EMAIL\n', 'w.yaml': welcome({ subject: 'Two' }) });
  repo.change({ 'broken.yaml': sale() });
  for (const [args, status, words] of [
    [['w', '--to', 'nowhere'], 64, 'There is no commit nowhere'],
    [['broken', '--to', 'HEAD~2'], 64, 'broken to restore (no file)'],
    [['broken', '--to', 'HEAD~1'], 5, 'campaigns/broken.yaml:2'],
    [['unknown'], 64, 'There is no campaign unknown'],
    [[], 64, 'keys'],
  ] as const) {
    const refused = await repo.campaigns('revert', ...args);
    expect(refused).toMatchObject({ status });
    expect(refused.stderr).toContain(words);
  }
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'w.yaml': welcome({ subject: 'Three' }) });
  const clone = repo.shallowClone('main');
  // The commit that was applied is fetched by its ID.
  expect(await clone.campaigns('revert', 'w')).toMatchObject({ status: 0 });
  expect(clone.read('campaigns/w.yaml')).toBe(welcome({ subject: 'Two' }));
  await repo.shallowClone('main').exits(5, 'revert', 'w', '--to', 'HEAD~1');
});

test('a version without a status resumes a campaign that a file has paused', async () => {
  const { repo } = await repoWithService({ 'w.yaml': welcome() });
  const first = repo.git('rev-parse', 'HEAD');
  for (const status of ['ACTIVE', 'PAUSED'] as const) {
    repo.change({ 'w.yaml': welcome({ status }) });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  }
  const ended = await repo.campaigns('revert', 'w', '--to', first);
  expect(ended.stdout).toContain('the file then has status: ACTIVE instead of PAUSED');
  expect(repo.read('campaigns/w.yaml')).toBe(`status: ACTIVE\n${welcome()}`);
  expect((await repo.campaigns('plan')).stdout).toContain('resume');
});

test('brings a file back for a forgotten campaign only by its own name, and for a moved one by its new key', async () => {
  const { repo } = await repoWithService({
    'promo/xmas.yaml': welcome({ name: 'X' }),
    'promo/old.yaml': sale({ name: 'Old' }),
  });
  const first = repo.git('rev-parse', 'HEAD');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('state', 'mv', 'promo/xmas', 'promo/noel')).toMatchObject({ status: 0 });
  repo.git('mv', 'campaigns/promo/xmas.yaml', 'campaigns/promo/noel.yaml');
  expect(await repo.campaigns('state', 'forget', 'promo/old', '--yes')).toMatchObject({ status: 0 });
  repo.remove('campaigns/promo/old.yaml');
  repo.commit('Move one and remove the other');
  for (const name of ['promo', '**'])
    expect((await reverted(repo, name, '--yes', '--to', first)).campaigns).toMatchObject([
      { key: 'promo/noel', files: [] },
    ]);
  for (const name of ['promo/xmas', 'campaigns/promo/xmas.yaml'])
    expect(await repo.campaigns('revert', name, '--to', first)).toMatchObject({ status: 64 });
  for (const name of ['promo/old', 'campaigns/promo/old.yaml'])
    expect((await reverted(repo, name, '--to', first)).campaigns).toMatchObject([
      { key: 'promo/old', file: 'campaigns/promo/old.yaml' },
    ]);
  repo.write('campaigns/promo/old.yaml', sale({ name: 'Older' }));
  expect((await reverted(repo, 'promo/old', '--allow', 'dirty')).campaigns).toMatchObject([
    { commit: first },
  ]);
  repo.git('checkout', '-q', 'HEAD', '--', '.');
  repo.remove('campaigns/promo/old.yaml');
  repo.remove('campaigns/promo/noel.yaml');
  repo.commit('Remove the moved file');
  expect((await reverted(repo, 'promo/no*')).campaigns).toMatchObject([
    { file: 'campaigns/promo/noel.yaml' },
  ]);
});
