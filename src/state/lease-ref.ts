import { attempt, type Git } from '../git/git.ts';
import { OURSELVES, writeCommits } from '../git/tree.ts';
import { SharedRef, type RefMove, type RefTip } from '../git/shared-ref.ts';
import { isObject } from '../model/json.ts';
import { SUBJECT } from '../messages/trail-messages.ts';
import type { LeaseRecord } from '../model/reasons.ts';
import { orNull, textOrNull, type Life } from './process-identity.ts';

/**
 * The ref `refs/campaigns/lease/<workspace>`, separate from the audit trail. It has commits without files, the newest
 * of which names the holder of the lease. Each renewal is a child of the one before, so no server treats it as a
 * rewrite.
 */
export class LeaseRef {
  private readonly git: Git;
  private readonly shared: SharedRef;
  private readonly workspace: string;

  constructor(git: Git, workspace: string) {
    this.git = git;
    this.workspace = workspace;
    this.shared = new SharedRef(git, `refs/campaigns/lease/${workspace}`);
  }

  /** The current tip of the ref, whatever it contains. Fetches and writes nothing. */
  tip(): Promise<RefTip> {
    return this.shared.tip();
  }

  /** Undefined if this version can't read it, or another one replaced it before it was fetched. */
  async recordAt(tip: string): Promise<SealedLease | undefined> {
    await this.shared.ensureFetched(tip);
    const message = await this.git.ask('log', '-1', '--format=%B', tip);
    return message === undefined ? undefined : decodeLease(message);
  }

  /** Writes a record on top of `from` (undefined: no ref). There is a tip only if the ref was still there. */
  async write(record: SealedLease, from: string | undefined): Promise<{ tip: string; move: RefMove }> {
    const made = await attempt(() => this.commit(record, from));
    if (made.kind === 'failed') return { tip: '', move: { kind: 'not-moved', said: made.said } };
    return { tip: made.value, move: await this.shared.move(made.value, from) };
  }

  /** Deletes the ref if it hasn't moved since it was read. */
  remove(from: string): Promise<RefMove> {
    return this.shared.move(undefined, from);
  }

  private commit(record: SealedLease, parent: string | undefined): Promise<string> {
    const message = encodeLease(this.workspace, record);
    const commit = { message, author: OURSELVES, at: record.until, files: new Map() };
    return writeCommits(this.git, [commit], { parent });
  }
}

/** The lease as it is stored. */
export interface SealedLease extends LeaseRecord {
  /** The process, as `process-identity.ts` writes it; null if it can't be identified. */
  readonly process: string | null;
}

/** How long a lease lasts without being renewed, in milliseconds. */
export const LEASE_TERM_MS = 120_000;
/** Two renewals may fail before the lease expires. */
export const LEASE_RENEWAL_MS = 40_000;
/** The holder stops that much earlier: clocks differ, and a request may have just begun. */
export const LEASE_MARGIN_MS = 30_000;

/** What an existing lease means for a run that wants to apply. */
export type LeaseVerdict =
  /** It is this run's own. */
  | 'ours'
  /** It has expired, so the next run gets it. */
  | 'expired'
  /** Its process ran on this machine and has ended. */
  | 'dead'
  /** Another run has it. */
  | 'held';

export function judgeLease(
  { run, until }: LeaseRecord,
  viewer: { readonly run: string; readonly now: number; readonly life: Life },
): LeaseVerdict {
  if (run === viewer.run) return 'ours';
  if (until <= viewer.now) return 'expired';
  return viewer.life === 'dead' ? 'dead' : 'held';
}

/** Whether our lease allows one more send at `now`. If the clock was set back, it doesn't. */
export function isInTerm({ until }: LeaseRecord, now: number): boolean {
  return now < until - LEASE_MARGIN_MS && until <= now + LEASE_TERM_MS;
}

const FORMAT = 'campaign-lease/2';
/** The older format has the process in plain text, which isn't read: such a lease just expires. */
const OLDER_FORMAT = 'campaign-lease/1';

/** A commit message: the first line is for people, the rest for programs. */
export function encodeLease(workspace: string, record: SealedLease): string {
  const { run, page, user, process, since, until } = record;
  const times = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const text = JSON.stringify({ format: FORMAT, run, page, user, process, ...times }, null, 2);
  return `${SUBJECT.lease(workspace, { by: page ?? user, until: times.until })}\n\n${text}\n`;
}

/** Undefined if it isn't a lease that this version understands. */
export function decodeLease(message: string): SealedLease | undefined {
  const value = orNull((): unknown => JSON.parse(message.slice(message.indexOf('\n\n') + 2)));
  if (!isObject(value) || (value.format !== FORMAT && value.format !== OLDER_FORMAT)) return undefined;
  const { run } = value;
  const [since, until] = [value.since, value.until].map((at) =>
    typeof at === 'string' ? Date.parse(at) : NaN,
  );
  if (typeof run !== 'string') return undefined;
  if (since === undefined || until === undefined || Number.isNaN(since + until)) return undefined;
  const [page, user, process] = [textOrNull(value.page), textOrNull(value.user), textOrNull(value.process)];
  return { run, page, user, process, since, until };
}
