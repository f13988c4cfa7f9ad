import type { Git } from './git.ts';
import { SharedRef } from './shared-ref.ts';

export interface Changes {
  /** `undefined` for the root commit. */
  readonly parent: string | undefined;
  /** Relative to the root of the repository. */
  readonly files: ReadonlySet<string>;
}

/** How a commit relates to another one: its history contains the other, it is in the other's history, or neither. */
export type Relation = 'contains' | 'behind' | 'apart' | 'unknown';

/** The history of the code, as far as this clone has it, and more of it from origin when it is asked for. */
export class History {
  private readonly git: Git;

  constructor(git: Git) {
    this.git = git;
  }

  /** The current commit of a branch at origin, fetched; `undefined` if there is none or origin can't be reached. */
  async tipOf(branch: string): Promise<string | undefined> {
    const ref = new SharedRef(this.git, `refs/heads/${branch}`);
    const asked = await ref.tip();
    if (asked.kind === 'unreachable' || asked.tip === undefined) return undefined;
    return (await ref.bring(asked.tip)) ? asked.tip : undefined;
  }

  /** Fetches the known tip of a branch at origin. Returns whether it is here now. */
  bringTip(branch: string, tip: string): Promise<boolean> {
    return new SharedRef(this.git, `refs/heads/${branch}`).bring(tip);
  }

  /** Fetches a commit, if origin serves it. Returns whether it is here now. */
  async bring(commit: string): Promise<boolean> {
    if (await this.git.hasCommit(commit)) return true;
    await this.git.fetchQuietly(commit);
    return this.git.hasCommit(commit);
  }

  /** Brings all that came before HEAD, where the clone is shallow. Answers whether it is whole now. */
  async deepen(): Promise<boolean> {
    if (!(await this.isShallow())) return true;
    const head = await this.git.head();
    if (head !== undefined) await this.git.deepenQuietly(head);
    return !(await this.isShallow());
  }

  /** Whether a commit is an ancestor of another one or equal to it; `undefined` if that can't be determined. */
  async contains(later: string, earlier: string): Promise<boolean | undefined> {
    if (!(await this.bring(later)) || !(await this.bring(earlier))) return undefined;
    return (await this.git.run('rev-list', '--count', earlier, `^${later}`)).trim() === '0';
  }

  /**
   * How a commit relates to another one. A shallow clone is deepened before the answer is that neither contains the
   * other, because a commit that is missing here may still exist.
   */
  async unchanged(commit: string, other: string): Promise<Relation> {
    if (commit === other) return 'contains';
    if (!(await this.bring(commit)) || !(await this.bring(other))) return 'unknown';
    const known = await this.relationHere(commit, other);
    if (known !== 'apart' || !(await this.isShallow())) return known;
    for (const one of [commit, other]) if (await this.isShallow()) await this.git.deepenQuietly(one);
    const found = await this.relationHere(commit, other);
    return found === 'apart' && (await this.isShallow()) ? 'unknown' : found;
  }

  private async relationHere(commit: string, other: string): Promise<Exclude<Relation, 'unknown'>> {
    const isIn = async (one: string, later: string) =>
      (await this.git.run('rev-list', '--count', one, `^${later}`)).trim() === '0';
    if (await isIn(other, commit)) return 'contains';
    return (await isIn(commit, other)) ? 'behind' : 'apart';
  }

  /** Whether two commits have a common ancestor, as far as this clone knows. */
  async isRelated(one: string, other: string): Promise<boolean> {
    // Without a common ancestor, git prints nothing.
    return ((await this.git.ask('merge-base', one, other)) ?? '').trim() !== '';
  }

  /** The files that differ between a commit and HEAD; empty if the commit exists neither here nor at origin. */
  async changedSince(commit: string | undefined): Promise<ReadonlySet<string>> {
    if (commit === undefined || !(await this.bring(commit))) return new Set();
    const listed = await this.git.run('diff-tree', '-r', '-z', '--name-only', '--no-renames', commit, 'HEAD');
    return new Set(listed.split('\0').filter(Boolean));
  }

  /** What a commit changed in the branch that it is on: the commit before it there, and the files. */
  async changesOf(commit: string): Promise<Changes> {
    const [parent] = await this.parentsOf(commit);
    const listed = await this.git.run(
      ...['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-commit-id'],
      ...(parent === undefined ? ['--root', commit] : [parent, commit]),
    );
    return { parent, files: new Set(listed.split('\0').filter(Boolean)) };
  }

  /** The text of a file in a commit; undefined where it has none. */
  fileAt(commit: string, path: string): Promise<string | undefined> {
    return this.git.ask('cat-file', 'blob', `${commit}:${path}`);
  }

  /** The parents of a commit. */
  async parentsOf(commit: string): Promise<readonly string[]> {
    const listed = (await this.git.ask('rev-list', '--parents', '-1', commit)) ?? '';
    return listed.trim().split(' ').slice(1);
  }

  private async isShallow(): Promise<boolean> {
    return (await this.git.run('rev-parse', '--is-shallow-repository')).trim() === 'true';
  }
}
