import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { afterFile, folderOfFile, temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { spawnProgram } from '../support/e2e/processes.ts';
import type { Ended } from '../support/e2e/program.ts';
import { emptyRepo, type TestRepository } from '../support/e2e/test-repository.ts';
import { startRegistry } from '../support/registry.ts';

// The commands of the workflow release.yml from a tag to the end, for this repository as it is in the work tree, in one
// clone. Then what a user gets: the package with the dependencies that npm finds for it, none of this repository's.

/** Builds and npm need minutes on a machine with much else to do; usually, it's seconds. */
const LONG_MS = 600_000;

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const TAG = `v${version}`;
const MAJOR_TAG = TAG.replace(/\..*/, '');

/** The rehearsal of a release, made once: the tests of its package use it, too. */
let rehearsal: ReturnType<typeof rehearsedRelease> | undefined;

async function rehearsedRelease() {
  const { repo, tagged } = taggedRepository();
  const folder = folderWithLibraries();
  return { repo, tagged, artifact: join(folder, 'clone/release'), ended: await rehearse(repo, { folder }) };
}

test(
  'a tag on main becomes a release: the action on top of the tag, and a package that npm would publish',
  async () => {
    const { repo, tagged, artifact, ended } = await (rehearsal ??= rehearsedRelease());
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ status: 0 });

    const released = repo.gitAtOrigin('rev-parse', TAG);
    expect(repo.gitAtOrigin('rev-parse', MAJOR_TAG)).toBe(released);
    expect(repo.gitAtOrigin('rev-parse', `${TAG}^`)).toBe(tagged);
    expect(repo.gitAtOrigin('rev-parse', 'main')).toBe(tagged);
    expect(repo.gitAtOrigin('diff', '--name-status', tagged, released).split('\n')).toEqual([
      'A\tdist/action.js',
      'A\tdist/third-party-licenses.txt',
    ]);
    const handedOn = readFileSync(join(artifact, 'dist/action.js'), 'utf8');
    expect(repo.gitAtOrigin('show', `${MAJOR_TAG}:dist/action.js`)).toBe(handedOn.trimEnd());
    expect(readFileSync(join(artifact, 'notes.md'), 'utf8')).toBe(sectionOf(version));

    expect(ended.stdout).toContain(`+ campaign-reconciler@${version}\n`);
    expect(ended.stderr).toContain('(dry-run)');
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
  expect(ended.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(says)]);
  expect(repo.gitAtOrigin('for-each-ref')).toBe(before);
});

interface Installation {
  readonly archive: string;
  /** Where `npm install --global` puts everything. */
  readonly prefix: string;
}

/** Installed once, because all tests here use the same package: that of a release (release.yml), or of the rehearsal. */
let installation: Promise<Installation> | undefined;

async function install(): Promise<Installation> {
  const home = folderOfFile();
  const prefix = join(home, 'prefix');
  mkdirSync(join(home, 'empty'));
  const archive = process.env['RELEASED_PACKAGE'] ?? (await rehearsedPackage());
  const args = [
    ...['install', '--global', archive, '--prefix', prefix],
    ...['--registry', await startRegistry(), '--cache', join(home, 'cache')],
    ...['--ignore-scripts', '--no-audit', '--no-fund'],
  ];
  const { status, stderr } = await spawnProgram('npm', args, { cwd: join(home, 'empty') }).ended;
  expect(status, stderr).toBe(0);
  return { archive, prefix };
}

async function rehearsedPackage(): Promise<string> {
  const { artifact } = await (rehearsal ??= rehearsedRelease());
  return join(artifact, readdirSync(artifact).find((name) => name.endsWith('.tgz')) ?? '');
}

