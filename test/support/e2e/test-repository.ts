import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { agreeing } from './agreement.ts';
import { expectDocument, expectWords } from './documents.ts';
import { ROOT } from './built-program.ts';
import { runSync } from './shell.ts';
import { afterFile, folderOfFile, temporaryFolder } from '../cleanup.ts';
import { spawnCampaigns, type Spawned } from './processes.ts';
import {
  cleanEnvironment,
  startCampaigns,
  type Ended,
  type Running,
  type GitHubEnvironment,
} from './program.ts';

export const ADA = 'Ada Author <ada@example.com>';
/** The state branch of the workspace `local`. */
export const STATE_BRANCH = 'campaigns-state/local';

const NOWHERE = 'http://127.0.0.1:9/';

export interface TestRepositoryOptions {
  /** The address of the campaign service. Nothing listens at the default. */
  readonly url?: string;
  /** The project's own examples, or texts by path below campaigns/. */
  readonly campaigns: 'examples' | Readonly<Record<string, string>>;
  /** Whether there is a bare repository next to it, called origin. The default is yes. */
  readonly origin?: boolean;
  /** Lines of the workspace's entry in workspaces.yaml. By default, limits are off. */
  readonly workspace?: string;
  /** The policy as YAML, on one line. */
  readonly policy?: string;
}

/** Folders that were already made in this file, by what they are for. Others are copies of them. */
const templates = new Map<string, string>();

function templateOf(name: string, make: (folder: string) => void): string {
  const known = templates.get(name);
  if (known !== undefined) return known;
  const folder = folderOfFile();
  make(folder);
  templates.set(name, folder);
  afterFile(() => void templates.delete(name));
  return folder;
}

/** A repository with campaigns in a temporary folder, on the branch main, with a first commit that is pushed. */
export function openRepo(options: TestRepositoryOptions): TestRepository {
  const folder = temporaryFolder();
  const template = templateOf(JSON.stringify(options), (made) => {
    makeRepo(made, options);
  });
  cpSync(template, folder, { recursive: true });
  const config = join(folder, 'shop/.git/config');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(template, folder));
  return new TestRepository(join(folder, 'shop'), join(folder, 'origin.git'));
}

