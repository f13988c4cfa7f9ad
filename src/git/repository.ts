import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GitFailure, isUsable, linesIn, nulEntries, whyNone, type Git } from './git.ts';
import type { RefusalOf } from '../model/reasons.ts';

/** One person, as a commit names them. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Why this checkout lacks a file: it is sparse, or the submodule isn't checked out. */
export type Absence = 'left-out' | 'no-submodule';

/** A file of the index, or a submodule. */
interface Entry {
  /** Small if an edit is to be overlooked; `S` if the work tree need not have it; `C` if the work tree has another text. */
  readonly tag: string;
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

function isSubmodule({ mode }: Entry): boolean {
  return mode === '160000';
}

/** A commit of the code that changed files, with its author and then its co-authors. */
export interface CodeCommit {
  readonly id: string;
  readonly authors: readonly Person[];
}

/** What a commit did to a file: the texts before and after as object IDs, and the path before. */
export interface FileChange {
  /** Counts from 0, newest first: of two changes, the one with the smaller number came later. */
  readonly order: number;
  readonly commit: CodeCommit;
  readonly from: string;
  readonly before: string;
  readonly after: string;
}

/** `check-ignore` refuses literal paths. With this in front, no path is mistaken for a pattern such as `:(top)x`. */
const HERE = './';

/** `git check-ignore` ends with this code if it ignores none of the paths. */
const NONE_IGNORED = 1;

/** The user's git repository, read-only. */
export class Repository {
  /** The absolute path of the work tree's top folder. */
  readonly root: string;
  /** The commit that was checked out when the repository was opened; `null` before the first commit. */
  readonly head: string | null;
  /** Where git lists the commits that a shallow clone ends at, in git's own folder; an absolute path. */
  private readonly shallowFile: string;
  /** For the state branch and the lease, too. */
  readonly git: Git;
  private listed: Promise<readonly Entry[]> | undefined;

  private constructor(git: Git, head: string | null, shallowFile: string) {
    this.root = git.root;
    this.head = head;
    this.shallowFile = shallowFile;
    this.git = git;
  }

  /** The repository that contains git's folder, or why there is none; rejects with GitFailure if git doesn't work. */
  static async open(git: Git): Promise<Repository | RefusalOf<'no-repository'>> {
    const folder = git.root;
    // Before the first commit, `--revs-only` leaves HEAD out.
    const asked = ['rev-parse', '--show-toplevel', '--git-path', 'shallow', '--revs-only', 'HEAD'];
    const places = git.run(...asked).catch((error: unknown) => whyNone(error, folder));
    const [isGitUsable, found] = await Promise.all([isUsable(git), places]);
    if (!isGitUsable) return { code: 'no-repository', why: 'no-git', folder };
    if (typeof found !== 'string') return found;
    const [root = '', shallowFile = '', head = null] = linesIn(found);
    return new Repository(git.in(resolve(root), head), head, resolve(folder, shallowFile));
  }

  /** The name and address with which git commits here; `undefined` if git has none. */
  async person(): Promise<Person | undefined> {
    // Otherwise, git makes up what it isn't told.
    const author = await this.git.line('-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT');
    const [, name = '', address] = /^(.*) ?<(.*)> \d+ [+-]\d+$/.exec(author) ?? [];
    const email = address ?? (await this.git.line('config', '--get', 'user.email'));
    return email === '' ? undefined : { name: name.trim() || email, email };
  }

  /** The branch that pull requests target: origin's default, main, master or HEAD, if its name is plain; or main. */
  async defaultBranch(): Promise<string> {
    const symbolic = (name: string) => this.git.line('symbolic-ref', '--quiet', name);
    const usual = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
    const listed = await this.git.run('for-each-ref', '--format=%(refname)', ...usual);
    const found = [
      await symbolic('refs/remotes/origin/HEAD'),
      // git also lists refs below such a name, like refs/heads/main/old.
      ...linesIn(listed).filter((ref) => usual.includes(ref)),
      await symbolic('HEAD'),
    ]
      .map((ref) => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, ''))
      .find((name) => /^[\w./-]+$/.test(name));
    return found ?? 'main';
  }

  /**
   * Which of these files, or files below these folders, differ from HEAD or are not in it, whatever the user's settings
   * hide. A submodule is its folder.
   */
  async uncommitted(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const entries = await this.entries();
    const submodules = entries.filter(isSubmodule);
    const around = (file: string) => submodules.find((one) => file.startsWith(`${one.path}/`))?.path ?? file;
    const asked = [...new Set(paths.map(around))];
    const how = ['--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=none'];
    const listed = await this.git.run('status', ...how, '--', ...asked);
    const changed = nulEntries(listed).map((entry) => entry.slice(3));
    const among = entries.filter(({ path }) =>
      asked.some((one) => one === '.' || path === one || path.startsWith(`${one}/`)),
    );
    const inside = await this.inSubmodules(among, async (submodule, folder) =>
      (await submodule.uncommitted(['.'])).length > 0 ? [folder] : [],
    );
    return [...new Set([...changed, ...(await this.overlooked(among)), ...inside])];
  }

