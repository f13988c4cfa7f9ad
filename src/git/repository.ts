import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GitFailure, nulEntries } from './git.ts';
import { listedCommits } from './listed-commits.ts';

/** The author of the last commit that changed a file. */
export interface LastChange {
  /** Counts from 0, newest first: of two files, the one with the smaller number changed later. */
  readonly order: number;
  readonly name: string;
  readonly email: string;
}

/** The changes since a commit, or the reason why they can't be determined. */
export type ChangesSince =
  | {
      readonly kind: 'changes';
      /** The merge base of the two histories. */
      readonly base: string;
      /**
       * Paths of changed, added and removed files, including uncommitted and untracked ones, relative to the root. A
       * submodule is its folder.
       */
      readonly files: ReadonlySet<string>;
    }
  | { readonly kind: 'no-commit' | 'no-common-commit'; readonly shallow: boolean };

/** Opens git in a folder. `run` returns its standard output, or rejects with its error message. */
export type GitAt = (folder: string) => { run(...args: readonly string[]): Promise<string> };

/** The repository around a folder, or why there is none. */
export type Opened =
  | { readonly kind: 'opened'; readonly repository: Repository }
  /** git isn't installed, or is too old; `found` is its version. */
  | { readonly kind: 'no-git'; readonly found: string | undefined }
  /** Another user owns the files, as in a job's container. */
  | { readonly kind: 'another-user' }
  /** The folder, or one above it, looks like a bare repository, which may have come with a branch. */
  | { readonly kind: 'bare-repository' }
  | { readonly kind: 'no-repository' };

/** The user's git repository, read-only. */
export class Repository {
  /** The absolute path of the work tree's top folder. */
  readonly root: string;
  /** The commit that was checked out when the repository was opened; `null` before the first commit. */
  readonly head: string | null;
  private readonly git: ReturnType<GitAt>;

  /** Where git lists the commits that a shallow clone ends at; an absolute path. */
  private readonly shallowFile: string;

  private constructor(
    places: { readonly root: string; readonly shallowFile: string; readonly head: string | null },
    at: GitAt,
  ) {
    this.root = places.root;
    this.shallowFile = places.shallowFile;
    this.head = places.head;
    this.git = at(places.root);
  }

  /** The repository that contains `directory`; rejects with GitFailure if git itself doesn't work. */
  static async open(directory: string, at: GitAt): Promise<Opened> {
    const git = at(directory);
    // Before the first commit, `--revs-only` leaves HEAD out.
    const asked = ['rev-parse', '--show-toplevel', '--git-path', 'shallow', '--revs-only', 'HEAD'];
    const [version, places] = await Promise.all([versionOf(git), git.run(...asked).catch(whyNone)]);
    if (version === undefined || isOlder(version)) return { kind: 'no-git', found: version };
    if (typeof places !== 'string') return places;
    const [root = '', shallowFile = '', head = null] = entriesOfLines(places);
    const found = { root: resolve(root), shallowFile: resolve(directory, shallowFile), head };
    return { kind: 'opened', repository: new Repository(found, at) };
  }

  /** The same repository, with git in another environment. */
  with(at: GitAt): Repository {
    return new Repository({ root: this.root, shallowFile: this.shallowFile, head: this.head }, at);
  }

  /** The name and address with which git commits here; `undefined` if git has none. */
  async person(): Promise<{ readonly name: string; readonly email: string } | undefined> {
    const ask = async (...args: string[]) => (await this.git.run(...args).catch(() => '')).trim();
    // Otherwise, git makes up what it isn't told.
    const author = await ask('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT');
    const [, name = '', address] = /^(.*) ?<(.*)> \d+ [+-]\d+$/.exec(author) ?? [];
    const email = address ?? (await ask('config', '--get', 'user.email'));
    return email === '' ? undefined : { name: name.trim() || email, email };
  }

