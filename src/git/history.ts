import { attempt, isObjectId, linesIn, nulEntries, type Git } from './git.ts';
import { PEOPLE, personIn } from './repository.ts';
import { originDefault, SharedRef, type OriginDefault } from './shared-ref.ts';

/** How a commit relates to another one: its history contains the other, it is in the other's history, or neither. */
type Relation = 'contains' | 'behind' | 'apart' | 'unknown';

/** Who wrote the code up to some commits, as `Ada <ada@example.com>`: authors and co-authors. */
export interface Authors {
  readonly commits: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/** How far back a version of a file is searched for, in commits. */
const SEARCHED_COMMITS = 100;

/** The history of the code, as far as this clone has it; more is fetched from origin if needed. */
export class CodeHistory {
  private readonly git: Git;
  private isComplete = false;
  private default: Promise<OriginDefault> | undefined;

  constructor(git: Git) {
    this.git = git;
  }

  /** Origin's default branch; git is asked once. */
  originDefault(): Promise<OriginDefault> {
    return (this.default ??= originDefault(this.git));
  }

  /** The current commit of a branch at origin, fetched; `undefined` if there is none or origin can't be reached. */
  async tipOf(branch: string): Promise<string | undefined> {
    const asked = await new SharedRef(this.git, `refs/heads/${branch}`).tip();
    if (asked.kind === 'unreachable' || asked.tip === undefined) return undefined;
    return (await this.ensureTipFetched(branch, asked.tip)) ? asked.tip : undefined;
  }

  /** Whether this clone has the known tip of a branch at origin, after fetching it if necessary. */
  ensureTipFetched(branch: string, tip: string): Promise<boolean> {
    return new SharedRef(this.git, `refs/heads/${branch}`).ensureFetched(tip);
  }

  /** Whether this clone has a commit, after fetching it if necessary and if origin serves it. */
  ensureFetched(commit: string): Promise<boolean> {
    return this.git.ensureFetched(commit);
  }

  /** The commit that a user names: a branch, a tag, an ID or a prefix of one. Undefined if there is none. */
  async named(name: string): Promise<string | undefined> {
    const found = await this.git.commitNamed(name);
    if (found !== '') return found;
    return isObjectId(name) && (await this.ensureFetched(name)) ? name : undefined;
  }

  /** Who made a commit, when (in UTC), and its message. */
  async describe(commit: string): Promise<Record<'at' | 'by' | 'subject', string>> {
    const line = await this.git.run('log', '-1', '--format=%ct%x1f%an%x1f%s', commit);
    const [seconds, by = '', subject = ''] = line.trim().split('\x1f');
    return { at: new Date(Number(seconds) * 1000).toISOString(), by, subject };
  }

  /** The first line of the message of each commit that this clone has, by commit. */
  async subjectsOf(commits: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(commits)].filter(isObjectId);
    if (ids.length === 0) return new Map();
    const asked = ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H%x1f%s', '--stdin'];
    const listed = await attempt(() => this.git.feed(`${ids.join('\n')}\n`, ...asked));
    if (listed.kind === 'failed') return new Map();
    const pairs = linesIn(listed.value.toString()).map((line) => line.split('\x1f'));
    return new Map(pairs.map(([id = '', subject = '']) => [id, subject]));
  }

  /** The newest commits that changed a file, also under its earlier names. */
  async commitsOf(path: string, atMost = SEARCHED_COMMITS): Promise<readonly string[]> {
    const listed = await this.git.ask('log', '--follow', '--format=%H', `-${atMost}`, 'HEAD', '--', path);
    return linesIn(listed ?? '');
  }

  /** Fetches the whole history before HEAD if the clone is shallow. Returns whether it is complete now. */
  async deepen(): Promise<boolean> {
    if (!(await this.isShallow())) return true;
    await this.git.fetchQuietly(await this.git.commitNamed('HEAD'), '--unshallow');
    return !(await this.isShallow());
  }

  /** Whether a commit is an ancestor of another one or equal to it; `undefined` if that can't be determined. */
  async contains(later: string, earlier: string): Promise<boolean | undefined> {
    let relation = await this.relationHere(later, earlier);
    if (relation === 'unknown' && (await this.ensureFetched(later)) && (await this.ensureFetched(earlier)))
      relation = await this.relationHere(later, earlier);
    return relation === 'unknown' ? undefined : relation === 'contains';
  }

