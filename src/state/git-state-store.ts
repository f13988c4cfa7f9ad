import type {
  Lease,
  LeaseRequest,
  OpenAnswer,
  ReleaseAnswer,
  RunSignature,
  Snapshot,
  StateStore,
  Trail,
} from '../apply/ports.ts';
import { attempt } from '../git/git.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { StateProblem } from '../model/reasons.ts';
import { EMPTY_STATE, type State } from '../model/state.ts';
import { readAuditTrail } from './audit-trail.ts';
import { GitRecorder } from './git-recorder.ts';
import { LeaseRef } from './lease-ref.ts';
import { GitLease } from './git-lease.ts';
import { ownIdentity } from './process-identity.ts';
import { knownAt } from './replay.ts';
import { isProblem, StateBranch, type StateBranchOptions } from './state-branch.ts';

interface StoreOptions extends StateBranchOptions {
  readonly clock: Clock;
}

/** The record of a workspace in git: its state branch, and the ref of its lease. */
export class GitStateStore implements StateStore {
  private readonly options: StoreOptions;
  private readonly branch: StateBranch;

  constructor(options: StoreOptions) {
    this.options = options;
    this.branch = new StateBranch(options);
  }

  read(): Promise<Snapshot | StateProblem> {
    return this.branch.read();
  }

  readLastKnown(): Promise<Snapshot | StateProblem> {
    return this.branch.readLastKnown();
  }

  async bindingsHere(): Promise<State['bindings']> {
    const tip = await this.branch.lastKnown();
    const known = tip === undefined ? undefined : await knownAt(this.options.git, tip);
    return (known ?? EMPTY_STATE).bindings;
  }

  async recordedAt(tip: string): Promise<string> {
    const seconds = await this.options.git.run('log', '-1', '--format=%ct', tip);
    return new Date(Number(seconds.trim()) * 1000).toISOString();
  }

  trailOf(...tips: readonly (string | undefined)[]): Promise<AuditEntry[]> {
    return readAuditTrail(
      this.options.git,
      tips.filter((tip) => tip !== undefined),
    );
  }

  async wholeTrail(): Promise<Trail | StateProblem> {
    const found = await this.branch.findTip();
    if (!isProblem(found)) return { entries: await this.trailOf(found.tip, found.divergedTip) };
    if (found.code !== 'origin-unreachable') return found;
    return { entries: await this.trailOf(await this.branch.lastKnown()), problem: found };
  }

  lease(holder: LeaseRequest): Lease {
    const { git, workspace, clock } = this.options;
    const ref = new LeaseRef(git, workspace);
    return new GitLease({ ...holder, git, ref, self: ownIdentity(), workspace, clock });
  }

  async releaseLease(): Promise<ReleaseAnswer> {
    const { git, workspace } = this.options;
    const ref = new LeaseRef(git, workspace);
    const notFreed = (said: string): ReleaseAnswer => ({
      kind: 'refused',
      cause: { code: 'lease-lost', workspace, said },
    });
    const found = await ref.read();
    if (found.kind === 'unreachable') return notFreed(found.said);
    if (found.kind === 'free') return found;
    const move = await ref.remove(found.tip);
    switch (move.kind) {
      case 'moved':
        return { kind: 'released', holder: found.record };
      case 'lost-race':
        return { kind: 'refused', cause: { code: 'lease-held', workspace, holder: undefined } };
      case 'not-moved':
        return notFreed(move.said);
    }
  }

  async open(by: RunSignature): Promise<OpenAnswer> {
    const { branch, options } = this;
    const read = await branch.read();
    if (isProblem(read)) return { kind: 'unusable', problem: read };
    const view = await branch.catchUp(read, by.run);
    if ('kind' in view) return { kind: view.kind, failure: view.cause };
    // This is only cleanup, so a clone in which it fails still works.
    await attempt(() => branch.dropStaged(view));
    return { kind: 'open', recorder: new GitRecorder({ ...options, ...by, branch, view }) };
  }
}
