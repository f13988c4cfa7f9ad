import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { folderOfFile, temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { spawnProgram, type Spawned } from '../support/e2e/processes.ts';
import { emptyRepo, type TestRepository } from '../support/e2e/test-repository.ts';
import { packedPackage } from '../support/registry/packed-package.ts';
import { startRegistry } from '../support/registry/registry.ts';

// What a user gets: the package with the dependencies that npm finds for it, none of this repository's.

/** npm needs minutes on a machine with much else to do; usually, it's seconds. */
const LONG_MS = 600_000;

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

interface Installation {
  readonly archive: string;
  /** Where `npm install --global` puts everything. */
  readonly prefix: string;
}

/** Packed and installed once, because all tests here use the same package. */
let installation: Promise<Installation> | undefined;

async function install(): Promise<Installation> {
  const [archive, home] = [await packedPackage(), folderOfFile()];
  const prefix = join(home, 'prefix');
  mkdirSync(join(home, 'empty'));
  const args = [
    ...['install', '--global', archive, '--prefix', prefix],
    ...['--registry', await startRegistry(), '--cache', join(home, 'cache')],
    ...['--ignore-scripts', '--no-audit', '--no-fund'],
  ];
  const { status, stderr } = await spawnProgram('npm', args, { cwd: join(home, 'empty') }).ended;
  expect(status, stderr).toBe(0);
  return { archive, prefix };
}

/** The installed command in a repository. */
async function commandIn(repo: TestRepository) {
  const { prefix } = await (installation ??= install());
  const env = {
    ...{ CI: 'true', CAMPAIGNS_API_KEY: 'local' },
    PATH: [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
  };
  const start = (...args: string[]): Spawned => spawnProgram('campaigns', args, { cwd: repo.directory, env });
  const campaigns = async (...args: string[]) => {
    const ended = await start(...args).ended;
    // A pipe gets no escape codes, and no bug is reported.
    expect(ended.stdout + ended.stderr).not.toMatch(/\u001b|This is a bug|\n {4}at /);
    return ended;
  };
  const succeeds = async (...args: string[]) => {
    const ended = await campaigns(...args);
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ status: 0 });
    return ended.stdout;
  };
  return { start, campaigns, succeeds };
}

test(
  'npm install --global gives a working command, with nothing but what the package names',
  async () => {
    const { start, succeeds } = await commandIn(emptyRepo());
    expect(await succeeds('--version')).toBe(`${version}\n`);
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
