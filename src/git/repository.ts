import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The last commit that touched a file: who made it. */
export interface LastChange {
  /** Counts from 0, the newest first: of two files the one with the smaller number changed later. */
  readonly order: number;
  readonly name: string;
  readonly email: string;
}

/** What changed since a commit, or why nobody can tell. */
export type ChangesSince =
  | {
      readonly kind: 'changes';
      /** The commit where the two histories parted. */
      readonly base: string;
      /** Changed, added and removed paths from the root, also uncommitted and untracked ones; of a submodule its folder. */
      readonly files: ReadonlySet<string>;
    }
  | { readonly kind: 'no-commit' | 'no-common-commit'; readonly shallow: boolean };

/** git in a folder: its standard output, or a rejection with what it said. */
export type GitAt = (folder: string) => { run(...args: readonly string[]): Promise<string> };

/** The user's git repository, read only. */
export class Repository {
  /** The top of the work tree, absolute. */
  readonly root: string;
  private readonly git: ReturnType<GitAt>;
  private firstHead: Promise<string | null> | undefined;

  private constructor(root: string, at: GitAt) {
    this.root = root;
    this.git = at(root);
  }

  /** The repository around `directory`; undefined when there is none. */
  static async open(directory: string, at: GitAt): Promise<Repository | undefined> {
    try {
      const root = (await at(directory).run('rev-parse', '--show-toplevel')).trim();
      return root === '' ? undefined : new Repository(resolve(root), at);
    } catch {
      return undefined;
    }
  }

  /** Whether git won't read what is there since its files belong to somebody else, as in the container of a job. */
  static async isDistrusted(directory: string, at: GitAt): Promise<boolean> {
    try {
      await at(directory).run('rev-parse', '--show-toplevel');
      return false;
    } catch (error) {
      return /dubious ownership/.test(String(error));
    }
  }

  /** The same repository, its git in another environment. */
  with(at: GitAt): Repository {
    return new Repository(this.root, at);
  }

  /** Who makes commits here; undefined where git has no name for them. */
  async person(): Promise<{ readonly name: string; readonly email: string } | undefined> {
    const setting = async (name: string) =>
      (await this.git.run('config', '--get', name).catch(() => '')).trim();
    const [name, email] = [await setting('user.name'), await setting('user.email')];
    return email === '' ? undefined : { name: name || email, email };
  }

  /** The commit that was checked out when this was first asked; null before the first one. */
  head(): Promise<string | null> {
    this.firstHead ??= this.git
      .run('rev-parse', '--verify', '--quiet', 'HEAD')
      .catch(() => '')
      .then((text) => text.trim() || null);
    return this.firstHead;
  }

  /**
   * The branch that pull requests go to: what origin says; else main or master where there is one; else what is
   * checked out. A name that patterns would read in another way counts as none, and then it is main.
   */
  async defaultBranch(): Promise<string> {
    const symbolic = async (name: string) =>
      (await this.git.run('symbolic-ref', '--quiet', name).catch(() => '')).trim();
    const usual = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
    const listed = await this.git.run('for-each-ref', '--format=%(refname)', ...usual);
    const found = [
      await symbolic('refs/remotes/origin/HEAD'),
      // git also lists what lies below a ref of such a name, like refs/heads/main/old.
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
    return entries(status).map((entry) => entry.slice(3));
  }

  /** What the work tree has changed since HEAD and `ref` parted: what others did on `ref` meanwhile is not in it. */
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
    // Without the lock: a look must not write the index.
    const lists = await Promise.all(
      [differing, untracked].map((args) => this.git.run('--no-optional-locks', ...args)),
    );
    return { kind: 'changes', base, files: new Set(lists.flatMap(entries).map(withoutSlash)) };
  }

  /** Files and, with a trailing slash, folders that git ignores. */
  async ignored(): Promise<ReadonlySet<string>> {
    const listing = await this.git.run(
      'ls-files',
      '--others',
      '--ignored',
      '--exclude-standard',
      '--directory',
      '-z',
    );
    return new Set(entries(listing));
  }

  /** All files that git tracks; of a submodule its folder. */
  async tracked(): Promise<ReadonlySet<string>> {
    return new Set(entries(await this.git.run('ls-files', '-z')));
  }

  /**
   * Who changed each file below `paths` last. In a shallow clone the commit at the cut lists every file as its
   * own and so says nothing: such files have no entry.
   */
  async lastChanges(
    paths: readonly string[],
  ): Promise<{ changes: ReadonlyMap<string, LastChange>; shallow: boolean }> {
    const cuts = await this.cuts();
    const changes = new Map<string, LastChange>();
    if ((await this.head()) === null) return { changes, shallow: false };
    const listed = ['log', '-z', '--no-renames', '--name-only', `--format=${HEADER_FORMAT}`];
    const log = await this.git.run(...listed, 'HEAD', '--', ...paths);
    let last: (LastChange & { readonly commit: string }) | undefined;
    let order = 0;
    for (const entry of entries(log)) {
      const [, commit, name = '', email = ''] = HEADER.exec(entry) ?? [];
      if (commit !== undefined) last = { commit, order: order++, name, email };
      // The first path after a header has a line end before it.
      const file = commit === undefined ? entry.replace(/^\n/, '') : '';
      if (file === '' || !last || cuts.has(last.commit) || changes.has(file)) continue;
      changes.set(file, { order: last.order, name: last.name, email: last.email });
    }
    return { changes, shallow: cuts.size > 0 };
  }

  /** Commits whose parents a shallow clone left out. */
  private async cuts(): Promise<ReadonlySet<string>> {
    const path = (await this.git.run('rev-parse', '--git-path', 'shallow')).trim();
    try {
      return new Set(entriesOfLines(await readFile(resolve(this.root, path), 'utf8')));
    } catch {
      return new Set();
    }
  }
}

/** Commit, author and address; no path looks like it. */
const HEADER_FORMAT = '%x01%H%x02%an%x02%ae';
const HEADER = /^\x01([0-9a-f]{40,64})\x02([^\x02]*)\x02(.*)$/s;

function entries(text: string): string[] {
  return text.split('\0').filter(Boolean);
}

/** A repository inside of ours that is not added yet is listed as a folder. */
function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function entriesOfLines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
