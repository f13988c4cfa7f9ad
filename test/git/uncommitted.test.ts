import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  return {
    root,
    run,
    write,
    ...{ uncommitted: () => repository.uncommitted(['campaigns']), absent: () => repository.absent() },
  };
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

it('a file that a sparse checkout leaves out is no edit, but absent', async () => {
  const { root, run, uncommitted, absent } = await committed();
  run('update-index', '--skip-worktree', FILE);
  expect(await absent()).toEqual(new Map());
  rmSync(join(root, FILE));
  expect(await uncommitted()).toEqual([]);
  expect(await absent()).toEqual(new Map([[FILE, 'left-out']]));
});

describe('with a submodule', () => {
  const FOLDER = 'campaigns/shared';
  const LOCALLY = ['-c', 'protocol.file.allow=always', ...['-c', 'user.name=Ada', '-c', 'user.email=a@b.c']];

  async function withSubmodule() {
    const { root, run, uncommitted } = await committed();
    const [inner] = clones({ origin: false });
    writeFileSync(join(inner.root, 'mail.yaml'), 'one\n');
    inner.run('add', '--all');
    inner.run(...LOCALLY, 'commit', '--quiet', '--message', 'Add');
    run(...LOCALLY, 'submodule', '--quiet', 'add', inner.root, FOLDER);
    run(...LOCALLY, 'commit', '--quiet', '--message', 'Add');
    const repository = await openedRepository(new Git(root, { PATH: process.env.PATH, HOME: root }, runGit));
    const inside = (...args: string[]) => run('-C', FOLDER, ...args);
    return { root, run, inside, uncommitted, repository };
  }
  type World = Awaited<ReturnType<typeof withSubmodule>>;

  it.each<readonly [string, (world: World) => void]>([
    ['in git', () => undefined],
    ['for all diffs', ({ run }) => run('config', 'diff.ignoreSubmodules', 'all')],
    ['for this submodule', ({ run }) => run('config', `submodule.${FOLDER}.ignore`, 'all')],
    [
      'in .gitmodules',
      ({ run }) => {
        run('config', '--file', '.gitmodules', `submodule.${FOLDER}.ignore`, 'dirty');
        run(...LOCALLY, 'commit', '--quiet', '--all', '--message', 'Ignore');
      },
    ],
    ['by a flag', ({ inside }) => inside('update-index', '--assume-unchanged', 'mail.yaml')],
  ])('an edit in it is uncommitted, whatever is set %s', async (_, set) => {
    const world = await withSubmodule();
    set(world);
    const { root, repository, uncommitted } = world;
    expect(await uncommitted()).toEqual([]);
    writeFileSync(join(root, FOLDER, 'mail.yaml'), 'two\n');
    expect(await uncommitted()).toEqual([FOLDER]);
    expect(await repository.uncommitted([`${FOLDER}/mail.yaml`])).toEqual([FOLDER]);
  });

  it('a new file in it is uncommitted, whatever is set in it', async () => {
    const { root, inside, uncommitted, repository } = await withSubmodule();
    inside('config', 'status.showUntrackedFiles', 'no');
    writeFileSync(join(root, FOLDER, 'new.yaml'), 'two\n');
    expect(await uncommitted()).toEqual([FOLDER]);
    expect((await repository.tracked()).has(`${FOLDER}/mail.yaml`)).toBe(true);
    expect((await repository.tracked()).has(`${FOLDER}/new.yaml`)).toBe(false);
  });

  it('what it ignores is ignored', async () => {
    const { root, repository } = await withSubmodule();
    writeFileSync(join(root, FOLDER, '.gitignore'), 'draft.yaml\n');
    writeFileSync(join(root, FOLDER, 'draft.yaml'), 'two\n');
    expect(await repository.ignored()).toEqual(new Set([`${FOLDER}/draft.yaml`]));
  });

  it('it is absent unless it is checked out, as is what it leaves out', async () => {
    const { root, run, inside, repository } = await withSubmodule();
    expect(await repository.absent()).toEqual(new Map());
    inside('update-index', '--skip-worktree', 'mail.yaml');
    rmSync(join(root, FOLDER, 'mail.yaml'));
    expect(await repository.absent()).toEqual(new Map([[`${FOLDER}/mail.yaml`, 'left-out']]));
    run('submodule', 'deinit', '--force', FOLDER);
    expect(await repository.absent()).toEqual(new Map([[FOLDER, 'no-submodule']]));
  });
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
