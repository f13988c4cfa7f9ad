import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, ROOT } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { spawnProgram } from '../support/e2e/processes.ts';
import { emptyRepo } from '../support/e2e/shop.ts';

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

test('an install brings this package alone, with the licenses of what is bundled and without the action', async () => {
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
  // Chunks are named after what is in them, so that two releases can be compared.
  const chunks = readdirSync(join(home, 'package/dist')).filter((name) => name.endsWith('.js'));
  expect(chunks.filter((name) => /-[0-9A-Z]{8}\.js$/.test(name))).toEqual([]);
});

test('as a library it runs the example of its page, has whole types, and keeps what is inside to itself', async () => {
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
async function packedProgram(): Promise<string> {
  const released = process.env['RELEASED_PACKAGE'];
  if (released !== undefined) return released;
  const packed = temporaryFolder();
  const pack = ['pack', ROOT, '--ignore-scripts', '--silent', '--pack-destination', packed];
  const { stdout: archive } = await spawnProgram('npm', pack, { cwd: packed }).ended;
  return join(packed, archive.trim());
}
