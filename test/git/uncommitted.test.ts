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

it.each(['--assume-unchanged', '--skip-worktree'])('an edit that %s hides is uncommitted', async (flag) => {
  const { run, write, uncommitted } = await committed();
  run('update-index', flag, FILE);
  expect(await uncommitted()).toEqual([]);
  write('two\n');
  expect(run('status', '--porcelain')).toBe('');
  expect(await uncommitted()).toEqual([FILE]);
  write('one\n');
  expect(await uncommitted()).toEqual([]);
});

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

const ADA = ['user.name=Ada', 'user.email=ada@example.com'];
const BEA = { GIT_AUTHOR_NAME: 'Bea', GIT_AUTHOR_EMAIL: 'bea@example.com' };

it.each<readonly [string, readonly string[], Record<string, string>, unknown]>([
  ['the settings of git', ADA, {}, { name: 'Ada', email: 'ada@example.com' }],
  ['the environment, which takes precedence', ADA, BEA, { name: 'Bea', email: 'bea@example.com' }],
  ['an address', ['user.email=ada@example.com'], {}, { name: 'ada@example.com', email: 'ada@example.com' }],
  ['nothing, rather than what git would make up', [], {}, undefined],
])('the person is known from %s', async (_, settings, environment, person) => {
  const [clone] = clones({ origin: false });
  for (const setting of settings) clone.run('config', ...setting.split('='));
  const own = { PATH: process.env['PATH'], HOME: clone.root, GIT_CONFIG_NOSYSTEM: '1' };
  const repository = await openedRepository(new Git(clone.root, { ...own, ...environment }, runGit));
  expect(await repository.person()).toEqual(person);
});