  /** How a commit relates to another one. A shallow clone is deepened before the answer is `apart`. */
  async relationTo(commit: string, other: string): Promise<Relation> {
    if (commit === other) return 'contains';
    if (!(await this.ensureFetched(commit)) || !(await this.ensureFetched(other))) return 'unknown';
    const known = await this.relationHere(commit, other);
    if (known !== 'apart' || !(await this.isShallow())) return known;
    for (const one of [commit, other])
      if (await this.isShallow()) await this.git.fetchQuietly(one, '--unshallow');
    const found = await this.relationHere(commit, other);
    return found === 'apart' && (await this.isShallow()) ? 'unknown' : found;
  }

  /** As `relationTo`, without fetching. */
  private async relationHere(commit: string, other: string): Promise<Relation> {
    if (!isObjectId(commit) || !isObjectId(other)) return 'unknown';
    const counts = await this.git.line('rev-list', '--left-right', '--count', `${commit}...${other}`);
    if (counts === '') return 'unknown';
    const [ahead, behind] = counts.split('\t');
    if (behind === '0') return 'contains';
    return ahead === '0' ? 'behind' : 'apart';
  }

  /** Whether two commits have a common ancestor, as far as this clone knows. */
  async isRelated(one: string, other: string): Promise<boolean> {
    // Without a common ancestor, git prints nothing.
    return (await this.git.line('merge-base', one, other)) !== '';
  }

  /** The files that differ between a commit and HEAD; empty if the commit exists neither here nor at origin. */
  async changedSince(commit: string | undefined): Promise<ReadonlySet<string>> {
    if (commit === undefined || !(await this.ensureFetched(commit))) return new Set();
    const listed = await this.git.run('diff-tree', '-r', '-z', '--name-only', '--no-renames', commit, 'HEAD');
    return new Set(nulEntries(listed));
  }

  /** The files that a commit changed on its branch. */
  async changesOf(commit: string): Promise<ReadonlySet<string>> {
    const how = ['--root', '--diff-merges=first-parent', '-r', '-z', '--name-only', '--no-renames'];
    return new Set(nulEntries(await this.git.run('diff-tree', ...how, '--no-commit-id', commit)));
  }

  /** The text of a file in a commit; undefined if the commit doesn't have the file. */
  fileAt(commit: string, path: string): Promise<string | undefined> {
    return this.git.ask('cat-file', 'blob', `${commit}:${path}`);
  }

  /** Who wrote the code up to these commits, or to those that this clone has completely; nothing is fetched. */
  async authorsUpTo(ids: readonly string[]): Promise<Authors> {
    const asked = [...new Set(ids.filter(isObjectId))].join('\n');
    const none = { commits: new Set<string>(), people: new Set<string>() };
    if (asked === '' || (await this.isShallow())) return none;
    const found = await this.git.feed(`${asked}\n`, 'cat-file', '--batch-check');
    const commits = linesIn(found.toString()).flatMap((line) => /^(\w+) commit /.exec(line)?.[1] ?? []);
    if (commits.length === 0) return none;
    const how = ['log', '--stdin', '--no-mailmap', '--no-show-signature', `--format=${PEOPLE}`];
    const listed = await this.git.feed(`${commits.join('\n')}\n`, '-c', 'trailer.separators=:', ...how);
    const people = new Set(listed.toString().split(/[\n\x02]/)).values();
    const named = [...people]
      .flatMap(personIn)
      .map(({ name, email }) => (email === '' ? name : `${name} <${email}>`));
    return {
      commits: new Set(commits),
      people: new Set(named.map((one) => one.replace(/\s+/g, ' ').trim())),
    };
  }

  /** The parents of a commit. */
  async parentsOf(commit: string): Promise<readonly string[]> {
    return (await this.git.line('rev-list', '--parents', '-1', commit)).split(' ').slice(1);
  }

  /** Whether this clone has only the newest commits. Once it has all, it keeps them, so git isn't asked again. */
  async isShallow(): Promise<boolean> {
    this.isComplete ||= (await this.git.run('rev-parse', '--is-shallow-repository')).trim() !== 'true';
    return !this.isComplete;
  }
}
