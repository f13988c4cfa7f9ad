import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { openedRepository, clones } from '../support/state/clones.ts';

const FILE = 'campaigns/an edit.yaml';

/** A repository with two committed campaign files. */
async function committed() {
  const [clone] = clones({ origin: false });
  const { root, git } = clone;
  const run = (...args: string[]) => clone.run(...args);
  const write = (text: string) => {
    writeFileSync(join(root, FILE), text);
  };
  mkdirSync(join(root, 'campaigns'));
  write('one\n');
  writeFileSync(join(root, 'campaigns/other.yaml'), 'other\n');
  run('add', '--all');
  run('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Add');
  const repository = await openedRepository(git);
  return { root, run, write, uncommitted: () => repository.uncommitted(['campaigns']) };
}

it.each(['--assume-unchanged', '--skip-worktree'])(
  'an edit is uncommitted, although git was configured to ignore it with %s',
  async (flag) => {
    const { run, write, uncommitted } = await committed();
    run('update-index', flag, FILE);
    expect(await uncommitted()).toEqual([]);
    write('two\n');
    expect(run('status', '--porcelain')).toBe('');
    expect(await uncommitted()).toEqual([FILE]);
    write('one\n');
    expect(await uncommitted()).toEqual([]);
  },
);

it('a file that a sparse checkout leaves out is no edit', async () => {
  const { root, run, uncommitted } = await committed();
  run('update-index', '--skip-worktree', FILE);
  rmSync(join(root, FILE));
  expect(await uncommitted()).toEqual([]);
});

it('an edit is listed once, staged or not', async () => {
  const { run, write, uncommitted } = await committed();
  write('two\n');
  run('add', FILE);
  run('update-index', '--assume-unchanged', FILE);
  expect(await uncommitted()).toEqual([FILE]);
});

it.each<readonly [string, readonly string[], Record<string, string>, unknown]>([
  [
    'the settings of git',
    ['user.name=Ada', 'user.email=ada@example.com'],
    {},
    { name: 'Ada', email: 'ada@example.com' },
  ],
  [
    'the environment, which takes precedence',
    ['user.name=Ada', 'user.email=ada@example.com'],
    { GIT_AUTHOR_NAME: 'Bea', GIT_AUTHOR_EMAIL: 'bea@example.com' },
    { name: 'Bea', email: 'bea@example.com' },
  ],
  ['an address', ['user.email=ada@example.com'], {}, { name: 'ada@example.com', email: 'ada@example.com' }],
  ['nothing, rather than what git would make up', [], {}, undefined],
])('the person is known from %s', async (_, settings, environment, person) => {
  const [clone] = clones({ origin: false });
  for (const setting of settings) clone.run('config', ...setting.split('='));
  const git = new Git(
    clone.root,
    { PATH: process.env['PATH'], HOME: clone.root, GIT_CONFIG_NOSYSTEM: '1', ...environment },
    runGit,
  );
  const repository = await openedRepository(git);
  expect(await repository.person()).toEqual(person);
});