  /** Edited files that `git status` leaves out (`--assume-unchanged`, `--skip-worktree`), by their content. */
  private async overlooked(entries: readonly Entry[]): Promise<string[]> {
    const hidden = entries.filter(
      (one) => /[a-zS]/.test(one.tag) && !isSubmodule(one) && this.isHere(one.path),
    );
    if (hidden.length === 0) return [];
    const ids = linesIn(await this.git.run('hash-object', '--', ...hidden.map(({ path }) => path)));
    return hidden.filter(({ id }, at) => ids[at] !== id).map(({ path }) => path);
  }

  /** Files that git has and this checkout lacks, on purpose or by mistake. A submodule is its folder. */
  async absent(): Promise<ReadonlyMap<string, Absence>> {
    const entries = await this.entries();
    const own = entries.flatMap((one): [string, Absence][] => {
      if (isSubmodule(one)) return this.isHere(`${one.path}/.git`) ? [] : [[one.path, 'no-submodule']];
      return /s/i.test(one.tag) && !this.isHere(one.path) ? [[one.path, 'left-out']] : [];
    });
    const inside = await this.inSubmodules(entries, async (submodule, folder) =>
      [...(await submodule.absent())].map(([file, why]) => [`${folder}/${file}`, why] as const),
    );
    return new Map([...own, ...inside]);
  }

  /** What git tracks; commands don't change it. */
  private entries(): Promise<readonly Entry[]> {
    return (this.listed ??= this.git.run('ls-files', '-v', '-s', '-c', '-m', '-z').then((listing) => {
      // What was edited is listed once more.
      const entries = nulEntries(listing).map((entry): [string, Entry] => {
        const [, tag = '', mode = '', id = '', path = ''] = /^(\S) (\d+) (\w+) \d\t(.*)$/s.exec(entry) ?? [];
        return [path, { tag, mode, id, path }];
      });
      return [...new Map(entries).values()];
    }));
  }

  /**
   * The IDs of the texts of files that are here as git has them, by path. None if this repository's attributes make other
   * texts of files: then git doesn't know what is here.
   */
  async blobs(): Promise<ReadonlyMap<string, string>> {
    const entries = await this.entries();
    const above = ({ path }: Entry) => path.split('/').map((_, at, names) => names.slice(0, at).join('/'));
    const folders = [...new Set(entries.flatMap(above))].map((one) => join(this.root, one, '.gitattributes'));
    const places = [join(dirname(this.shallowFile), 'info/attributes'), ...folders];
    const rules = await Promise.all(places.map((one) => readFile(one, 'utf8').catch(() => '')));
    if (rules.some((text) => /\b(?:filter|ident|working-tree-encoding)\b/.test(text))) return new Map();
    const unchanged = entries.filter(({ tag, mode }) => tag === 'H' && mode.startsWith('100'));
    return new Map(unchanged.map(({ path, id }) => [path, id]));
  }

  /** What `ask` finds in each submodule that is checked out. */
  private async inSubmodules<Found>(
    entries: readonly Entry[],
    ask: (submodule: Repository, folder: string) => Promise<readonly Found[]>,
  ): Promise<Found[]> {
    const present = entries.filter((one) => isSubmodule(one) && this.isHere(`${one.path}/.git`));
    const open = (path: string) => new Repository(this.git.in(join(this.root, path)), null, '');
    return (await Promise.all(present.map(({ path }) => ask(open(path), path)))).flat();
  }

