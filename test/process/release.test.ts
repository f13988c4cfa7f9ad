import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest, temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { spawnProgram } from '../support/e2e/processes.ts';
import type { Ended } from '../support/e2e/program.ts';
import { emptyRepo, type TestRepository } from '../support/e2e/test-repository.ts';
import { startRegistry } from '../support/registry/registry.ts';

// The workflow release.yml from a tag to the end, for this repository as it is in the work tree. scripts/release.mjs says
// which steps are left out: those that upload, and the tests, because this is one of them.

/** Builds and npm need minutes on a machine with much else to do; usually, it's seconds. */
const LONG_MS = 600_000;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const TAG = `v${version}`;
const MAJOR_TAG = TAG.replace(/\..*/, '');

test(
  'a tag on main becomes a release: the action on top of the tag, and a package that npm would publish',
  async () => {
    const { repo, tagged } = taggedRepository();
    const folder = folderWithLibraries();
    const ended = await rehearse(repo, { folder });
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ status: 0 });

    const released = repo.gitAtOrigin('rev-parse', TAG);
    expect(repo.gitAtOrigin('rev-parse', MAJOR_TAG)).toBe(released);
    expect(repo.gitAtOrigin('rev-parse', `${TAG}^`)).toBe(tagged);
    expect(repo.gitAtOrigin('rev-parse', 'main')).toBe(tagged);
    expect(repo.gitAtOrigin('diff', '--name-status', tagged, released).split('\n')).toEqual([
      'A\tdist/action.js',
      'A\tdist/third-party-licenses.txt',
    ]);
    const handedOn = readFileSync(join(folder, 'artifact/dist/action.js'), 'utf8');
    expect(repo.gitAtOrigin('show', `${MAJOR_TAG}:dist/action.js`)).toBe(handedOn.trimEnd());
    expect(readFileSync(join(folder, 'artifact/notes.md'), 'utf8')).toBe(sectionOf(version));

    expect(ended.stdout).toContain(`+ campaign-reconciler@${version}\n`);
    expect(ended.stderr).toContain('(dry-run)');
    expect(ended.stdout.match(/^\w+: .*(?= \(left out: )/gm)?.filter((step) => !step.includes('/'))).toEqual([
      ...['build: Install', 'build: Check the code', 'build: Test'],
      ...['install: The package installs, and its command works', 'publish: Let git push'],
      ...['publish: Publish the release'],
    ]);
  },
  LONG_MS,
);

test.each<readonly [what: string, spoil: (repo: TestRepository) => string, says: RegExp]>([
  [
    'a tag of another version',
    (repo) => {
      repo.git('tag', 'v9.8.7');
      return 'v9.8.7';
    },
    /v9\.8\.7.*package\.json/,
  ],
  [
    'a tag that is not on main',
    (repo) => {
      repo.git('checkout', '--quiet', '-b', 'side');
      return spoiled(repo, 'note.md', 'Not merged\n');
    },
    /not on main/,
  ],
  [
    'a tag older than the newest release',
    (repo) => {
      repo.git('tag', `${MAJOR_TAG}.998.10`);
      repo.git('push', '--quiet', 'origin', '--tags');
      return TAG;
    },
    /\.998\.10/,
  ],
  [
    'a version without a section in the changelog',
    (repo) => spoiled(repo, 'CHANGELOG.md', '# Changes\n\n## 0.0.1\n\nOld.\n'),
    /CHANGELOG\.md/,
  ],
])('%s is refused in one line, and nothing is pushed', async (_, spoil, says) => {
  const { repo } = taggedRepository(CHECKED);
  const tag = spoil(repo);
  repo.git('push', '--quiet', '--force', 'origin', tag);
  const before = repo.gitAtOrigin('for-each-ref');
  const ended = await rehearse(repo, { folder: folderWithLibraries(), tag });
  expect(ended.status).toBe(1);
  const [why, stopped, ...more] = ended.stderr.trimEnd().split('\n');
  expect(why).toMatch(says);
  expect(stopped).toMatch(/^The release stops at the step "/);
  expect(more).toEqual([]);
  expect(repo.gitAtOrigin('for-each-ref')).toBe(before);
});

/** What no clone has, and the tests, which no step of a rehearsal needs. */
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'coverage', 'test-results', 'release', '.live', 'test'];

/** All that is read before the build. */
const CHECKED = ['.github', '.gitignore', 'CHANGELOG.md', 'package.json', 'scripts'];

/** The work tree of this repository, or a part of it, as a commit on main, tagged and pushed. */
function taggedRepository(names = readdirSync(ROOT).filter((one) => !NOT_COPIED.includes(one))): {
  readonly repo: TestRepository;
  readonly tagged: string;
} {
  const repo = emptyRepo();
  for (const name of names) cpSync(join(ROOT, name), join(repo.directory, name), { recursive: true });
  const tagged = repo.commit('Everything');
  repo.git('tag', TAG);
  repo.makeOrigin();
  return { repo, tagged };
}

/** Commits a file, and moves the tag there. */
function spoiled(repo: TestRepository, path: string, text: string): string {
  repo.write(path, text);
  repo.commit('Spoil the release');
  repo.git('tag', '--force', TAG);
  return TAG;
}

/** A folder in which a build finds the libraries of this checkout. */
function folderWithLibraries(): string {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'test-results/release-'));
  afterTest(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function rehearse(
  { origin }: TestRepository,
  { folder, tag = TAG }: { readonly folder: string; readonly tag?: string },
): Promise<Ended> {
  const env = { npm_config_registry: await startRegistry(), npm_config_cache: temporaryFolder() };
  const args = ['scripts/release.mjs', 'rehearse', tag, origin, folder];
  return spawnProgram(process.execPath, args, { cwd: ROOT, env }).ended;
}

/** The lines of a version in CHANGELOG.md. */
function sectionOf(heading: string): string {
  const lines = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').trimEnd().split('\n');
  const from = lines.findIndex((line) => line.split(' ')[0] === '##' && line.split(' ')[1] === heading);
  const after = lines.findIndex((line, index) => index > from && line.startsWith('## '));
  return `${lines
    .slice(from + 1, after < 0 ? undefined : after)
    .join('\n')
    .trim()}\n`;
}