test(
  'npm install --global gives a working command, with nothing but what the package names',
  async () => {
    const { prefix } = await (installation ??= install());
    const env = {
      ...{ CI: 'true', CAMPAIGNS_API_KEY: 'local' },
      PATH: [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    };
    const start = (...args: string[]) => spawnProgram('campaigns', args, { cwd: emptyRepo().directory, env });
    expect(await start('--version').ended).toMatchObject({ status: 0, stdout: `${version}\n` });
    const [said] = (await once(start('serve', '--port', '0', '--quiet').child.stdout, 'data')) as [string];
    expect(said).toContain('listening on http://127.0.0.1:');
  },
  LONG_MS,
);

test('the package has what npm and TypeScript expect, and nothing of the action', async () => {
  const { archive, prefix } = await (installation ??= install());
  const folder = join(prefix, 'lib/node_modules/campaign-reconciler');
  const has = (path: string) => existsSync(join(folder, path));
  expect(['dist/cli.js.map', 'dist/library.d.ts', 'schemas/plan.schema.json'].filter(has)).toHaveLength(3);
  const ofAction = ['dist/action.js', 'dist/action', 'dist/third-party-licenses.txt'];
  expect([...ofAction, 'src', 'test', 'scripts'].filter(has)).toEqual([]);
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  expect(messages).toEqual([]);
  const checker = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js');
  const types = [checker, archive, '--profile', 'esm-only'];
  const { status, stdout } = await spawnProgram(process.execPath, types, { cwd: temporaryFolder() }).ended;
  expect(status, stdout).toBe(0);
});

test('as a library it runs the example of its page, has complete types, and does not export its internals', async () => {
  const { prefix } = await (installation ??= install());
  const home = join(prefix, 'lib');
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  const run = (...args: string[]) => spawnProgram(process.execPath, args, { cwd: home }).ended;

  const [, example = ''] =
    /<!-- example -->\n\n```js\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}docs/library.md`, 'utf8')) ?? [];
  const inside = `
const tried = await Promise.allSettled([
  import('campaign-reconciler/dist/cli.js'),
  import('campaign-reconciler/schemas/plan.schema.json', { with: { type: 'json' } }),
]);
console.log(tried.map(({ status, reason }) => reason?.code ?? status).join());
`;
  writeFileSync(join(home, 'example.js'), example + inside);
  expect(await run('example.js')).toMatchObject({
    status: 0,
    stdout: 'newsletter create\nERR_PACKAGE_PATH_NOT_EXPORTED,fulfilled\n',
  });

  writeFileSync(
    join(home, 'example.ts'),
    `${example}
import type { PlanDocument, ResultDocument, DriftDocument } from 'campaign-reconciler';
export const count = (plan: PlanDocument, result: ResultDocument, drift: DriftDocument): number =>
  plan.summary.held + result.held.length + drift.checked;
// @ts-expect-error: files are texts by path
loadCampaigns({ files: 1 });
// @ts-expect-error: campaigns with mistakes can't be planned
makePlan({ campaigns: loadCampaigns({ files }), now: new Date() });
`,
  );
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(await run(tsc, ...strict, ...typeRoots, 'example.ts')).toMatchObject({ status: 0, stdout: '' });
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
  afterFile(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Steps that upload, or for which other tests stand in: the libraries are those of the checkout around the folder. */
const LEFT_OUT = [
  ...['Install', 'Check the code', 'Test', 'The package installs, and its command works'],
  ...['Let git push', 'Publish the release'],
];

/** Runs the commands of release.yml one after the other until one fails. npm publishes nothing. */
async function rehearse(
  repo: TestRepository,
  { folder, tag = TAG }: { readonly folder: string; readonly tag?: string },
): Promise<Ended> {
  const { directory: cwd } = repo.clone(join(folder, 'clone'));
  repo.git('-C', cwd, 'checkout', '--quiet', tag);
  const workflow = readFileSync(join(cwd, '.github/workflows/release.yml'), 'utf8');
  const { jobs } = parse(workflow) as Record<'jobs', Record<string, Record<'steps', Step[]>>>;
  const outputs = join(folder, 'outputs');
  const registry = { npm_config_registry: await startRegistry(), npm_config_cache: temporaryFolder() };
  const all = { status: 0, signal: null, stdout: '', stderr: '' };
  const steps = Object.entries(jobs).flatMap(([job, one]) => one.steps.map((step) => ({ ...step, job })));
  for (const { job, run, name = '' } of steps) {
    if (run === undefined || LEFT_OUT.includes(name)) continue;
    // Each job has a clone of its own, and gets only what was packed.
    if (job !== 'build') rmSync(join(cwd, 'dist'), { recursive: true, force: true });
    const [, DIGESTS = ''] = existsSync(outputs)
      ? (/\n(.*)\nEND/s.exec(readFileSync(outputs, 'utf8')) ?? [])
      : [];
    const env = { ...registry, CI: 'true', GITHUB_REF_NAME: tag, GITHUB_OUTPUT: outputs, DIGESTS };
    const isDry = run.startsWith('npm publish') && { npm_config_dry_run: 'true' };
    const step = await spawnProgram('bash', ['-e', '-c', run], { cwd, env: { ...env, ...isDry } }).ended;
    Object.assign(all, step, { stdout: all.stdout + step.stdout, stderr: all.stderr + step.stderr });
    if (step.status !== 0) break;
  }
  return all;
}

interface Step {
  readonly name?: string;
  readonly run?: string;
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
