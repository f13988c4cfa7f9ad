import { attempt, type Git } from '../git/git.ts';
import { decodeLease, encodeLease, type SealedLease } from './lease-record.ts';
import { SharedRef, type RefMove, type RefTip } from '../git/shared-ref.ts';

/** What stands on the lease's ref. */
export type LeaseFound =
  | { readonly kind: 'free' }
  /** `record` is undefined where this version can't read what stands there. */
  | { readonly kind: 'taken'; readonly tip: string; readonly record: SealedLease | undefined }
  | { readonly kind: 'unreachable'; readonly said: string };

/** How often the ref is asked again because it moved while it was read. */
const TRIES = 3;

/**
 * The ref `refs/campaigns/lease/<workspace>`, off the audit trail. It stands on commits without files, the newest of
 * which says who has the lease; each renewal follows the one before, so that no server takes it for a rewrite.
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
      if ((await this.shared.bring(tip)) || left === 1) return this.readAt(tip);
    }
  }

  /** Where the ref stands now, whatever that says. Brings and writes nothing. */
  tip(): Promise<RefTip> {
    return this.shared.tip();
  }

  async readAt(tip: string): Promise<LeaseFound> {
    await this.shared.bring(tip);
    const message = await this.git.ask('log', '-1', '--format=%B', tip);
    return { kind: 'taken', tip, record: message === undefined ? undefined : decodeLease(message) };
  }

  /** Puts a record on top of what stands there (undefined: nothing), if that still does; only then is there a tip. */
  async write(record: SealedLease, from: string | undefined): Promise<{ tip: string; move: RefMove }> {
    const made = await attempt(() => this.commit(record, from));
    if (made.kind === 'failed')
      return { tip: '', move: { kind: 'not-moved', said: made.said, confusedWith: [] } };
    return { tip: made.value, move: await this.shared.move(made.value, from) };
  }

  /** Takes the ref away, if it still stands where it was seen. */
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

  /** Writes one object and returns its id. */
  private async writeObject(type: 'tree' | 'commit', content: string): Promise<string> {
    return (await this.git.feed(content, 'hash-object', '-w', '-t', type, '--stdin')).toString().trim();
  }
}
