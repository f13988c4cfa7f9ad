import { join } from 'node:path';
import { folderOfFile } from '../cleanup.ts';
import { ROOT } from '../e2e/built-program.ts';
import { spawnProgram } from '../e2e/processes.ts';

/** The package that a release is about to publish (release.yml says where it is), or one that is packed here. */
export async function packedPackage(): Promise<string> {
  const released = process.env['RELEASED_PACKAGE'];
  if (released !== undefined) return released;
  const packed = folderOfFile();
  const args = ['pack', ROOT, '--ignore-scripts', '--silent', '--pack-destination', packed];
  const { stdout: name } = await spawnProgram('npm', args, { cwd: packed }).ended;
  return join(packed, name.trim());
}