function makeRepo(
  folder: string,
  { url = NOWHERE, campaigns, origin = true, workspace = 'limits: off', policy }: TestRepositoryOptions,
): void {
  const repo = new TestRepository(join(folder, 'shop'), join(folder, 'origin.git'));
  cpSync(emptyRepository(), repo.directory, { recursive: true });
  if (campaigns === 'examples') {
    cpSync(join(ROOT, 'campaigns'), join(repo.directory, 'campaigns'), { recursive: true });
    repo.edit('campaigns/workspaces.yaml', /http:\/\/127\.0\.0\.1:4010\//, url);
    repo.edit('campaigns/workspaces.yaml', /^ {4}app_key: local$/m, `    app_key: local\n    ${workspace}`);
  } else {
    repo.write('campaigns/workspaces.yaml', workspacesText({ url, workspace, policy }));
    for (const [path, text] of Object.entries(campaigns)) repo.write(`campaigns/${path}`, text);
  }
  repo.commit('Our campaigns');
  if (origin) repo.makeOrigin();
}

/** A folder with an empty repository, to be copied. */
export function emptyRepository(): string {
  return templateOf('empty', (folder) => {
    new TestRepository(folder, '').git('init', '--quiet', '--initial-branch=main', '--template=');
    // Each commit, fetch and push would start two processes that look whether there is something to clean up.
    const quiet = '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n';
    appendFileSync(join(folder, '.git/config'), quiet);
  });
}

/** An empty repository in a temporary folder. */
export function emptyRepo(branch = 'main'): TestRepository {
  const folder = temporaryFolder();
  const repo = new TestRepository(join(folder, 'shop'), join(folder, 'origin.git'));
  cpSync(emptyRepository(), repo.directory, { recursive: true });
  repo.write('.git/HEAD', `ref: refs/heads/${branch}\n`);
  return repo;
}

export function workspacesText({
  url,
  workspace = 'limits: off',
  policy,
}: {
  readonly url: string;
  readonly workspace?: string;
  readonly policy?: string | undefined;
}): string {
  return `default: local
workspaces:
  local:
    base_url: ${url}
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
    actor: growth@example.com
    publish: allowed
    ${workspace}
${policy === undefined ? '' : `policy: ${policy}\n`}`;
}

/** A work tree with campaigns, and the program run in it. */
export class TestRepository {
  readonly directory: string;
  /** The bare repository. */
  readonly origin: string;

  constructor(directory: string, origin: string) {
    this.directory = directory;
    this.origin = origin;
  }

  /** Makes the bare repository, with what is on main here, without running git. */
  makeOrigin(): void {
    const own = join(this.directory, '.git');
    for (const part of ['HEAD', 'objects', 'refs'])
      cpSync(join(own, part), join(this.origin, part), { recursive: true });
    const config = readFileSync(join(own, 'config'), 'utf8');
    writeFileSync(join(this.origin, 'config'), config.replace('bare = false', 'bare = true'));
    this.addOrigin();
    const tracked = join(own, 'refs/remotes/origin');
    mkdirSync(tracked, { recursive: true });
    cpSync(join(own, 'refs/heads/main'), join(tracked, 'main'));
  }

  /** `git remote add`, without running git. `scheme` comes before the path: `file://` is treated like a server. */
  addOrigin(scheme = ''): void {
    const lines = [
      `[remote "origin"]`,
      `\turl = ${scheme}${this.origin}`,
      '\tfetch = +refs/heads/*:refs/remotes/origin/*',
    ];
    appendFileSync(join(this.directory, '.git/config'), `${lines.join('\n')}\n`);
  }

  /** Another clone of the same origin, like a teammate's or a workflow's. */
  clone(directory = join(temporaryFolder(), 'clone')): TestRepository {
    this.git('clone', '--quiet', this.origin, directory);
    return new TestRepository(directory, this.origin);
  }

  /** Only the newest commit of a branch, as workflows check it out. */
  shallowClone(branch: string): TestRepository {
    const other = new TestRepository(join(temporaryFolder(), 'clone'), this.origin);
    const newest = ['--depth', '1', '--branch', branch];
    this.git('clone', '--quiet', ...newest, `file://${this.origin}`, other.directory);
    return other;
  }

  write(path: string, text: string): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Replaces a match in a file. A match that doesn't exist is a mistake of the test. */
  edit(path: string, from: RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, () => to);
    if (after === before) throw new Error(`${path} has nothing like ${String(from)} to edit`);
    this.write(path, after);
  }

  remove(path: string): void {
    rmSync(join(this.directory, path));
  }

  read(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8');
  }

  /** Commits everything in the work tree and returns the commit. On main, it is also pushed. */
  commit(message: string, author = ADA): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message, `--author=${author}`);
    const head = this.head();
    const isMain = readFileSync(join(this.directory, '.git/HEAD'), 'utf8') === 'ref: refs/heads/main\n';
    if (isMain && existsSync(this.origin)) this.publish();
    return head;
  }

  /** The commit that is checked out. */
  head(): string {
    const text = readFileSync(join(this.directory, '.git/HEAD'), 'utf8').trim();
    const ref = join(this.directory, '.git', text.replace('ref: ', ''));
    return text.startsWith('ref: ') && existsSync(ref)
      ? readFileSync(ref, 'utf8').trim()
      : this.git('rev-parse', 'HEAD');
  }

  /** Sets main at origin to what is checked out, ignoring hooks and the current remote. */
  publish(): void {
    this.publishAs('refs/heads/main', this.head());
  }

  /** Sets a ref at origin to a commit of this repository, without running git: a push takes six processes. */
  publishAs(ref: string, commit: string): void {
    copyObjects(join(this.directory, '.git/objects'), join(this.origin, 'objects'));
    const file = join(this.origin, ref);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${commit}\n`);
  }

  /** Whether a loose object is here. */
  hasObject(id: string): boolean {
    return existsSync(join(this.directory, '.git/objects', id.slice(0, 2), id.slice(2)));
  }

  /** Writes campaign files below campaigns/ and commits them. */
  change(files: Readonly<Record<string, string>>, author = ADA): string {
    for (const [path, text] of Object.entries(files)) this.write(`campaigns/${path}`, text);
    return this.commit('Edit campaigns', author);
  }

  /** Runs git in the work tree and returns its output without the final line break. */
  git(...args: string[]): string {
    const { code, out, err } = runSync({
      command: 'git',
      args,
      cwd: this.directory,
      env: {
        ...cleanEnvironment(this.directory),
        ...{ GIT_AUTHOR_NAME: 'Ada Author', GIT_AUTHOR_EMAIL: 'ada@example.com' },
        ...{ GIT_COMMITTER_NAME: 'Ada Author', GIT_COMMITTER_EMAIL: 'ada@example.com' },
      },
    });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err.toString()}`);
    return out.toString().trimEnd();
  }

  /** Runs git in the bare repository. */
  gitAtOrigin(...args: string[]): string {
    return this.git('-C', this.origin, ...args);
  }

  /** Installs a hook in the bare repository. Its exit code decides whether a push is accepted. */
  guardOrigin(script: string): void {
    const hook = join(this.origin, 'hooks/pre-receive');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  unguardOrigin(): void {
    rmSync(join(this.origin, 'hooks/pre-receive'));
  }

  /** The commit of the state branch in this repository; `undefined` if there is none. */
  stateTip(): string | undefined {
    return this.git('for-each-ref', '--format=%(objectname)', `refs/heads/${STATE_BRANCH}`) || undefined;
  }

  stateTipAtOrigin(): string | undefined {
    return new TestRepository(this.origin, '').stateTip();
  }

  /** The complete state of a repository and its origin, from `git` and the disk. */
  snapshot() {
    return {
      refs: this.git('for-each-ref'),
      originRefs: this.gitAtOrigin('for-each-ref'),
      hasFetchHead: existsSync(join(this.directory, '.git/FETCH_HEAD')),
      workTree: this.git('status', '--porcelain=v1', '--untracked-files=all', '--ignored'),
    };
  }

  /** Runs `campaigns …` here, with the key of the local service. */
  campaigns(...args: string[]): Promise<Ended> {
    const run = async () => {
      const ended = await this.start(...args).ended;
      if (args.includes('--json')) expectDocument(ended);
      return ended;
    };
    if (args[0] !== 'apply') return run();
    return agreeing({ args, isSettled: () => !this.hasOpenIntents() }, run);
  }

  /** The same, expecting this exit code and words for people. */
  async exits(status: number, ...args: string[]): Promise<Ended> {
    const ended = await this.campaigns(...args);
    expect(ended.status, ended.stdout + ended.stderr).toBe(status);
    expectWords(ended);
    return ended;
  }

  private hasOpenIntents(): boolean {
    const isOpen = (repo: TestRepository) =>
      repo.stateTip() !== undefined && repo.git('ls-tree', '--name-only', STATE_BRANCH, 'journal/') !== '';
    return isOpen(this) || (existsSync(this.origin) && isOpen(new TestRepository(this.origin, '')));
  }

  start(...args: string[]): Running {
    return this.startWith({}, ...args);
  }

  /** The same with a clock, a person or variables. */
  startWith(gitHubEnvironment: Omit<GitHubEnvironment, 'cwd'>, ...args: string[]): Running {
    const env = { CAMPAIGNS_API_KEY: 'local', ...gitHubEnvironment.env };
    return startCampaigns(args, { ...gitHubEnvironment, cwd: this.directory, env });
  }

  /** Runs the built program in its own process, which can be killed. */
  spawn(...args: string[]): Spawned {
    return spawnCampaigns(args, { cwd: this.directory, env: { CAMPAIGNS_API_KEY: 'local' } });
  }
}

/** Copies the objects of a repository that another one doesn't have, loose ones and packs. */
function copyObjects(from: string, to: string): void {
  for (const folder of readdirSync(from)) {
    mkdirSync(join(to, folder), { recursive: true });
    const present = new Set(readdirSync(join(to, folder)));
    for (const name of readdirSync(join(from, folder)))
      if (!present.has(name)) copyFileSync(join(from, folder, name), join(to, folder, name));
  }
}
