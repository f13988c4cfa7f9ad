import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfFile } from '../cleanup.ts';
import { ROOT } from '../e2e/built-program.ts';
import { spawnProgram } from '../e2e/processes.ts';

/** What the package is made of: package.json says what of it npm packs. */
const PARTS = ['dist', 'schemas', 'starter', 'package.json', 'README.md', 'LICENSE'];

/** The package that a release is about to publish (release.yml says where it is), or one that is packed here. */
export async function packedPackage(): Promise<string> {
  const released = process.env['RELEASED_PACKAGE'];
  if (released !== undefined) return released;
  // A copy, because other tests use dist/ while this adds the types, as npm run build does.
  const copy = folderOfFile();
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const types = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(copy, 'dist')];
  await succeeded(process.execPath, [tsc, ...types], copy);
  const name = await succeeded('npm', ['pack', '--ignore-scripts', '--silent'], copy);
  return join(copy, name.trim());
}

async function succeeded(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await spawnProgram(command, args, { cwd }).ended;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
