import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Git } from '../../../src/git/git.ts';
import { Repository } from '../../../src/git/repository.ts';
import { afterFile, folderOfFile, temporaryFolder } from '../cleanup.ts';
import { runGit, runSync } from '../e2e/shell.ts';

const environment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
};

/** A clone of an origin that has other clones too, or a repository without an origin. */
export interface Clone {
  readonly git: Git;
  readonly root: string;
  /** Runs git like a user and returns its output without the final line break. */
  run(...args: string[]): string;
}

/**
 * Three clones of one bare repository in temporary folders, which are removed after the test. Without an origin all three
 * are the same repository.
 */
export function clones({ origin = true } = {}): [Clone, Clone, Clone] {
  const folder = temporaryFolder();
  const template = templateOf();
  if (origin) cpSync(join(template, 'origin.git'), join(folder, 'origin.git'), { recursive: true });
  const clone = (index: number): Clone => {
    const root = join(folder, origin ? `clone-${index}` : 'alone');
    if (origin || index === 0) cpSync(join(template, 'alone'), root, { recursive: true });
    const config = join(root, '.git/config');
    const remote = `[remote "origin"]\n\turl = ${join(folder, 'origin.git')}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    if (origin) writeFileSync(config, readFileSync(config, 'utf8') + remote);
    return { root, run: gitIn(root), git: new Git(root, environment, runGit) };
  };
  return [clone(0), clone(1), clone(2)];
}

let template: string | undefined;

/** Two empty repositories, created once per file: a bare one and a normal one. */
function templateOf(): string {
  if (template !== undefined) return template;
  template = folderOfFile();
  afterFile(() => (template = undefined));
  const git = gitIn(template);
  git('init', '--quiet', '--bare', '--shared', '--template=', 'origin.git');
  git('init', '--quiet', '--template=', 'alone');
  return template;
}

function gitIn(cwd: string): Clone['run'] {
  return (...args) => {
    const { code, out, err } = runSync({ command: 'git', args, cwd, env: environment });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err.toString()}`);
    return out.toString().trimEnd();
  };
}

/** The repository that contains git's folder. There must be one. */
export async function openedRepository(git: Git): Promise<Repository> {
  const opened = await Repository.open(git);
  if ('code' in opened) throw new Error(opened.code);
  return opened;
}
