import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, ROOT } from '../support/e2e/built-program.ts';
import { folderOfFile, temporaryFolder } from '../support/cleanup.ts';
import { spawnProgram } from '../support/e2e/processes.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { emptyRepo } from '../support/e2e/test-repository.ts';

test('the packed program writes the whole starter', async () => {
  const repo = emptyRepo();
  const archive = await packedProgram();
  const home = temporaryFolder();
  const unpack = ['-xzf', archive, '-C', home, '--strip-components=1'];
  expect(await spawnProgram('tar', unpack, { cwd: repo.directory }).ended).toMatchObject({ status: 0 });

  const installed = CLI.replace(ROOT, `${home}/`);
  const ended = await spawnProgram(process.execPath, [installed, 'init', '--json'], { cwd: repo.directory })
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
  const archive = await packedProgram();
  const home = temporaryFolder();
  const unpack = ['-xzf', archive, '-C', home, '--strip-components=1'];
  expect(await spawnProgram('tar', unpack, { cwd: home }).ended).toMatchObject({ status: 0 });
  const service = await startLiveService();
  const repo = emptyRepo();
  const installed = CLI.replace(ROOT, `${home}/`);
  const env = { CI: 'true', CAMPAIGNS_API_KEY: 'local' };
  const campaigns = async (...args: string[]) => {
    const ended = await spawnProgram(process.execPath, [installed, ...args], { cwd: repo.directory, env })
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

test('an install contains only this package, with the licenses of what is bundled and without the action', async () => {
  const archive = await packedProgram();
  const home = temporaryFolder();
  expect(await spawnProgram('tar', ['-xzf', archive, '-C', home], { cwd: home }).ended).toMatchObject({
    status: 0,
  });
  const read = (path: string) => readFileSync(join(home, 'package', path), 'utf8');
  const { dependencies, repository } = JSON.parse(read('package.json')) as Record<string, unknown>;
  expect(dependencies).toBeUndefined();
  expect(repository).toBeDefined();
  const licenses = read('dist/third-party-licenses.txt');
  for (const name of ['hono', 'undici', 'yaml', 'prettier']) expect(licenses).toContain(`\n${name} `);
  expect(existsSync(join(home, 'package/dist/action.js'))).toBe(false);
  // Chunks are named after their content, so that two releases can be compared.
  const chunks = readdirSync(join(home, 'package/dist')).filter((name) => name.endsWith('.js'));
  expect(chunks.filter((name) => /-[0-9A-Z]{8}\.js$/.test(name))).toEqual([]);
});

test('as a library it runs the example of its page, has complete types, and does not export its internals', async () => {
  const archive = await packedProgram();
  const home = temporaryFolder();
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', archive];
  expect(await spawnProgram('npm', install, { cwd: home }).ended).toMatchObject({ status: 0 });
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

/** The package that a release is about to publish (release.yml says where it is), or one that is packed here. */
function packedProgram(): Promise<string> {
  return (archive ??= pack());
}

/** Packed once, because all tests here use the same package. */
let archive: Promise<string> | undefined;

async function pack(): Promise<string> {
  const released = process.env['RELEASED_PACKAGE'];
  if (released !== undefined) return released;
  const packed = folderOfFile();
  const args = ['pack', ROOT, '--ignore-scripts', '--silent', '--pack-destination', packed];
  const { stdout: name } = await spawnProgram('npm', args, { cwd: packed }).ended;
  return join(packed, name.trim());
}
