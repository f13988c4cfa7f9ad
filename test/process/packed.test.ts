import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** The package that a release is about to publish (release.yml says where it is), or one that is packed here. */
async function packedProgram(): Promise<string> {
  const released = process.env['RELEASED_PACKAGE'];
  if (released !== undefined) return released;
  const packed = temporaryFolder();
  const pack = ['pack', ROOT, '--ignore-scripts', '--silent', '--pack-destination', packed];
  const { stdout: archive } = await spawnProgram('npm', pack, { cwd: packed }).ended;
  return join(packed, archive.trim());
}