  /**
   * The branch that pull requests target: origin's default branch, otherwise main or master if it exists, otherwise the
   * branch that is checked out. A name that patterns would misinterpret doesn't count; the result is then main.
   */
  async defaultBranch(): Promise<string> {
    const symbolic = async (name: string) =>
      (await this.git.run('symbolic-ref', '--quiet', name).catch(() => '')).trim();
    const usual = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
    const listed = await this.git.run('for-each-ref', '--format=%(refname)', ...usual);
    const found = [
      await symbolic('refs/remotes/origin/HEAD'),
      // git also lists refs below such a name, like refs/heads/main/old.
      ...entriesOfLines(listed).filter((ref) => usual.includes(ref)),
      await symbolic('HEAD'),
    ]
      .map((ref) => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, ''))
      .find((name) => /^[\w./-]+$/.test(name));
    return found ?? 'main';
  }

  /** Which of these files, or files below these folders, differ from HEAD or are not in it. */
  async uncommitted(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const status = await this.git.run(
      'status',
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--',
      ...paths,
    );
    const listed = nulEntries(status).map((entry) => entry.slice(3));
    return [...new Set([...listed, ...(await this.overlooked(paths))])];
  }

  /**
   * Edited files that `git status` leaves out because the index says so (`update-index --assume-unchanged` or
   * `--skip-worktree`). What is sent is what the work tree says, so their content is compared with HEAD.
   */
  private async overlooked(paths: readonly string[]): Promise<string[]> {
    const tagged = nulEntries(await this.git.run('ls-files', '-v', '-z', '--', ...paths));
    const files = tagged
      .filter((entry) => /^[a-zS] /.test(entry))
      .map((entry) => entry.slice(2))
      // A sparse checkout leaves files out.
      .filter((file) => existsSync(join(this.root, file)));
    if (files.length === 0) return [];
    const tree = nulEntries(await this.git.run('ls-tree', '-r', '-z', 'HEAD', '--', ...files));
    const committed = new Set(tree.map((entry) => entry.replace(/^\d+ \w+ /, '')));
    const edited: string[] = [];
    for (const file of files) {
      const id = (await this.git.run('hash-object', '--', file)).trim();
      if (!committed.has(`${id}\t${file}`)) edited.push(file);
    }
    return edited;
  }

  /**
   * What the work tree has changed since the merge base of HEAD and `ref`, without other people's later changes on
   * `ref`.
   */
  async changesSince(ref: string): Promise<ChangesSince> {
    const ask = async (...args: string[]) => (await this.git.run(...args).catch(() => '')).trim();
    const commit = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
    const base = commit === '' ? '' : await ask('merge-base', commit, 'HEAD');
    if (base === '') {
      const shallow = (await ask('rev-parse', '--is-shallow-repository')) === 'true';
      return { kind: commit === '' ? 'no-commit' : 'no-common-commit', shallow };
    }
    const differing = ['diff', '--name-only', '--no-renames', '--no-relative', '-z', base, '--'];
    const untracked = ['ls-files', '--others', '--exclude-standard', '-z'];
    // Without the lock, because reading must not write the index.
    const lists = await Promise.all(
      [differing, untracked].map((args) => this.git.run('--no-optional-locks', ...args)),
    );
    return { kind: 'changes', base, files: new Set(lists.flatMap(nulEntries).map(withoutSlash)) };
  }

  /** Files that git ignores, and folders with a trailing slash. */
  async ignored(): Promise<ReadonlySet<string>> {
    const listing = await this.git.run(
      'ls-files',
      '--others',
      '--ignored',
      '--exclude-standard',
      '--directory',
      '-z',
    );
    return new Set(nulEntries(listing));
  }

  /** All files that git tracks. A submodule is its folder. */
  async tracked(): Promise<ReadonlySet<string>> {
    return new Set(nulEntries(await this.git.run('ls-files', '-z')));
  }

  /** Where git keeps this repository: absolute paths, and two different ones in a linked work tree. */
  async gitFolders(): Promise<readonly string[]> {
    const folders = await this.git.run('rev-parse', '--git-dir', '--git-common-dir');
    return entriesOfLines(folders).map((folder) => resolve(this.root, folder));
  }

  /**
   * The author of the last change of each file below `paths`. In a shallow clone, the oldest commit lists every file as
   * changed, so files without a later change have no entry.
   */
  async lastChanges(
    paths: readonly string[],
  ): Promise<{ changes: ReadonlyMap<string, LastChange>; shallow: boolean }> {
    const cuts = await this.cuts();
    const changes = new Map<string, LastChange>();
    if (this.head === null) return { changes, shallow: false };
    const commits = await listedCommits(this.git, paths, ['%an', '%ae']);
    for (const [order, { id, fields, files }] of commits.entries()) {
      const [name = '', email = ''] = fields;
      for (const file of cuts.has(id) ? [] : files)
        if (!changes.has(file)) changes.set(file, { order, name, email });
    }
    return { changes, shallow: cuts.size > 0 };
  }

  /** Commits whose parents are missing in a shallow clone. */
  private async cuts(): Promise<ReadonlySet<string>> {
    try {
      return new Set(entriesOfLines(await readFile(this.shallowFile, 'utf8')));
    } catch {
      return new Set();
    }
  }
}

/** The first git that never takes a folder of the work tree for a repository if it is told so. */
const OLDEST = { major: 2, minor: 38 };

/** What git calls its version; undefined if there is no git. */
async function versionOf(git: ReturnType<GitAt>): Promise<string | undefined> {
  try {
    return (await git.run('version')).trim().replace(/^git version /, '');
  } catch (error) {
    if (error instanceof GitFailure && isMissing(error.cause)) return undefined;
    throw error;
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function whyNone(error: unknown): Exclude<Opened, { kind: 'opened' }> {
  if (!(error instanceof GitFailure)) throw error;
  // git translates its messages, but not the names of its settings.
  if (error.message.includes('safe.bareRepository')) return { kind: 'bare-repository' };
  return { kind: error.message.includes('safe.directory') ? 'another-user' : 'no-repository' };
}

/** An unknown version counts as too old, because a folder of a branch could then make us run programs. */
function isOlder(version: string): boolean {
  const [, major = 0, minor = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
}

/** A nested repository that isn't added yet is listed as a folder. */
function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function entriesOfLines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
