import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { folderOfFile } from '../support/cleanup.ts';
import { spawnProgram, type Spawned } from '../support/e2e/processes.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { emptyRepo } from '../support/e2e/test-repository.ts';
import { packedPackage } from '../support/registry/packed-package.ts';

const require = createRequire(import.meta.url);

test('the packed program writes the whole starter', async () => {
  const repo = emptyRepo();
  const program = join(await installedPackage(), 'dist/cli.js');
  const ended = await spawnProgram(process.execPath, [program, 'init', '--json'], { cwd: repo.directory })
    .ended;
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const { written } = JSON.parse(ended.stdout) as { written: string[] };
  // Names with a dot are the ones that a package may leave out.
  expect(written).toEqual(
    expect.arrayContaining(['.gitattributes', '.vscode/settings.json', '.github/CODEOWNERS']),
  );
  for (const path of written.filter((one) => one.endsWith('.yaml'))) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(repo.read(path)) ?? [];
    expect(existsSync(join(repo.directory, path, '..', schema)), path).toBe(true);
  }
});

test('the first hour: from an empty folder to a message that is sent, a lock and its way out', async () => {
  const program = join(await installedPackage(), 'dist/cli.js');
  const service = await startLiveService();
  const repo = emptyRepo();
  const env = { CI: 'true', CAMPAIGNS_API_KEY: 'local' };
  const campaigns = async (...args: string[]) => {
    const ended = await spawnProgram(process.execPath, [program, ...args], { cwd: repo.directory, env })
      .ended;
    // A pipe gets no escape codes, and no bug is reported.
    expect(ended.stdout + ended.stderr).not.toMatch(/\u001b|This is a bug|\n {4}at /);
    return ended;
  };
  const succeeds = async (...args: string[]) => {
    const { status, stdout, stderr } = await campaigns(...args);
    expect(`${args[0] ?? ''} ${status}\n${status === 0 ? '' : stdout + stderr}`).toBe(`${args[0] ?? ''} 0\n`);
    return stdout;
  };
  const WELCOME = 'campaigns/onboarding/welcome-email.yaml';

  await succeeds('init', '--channels', 'email');
  repo.edit('campaigns/workspaces.yaml', /http:\/\/127\.0\.0\.1:4010\//, service.url);
  repo.commit('Campaigns as code');
  await succeeds('validate', '--strict');
  expect(await succeeds('plan')).toContain('a draft, not sending');
  expect(await succeeds('apply')).toContain('created as a draft: not sending');
  expect(await service.only('Welcome email')).toMatchObject({ status: 'DRAFT' });

  repo.edit(WELCOME, /^channel:/m, 'status: ACTIVE\nchannel:');
  repo.commit('Send the welcome');
  expect(await succeeds('plan')).toContain('publish (status: ACTIVE');
  await succeeds('apply');
  const { id } = await service.only('Welcome email');
  expect(await service.only('Welcome email')).toMatchObject({ status: 'ACTIVE' });

  await service.editByHand(id, { utm_params: { utm_source: 'x', utm_medium: 'email', utm_campaign: 'x' } });
  const drift = await campaigns('drift');
  expect(drift).toMatchObject({ status: 2, stderr: '' });
  expect(drift.stdout).toContain('utm_campaign');
  await succeeds('apply');
  await succeeds('drift');

  repo.edit(WELCOME, /action_name: Signed Up/, 'action_name: Paid');
  repo.commit('Welcome who paid');
  const locked = await succeeds('plan');
  expect(locked).toContain("can't be edited while the campaign is");
  const [command = ''] = /campaigns replace .*/.exec(locked) ?? [];
  const replaced = await succeeds(...command.split(' ').slice(1));
  expect(replaced).toContain('campaigns/onboarding/welcome-email-2.yaml');
  repo.commit('Replace the welcome');
  expect(await succeeds('plan')).toContain('1 to create');
  await succeeds('apply');
  expect(await service.only('Welcome email (2)')).toMatchObject({ status: 'DRAFT' });

  const log = await succeeds('log');
  for (const word of ['created', 'onboarding/welcome-email-2', 'Ada Author']) expect(log).toContain(word);
});

test('the package has what npm and TypeScript expect, and nothing of the action', async () => {
  const folder = await installedPackage();
  const has = (path: string) => existsSync(join(folder, path));
  expect(['dist/cli.js.map', 'dist/library.d.ts', 'schemas/plan.schema.json'].filter(has)).toHaveLength(3);
  const ofAction = ['dist/action.js', 'dist/action', 'dist/third-party-licenses.txt'];
  expect([...ofAction, 'src', 'test', 'scripts'].filter(has)).toEqual([]);
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  expect(messages).toEqual([]);
  const checker = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js');
  const types = [checker, await packedProgram(), '--profile', 'esm-only'];
  const { status, stdout } = await spawnProgram(process.execPath, types, { cwd: folder }).ended;
  expect(status, stdout).toBe(0);
});

test('as a library it runs the example of its page, has complete types, and does not export its internals', async () => {
  const home = join(await installedPackage(), '../..');
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  const run = (...args: string[]) => spawnProgram(process.execPath, args, { cwd: home }).ended;

  const [, example = ''] =
    /<!-- example -->\n\n```js\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}docs/library.md`, 'utf8')) ?? [];
  writeFileSync(join(home, 'example.js'), example);
  expect(await run('example.js')).toMatchObject({ status: 0, stderr: '', stdout: 'newsletter create\n' });

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

  writeFileSync(
    join(home, 'inside.js'),
    `const tried = await Promise.allSettled([
  import('campaign-reconciler/dist/cli.js'),
  import('campaign-reconciler/schemas/plan.schema.json', { with: { type: 'json' } }),
]);
console.log(tried.map(({ status, reason }) => reason?.code ?? status).join());
`,
  );
  expect((await run('inside.js')).stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED,fulfilled\n');
});

function packedProgram(): Promise<string> {
  return (archive ??= packedPackage());
}

/** Packed and installed once, because all tests here use the same package. */
let archive: Promise<string> | undefined;
let installation: Promise<string> | undefined;

/** The folder of the package in an installation with the libraries that it depends on, and no others. */
function installedPackage(): Promise<string> {
  return (installation ??= install());
}

async function install(): Promise<string> {
  const modules = join(folderOfFile(), 'node_modules');
  const folder = join(modules, 'campaign-reconciler');
  mkdirSync(folder, { recursive: true });
  const unpack = ['-xzf', await packedProgram(), '-C', folder, '--strip-components=1'];
  await succeeded(spawnProgram('tar', unpack, { cwd: folder }));
  const list = ['ls', '--prefix', ROOT, '--omit=dev', '--all', '--parseable'];
  const [, ...libraries] = (await succeeded(spawnProgram('npm', list, { cwd: modules }))).trim().split('\n');
  for (const library of libraries) {
    const link = join(modules, library.slice(join(ROOT, 'node_modules/').length));
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(library, link, 'junction');
  }
  return folder;
}

async function succeeded({ ended }: Spawned): Promise<string> {
  const { status, stdout, stderr } = await ended;
  expect(status, stderr).toBe(0);
  return stdout;
}
