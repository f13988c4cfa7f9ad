import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { afterEach } from 'vitest';
import { Git } from '../../../src/record/git.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const environment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
};

/** A clone of an origin that others have clones of too, or a repository without one. */
export interface Clone {
  readonly git: Git;
  readonly root: string;
  /** git as a person runs it; its answer without the line end. */
  run(...args: string[]): string;
}

/** Clones of one bare repository in temporary folders; the test's end removes them. */
export function clones(count: number, { origin = true } = {}): Clone[] {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-record-'));
  folders.push(folder);
  const bare = join(folder, 'origin.git');
  if (origin) execFileSync('git', ['init', '--quiet', '--bare', '--shared', bare], { env: environment });
  return Array.from({ length: count }, (_, index) => {
    const root = join(folder, origin ? `clone-${index}` : 'alone');
    const made = ['init', '--quiet', root];
    if (origin || index === 0) execFileSync('git', made, { env: environment });
    const run = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, env: environment, encoding: 'utf8', stdio: 'pipe' }).trimEnd();
    if (origin) run('remote', 'add', 'origin', bare);
    return { root, run, git: new Git(root, { environment, at: (at) => simpleGit(at) }) };
  });
}