  private isHere(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /**
   * What the work tree has changed since the merge base of HEAD and `ref`; later changes on `ref` don't count. Files may be
   * changed, added, removed or untracked, and a submodule is its folder. Or what there is none of.
   */
  async changesSince(
    ref: string,
  ): Promise<{ readonly base: string; readonly files: ReadonlySet<string> } | 'commit' | 'common commit'> {
    const commit = await this.git.commitNamed(ref);
    const base = commit === '' ? '' : await this.git.line('merge-base', commit, 'HEAD');
    if (base === '') return commit === '' ? 'commit' : 'common commit';
    const differing = ['diff', '--name-only', '--no-renames', '--no-relative', '--ignore-submodules=none'];
    const untracked = ['ls-files', '--others', '--exclude-standard', '-z'];
    // Without the lock, because reading must not write the index.
    const lists = await Promise.all(
      [[...differing, '-z', base, '--'], untracked].map((args) =>
        this.git.run('--no-optional-locks', ...args),
      ),
    );
    // A nested repository that isn't added yet is listed as a folder.
    return { base, files: new Set(lists.flatMap(nulEntries).map((path) => path.replace(/\/$/, ''))) };
  }

  /** Files that git ignores, and folders with a trailing slash. */
  async ignored(): Promise<ReadonlySet<string>> {
    const asked = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
    const [own, entries] = await Promise.all([this.git.run(...asked), this.entries()]);
    const inside = await this.inSubmodules(entries, async (submodule, folder) =>
      [...(await submodule.ignored())].map((file) => `${folder}/${file}`),
    );
    return new Set([...nulEntries(own), ...inside]);
  }

  /** Those of these paths, which need not exist, that git ignores; not those that it tracks. */
  async ignoredOf(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const asked = paths.map((path) => `${HERE}${path}\0`).join('');
    const listing = await this.git
      .feed(asked, '--no-literal-pathspecs', 'check-ignore', '--verbose', '-z', '--stdin')
      .catch((error: unknown) => {
        if (error instanceof GitFailure && error.exitCode === NONE_IGNORED) return '';
        throw error;
      });
    const fields = listing.toString().split('\0');
    return paths.flatMap((_, index) => {
      const [, , pattern = '', path = ''] = fields.slice(index * 4, index * 4 + 4);
      // The last rule that matches a path may be an exception.
      return path === '' || pattern.startsWith('!') ? [] : [path.slice(HERE.length)];
    });
  }

  /** All files that git tracks, also in submodules. One that isn't checked out is its folder. */
  async tracked(): Promise<ReadonlySet<string>> {
    const entries = await this.entries();
    const own = entries.filter((one) => !isSubmodule(one) || !this.isHere(`${one.path}/.git`));
    const inside = await this.inSubmodules(entries, async (submodule, folder) =>
      [...(await submodule.tracked())].map((file) => `${folder}/${file}`),
    );
    return new Set([...own.map(({ path }) => path), ...inside]);
  }

  /** Where git keeps this repository: absolute paths, and two different ones in a linked work tree. */
  async gitFolders(): Promise<readonly string[]> {
    const folders = await this.git.run('rev-parse', '--git-dir', '--git-common-dir');
    return linesIn(folders).map((folder) => resolve(this.root, folder));
  }

  /** What changed each file below `paths`, newest first, by path. In a shallow clone the oldest commit says nothing. */
  async changesOf(
    paths: readonly string[],
  ): Promise<{ changes: ReadonlyMap<string, readonly FileChange[]>; shallow: boolean }> {
    // Commits whose parents are missing in a shallow clone.
    const cuts = new Set(linesIn(await readFile(this.shallowFile, 'utf8').catch(() => '')));
    const changes = new Map<string, FileChange[]>();
    if (this.head === null) return { changes, shallow: false };
    // Marks that no path has.
    const format = `--format=%x01%H%x02${PEOPLE}`;
    const asked = ['-z', '--raw', '--no-abbrev', '--find-renames', format, 'HEAD', '--', ...paths];
    const entries = nulEntries(await this.git.logWithTrailers(...asked));
    let [order, commit] = [-1, { id: '', authors: [] } as CodeCommit];
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at] ?? '';
      if (entry.startsWith('\x01')) {
        const [id = '', ...people] = entry.slice(1).split('\x02');
        [order, commit] = [order + 1, { id, authors: people.flatMap(personIn) }];
        continue;
      }
      // The first change after a commit is preceded by a line break. A renamed file has two paths.
      const [, , before = '', after = '', how = ''] = entry.trim().split(' ');
      const from = entries[(at += 1)] ?? '';
      const path = how.startsWith('R') ? (entries[(at += 1)] ?? '') : from;
      if (cuts.has(commit.id)) continue;
      const known = changes.get(path) ?? [];
      known.push({ order, commit, from, before, after });
      changes.set(path, known);
    }
    return { changes, shallow: cuts.size > 0 };
  }
}

/** In a format of `git log`: the author of a commit and its co-authors, with a mark between them. */
export const PEOPLE = '%an <%ae>%x02%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x02)';

/** `Ada <ada@example.com>` */
export function personIn(text: string): Person[] {
  const [, name = '', email = ''] = /^(.*?) *<([^<>]*)>$/.exec(text.trim()) ?? [];
  return name === '' && email === '' ? [] : [{ name: name || email, email }];
}
