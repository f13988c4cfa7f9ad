import { attempt, type Git } from '../git/git.ts';
import { decodeLease, encodeLease, type SealedLease } from './lease-record.ts';
import { SharedRef, type RefMove, type RefTip } from '../git/shared-ref.ts';

/** What the lease's ref contains. */
export type LeaseFound =
  | { readonly kind: 'free' }
  /** `record` is undefined if this version can't read it. */
  | { readonly kind: 'taken'; readonly tip: string; readonly record: SealedLease | undefined }
  | { readonly kind: 'unreachable'; readonly said: string };

/** How often the ref is read again because it moved during the read. */
const TRIES = 3;

/**
 * The ref `refs/campaigns/lease/<workspace>`, separate from the audit trail. It has commits without files, the newest
 * of which names the holder of the lease. Each renewal is a child of the one before, so no server treats it as a
 * rewrite.
 */
export class LeaseRef {
  private readonly git: Git;
  private readonly shared: SharedRef;
  private readonly workspace: string;
  private emptyTree: string | undefined;

  constructor(git: Git, workspace: string) {
    this.git = git;
    this.workspace = workspace;
    this.shared = new SharedRef(git, `refs/campaigns/lease/${workspace}`);
  }

  async read(): Promise<LeaseFound> {
    for (let left = TRIES; ; left--) {
      const asked = await this.shared.tip();
      if (asked.kind === 'unreachable') return asked;
      const { tip } = asked;
      if (tip === undefined) return { kind: 'free' };
      if ((await this.shared.ensureFetched(tip)) || left === 1) return this.readAt(tip);
    }
  }

  /** The current tip of the ref, whatever it contains. Fetches and writes nothing. */
  tip(): Promise<RefTip> {
    return this.shared.tip();
  }

  async readAt(tip: string): Promise<LeaseFound> {
    await this.shared.ensureFetched(tip);
    const message = await this.git.ask('log', '-1', '--format=%B', tip);
    return { kind: 'taken', tip, record: message === undefined ? undefined : decodeLease(message) };
  }

  /**
   * Writes a record on top of `from` (undefined: no ref), if the ref is still there. There is a tip only if that works.
   */
  async write(record: SealedLease, from: string | undefined): Promise<{ tip: string; move: RefMove }> {
    const made = await attempt(() => this.commit(record, from));
    if (made.kind === 'failed') return { tip: '', move: { kind: 'not-moved', said: made.said } };
    return { tip: made.value, move: await this.shared.move(made.value, from) };
  }

  /** Deletes the ref if it hasn't moved since it was read. */
  remove(from: string): Promise<RefMove> {
    return this.shared.move(undefined, from);
  }

  private async commit(record: SealedLease, parent: string | undefined): Promise<string> {
    this.emptyTree ??= await this.writeObject('tree', '');
    const who = `campaign-reconciler <campaign-reconciler@localhost> ${Math.floor(record.until / 1000)} +0000`;
    const head = [
      `tree ${this.emptyTree}`,
      ...(parent === undefined ? [] : [`parent ${parent}`]),
      `author ${who}`,
      `committer ${who}`,
    ];
    return this.writeObject('commit', `${head.join('\n')}\n\n${encodeLease(this.workspace, record)}`);
  }

  /** Writes one object and returns its ID. */
  private async writeObject(type: 'tree' | 'commit', content: string): Promise<string> {
    return (await this.git.feed(content, 'hash-object', '-w', '-t', type, '--stdin')).toString().trim();
  }
}
