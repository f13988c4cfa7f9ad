import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { reported } from '../support/action/plan-comments.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import { runSync } from '../support/e2e/shell.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

// Files that git has and the checkout lacks.

const CAMPAIGNS = { 'promo/a.yaml': welcome({ name: 'A' }), 'team/b.yaml': welcome({ name: 'B' }) };
const COMMANDS = [
  ['plan'],
  ['plan', '--offline'],
  ['plan', '--changed-since', 'HEAD~1'],
  ['apply'],
  ['status'],
];

async function edited(): Promise<TestRepository> {
  const { repo } = await appliedRepo(CAMPAIGNS);
  repo.change({
    'team/b.yaml': welcome({ name: 'B', utm: 'edited' }),
    'team/new.yaml': welcome({ name: 'C' }),
  });
  return repo;
}

test.each<readonly [string, string, (repo: TestRepository) => void]>([
  ['a sparse checkout', 'team/b.yaml', (repo) => repo.git('sparse-checkout', 'set', 'campaigns/promo')],
  [
    'a file that was removed and is not to be looked at',
    'team/new.yaml',
    (repo) => {
      repo.git('update-index', '--skip-worktree', 'campaigns/team/new.yaml');
      repo.remove('campaigns/team/new.yaml');
    },
  ],
])('nothing is said about campaigns that %s lacks', async (_, file, leaveOut) => {
  const repo = await edited();
  leaveOut(repo);
  for (const args of [...COMMANDS, ['drift'], ['validate']]) {
    const refused = await repo.exits(5, ...args);
    const said = refused.stdout + refused.stderr;
    expect(said, args.join(' ')).toContain(`campaigns/${file}:1:1 E_FILE_MISSING`);
    expect(said).toContain('git sparse-checkout disable');
    expect(said).not.toMatch(/no file|state forget|no drift|in sync/i);
    expectWords(refused);
  }
  const formatted = await repo.campaigns('fmt', '--check');
  expect(formatted.stdout + formatted.stderr).not.toContain(file);
  repo.git('sparse-checkout', 'disable');
  expect(await repo.campaigns('plan')).toMatchObject({ status: 0 });
});

test('nor about those of a submodule that is not checked out, nor without the settings or a text', async () => {
  const letter = { 'promo/letter.yaml': welcome({ name: 'Letter', body: '../../texts/letter.html' }) };
  const { repo } = await appliedRepo(CAMPAIGNS);
  repo.write('texts/letter.html', '<p>Hello</p>');
  repo.change(letter);
  repo.git('sparse-checkout', 'set', 'campaigns');
  const text = await repo.exits(5, 'plan');
  expect(text.stderr).toContain('texts/letter.html: git has this file, but this checkout leaves it out');
  repo.git('sparse-checkout', 'set', 'campaigns/promo', 'texts');
  repo.git('update-index', '--skip-worktree', 'campaigns/workspaces.yaml');
  repo.remove('campaigns/workspaces.yaml');
  for (const command of ['plan', 'validate', 'drift']) {
    const { stdout, stderr } = await repo.exits(5, command);
    expect(stdout + stderr).toContain('campaigns/workspaces.yaml:1:1 E_FILE_MISSING');
  }
  repo.git('sparse-checkout', 'disable');
  const inner = temporaryFolder();
  repo.git('clone', '--quiet', repo.directory, inner);
  const locally = ['-c', 'protocol.file.allow=always'];
  repo.git(...locally, 'submodule', '--quiet', 'add', '--force', inner, 'campaigns/shared');
  repo.commit('Share');
  repo.git('submodule', 'deinit', '--force', 'campaigns/shared');
  const missing = await repo.exits(5, 'plan');
  expect(missing.stderr).toContain('campaigns/shared:1:1 E_FILE_MISSING this submodule is not checked out');
  expect(missing.stderr).toContain('git submodule update --init --recursive');
});

test('the status of a pull request fails if its checkout lacks campaigns', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('new', { files: { 'team/new.yaml': welcome({ name: 'New' }) } });
  const event = world.pullEvent(pull, 'opened');
  for (const [command, depth] of [['plan', 0] as const, ['apply', 0] as const, ['drift', 0] as const]) {
    const given = command === 'plan' ? event : world.pushEvent();
    const folder = world.checkout(given, depth);
    runSync({
      command: 'git',
      args: ['sparse-checkout', 'set', 'campaigns/promo'],
      cwd: folder,
      env: { PATH: process.env.PATH },
    });
    const ended = await world.stepIn(folder, command, { event: given });
    expect(ended, command).toMatchObject({
      outputs: { outcome: 'invalid', 'failure-reason': 'invalid-files' },
    });
    expect(reported(ended, 'error')).toContain('this checkout leaves it out');
  }
  const { statuses } = world.github.state;
  expect(statuses.find(({ sha }) => sha === pull.pull.head.sha)).toMatchObject({ state: 'failure' });
});
