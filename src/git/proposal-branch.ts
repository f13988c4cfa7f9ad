import { attempt, type Git } from './git.ts';
import { SharedRef, type RefTip } from './shared-ref.ts';
import { writeCommits, type NewCommit } from './tree.ts';

/** The content of a branch of ours: a commit on top of `parent`, with complete texts by path from the root. */
type Proposal = Omit<NewCommit, 'at'> & { readonly parent: string };

type Proposed =
  | { readonly kind: 'moved' | 'unchanged' }
  /** Its newest commit is another author's, or another program moved it first, so it stays as it is. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed'; readonly said: string };

/**
 * A branch at origin that a program maintains: one commit on top of a base commit, recreated when either changes. The
 * same proposal results in the same commit, so that nothing is pushed for it. Commits that other people pushed there
 * are never overwritten.
 */
export class ProposalBranch {
  private readonly git: Git;
  private readonly ref: SharedRef;
  private readonly staging: string;

  constructor(git: Git, name: string) {
    this.git = git;
    this.ref = new SharedRef(git, `refs/heads/${name}`);
    this.staging = `refs/campaigns/staging/${name}`;
  }

  async propose({ parent, message, author, files }: Proposal): Promise<Proposed> {
    const found = await this.tipIfOurs(author.email);
    if (found.kind !== 'tip') return found;
    const written = await attempt(async () => {
      const at = Number((await this.git.run('log', '-1', '--format=%ct', parent)).trim()) * 1000;
      const commit = { message, author, at, files };
      return writeCommits(this.git, [commit], { parent, stagingRef: this.staging });
    });
    if (written.kind === 'failed') return written;
    try {
      if (written.value === found.tip) return { kind: 'unchanged' };
      return await this.moveTo(written.value, found.tip);
    } finally {
      await attempt(() => this.git.moveRefs(`delete ${this.staging}`));
    }
  }

  /** Deletes the branch, if it exists and is still as we left it. */
  async remove(email: string): Promise<Proposed> {
    const found = await this.tipIfOurs(email);
    if (found.kind !== 'tip') return found;
    return found.tip === undefined ? { kind: 'unchanged' } : this.moveTo(undefined, found.tip);
  }

  /** The newest commit of the branch, fetched, if only we pushed there; `undefined` if the branch doesn't exist. */
  private async tipIfOurs(email: string): Promise<Extract<RefTip, { kind: 'tip' }> | Proposed> {
    const asked = await this.ref.tip();
    if (asked.kind === 'unreachable') return { kind: 'failed', said: asked.said };
    const { tip } = asked;
    if (tip === undefined) return asked;
    if (!(await this.ref.ensureFetched(tip)))
      return { kind: 'failed', said: 'its newest commit could not be read' };
    const author = (await this.git.run('log', '-1', '--format=%ae', tip)).trim();
    return author === email ? asked : { kind: 'foreign' };
  }

  private async moveTo(to: string | undefined, from: string | undefined): Promise<Proposed> {
    const moved = await this.ref.move(to, from);
    if (moved.kind === 'moved') return moved;
    return moved.kind === 'lost-race' ? { kind: 'foreign' } : { kind: 'failed', said: moved.said };
  }
}
