import type { Lease, LeaseAnswer } from '../../src/apply/ports.ts';
import { Git } from '../../src/git/git.ts';
import type { RefMove, RefTip } from '../../src/git/shared-ref.ts';
import type { Clock } from '../../src/model/clock.ts';
import { GitLease } from '../../src/state/git-lease.ts';
import { decodeLease, encodeLease, LeaseRef, type SealedLease } from '../../src/state/lease-ref.ts';
import type { ProcessClock } from './virtual-time.ts';

/** A push or a query of origin, in milliseconds: assumed. */
export const GIT_MS = 1_500;

/** No process of the simulation runs git; a `Git` only makes the actions of one process take turns. */
function noGit(): Git {
  return new Git('/nowhere', {}, () => Promise.reject(new Error('the simulation has no git')));
}

/** The lease's ref at origin. */
export interface Origin {
  tip: string | undefined;
  readonly messages: Map<string, string>;
  pushes: number;
}

export function emptyOrigin(): Origin {
  return { tip: undefined, messages: new Map(), pushes: 0 };
}

/** The ref as one process sees it: moved by compare-and-swap, halfway through a push. */
class ModelRef extends LeaseRef {
  private readonly origin: Origin;
  private readonly clock: Clock;
  private readonly name: string;

  constructor(name: string, origin: Origin, clock: Clock) {
    super(noGit(), name);
    this.name = name;
    this.origin = origin;
    this.clock = clock;
  }

  override async tip(): Promise<RefTip> {
    await this.clock.sleep(GIT_MS);
    return { kind: 'tip', tip: this.origin.tip };
  }

  override recordAt(tip: string): Promise<SealedLease | undefined> {
    return Promise.resolve(decodeLease(this.origin.messages.get(tip) ?? ''));
  }

  override async write(record: SealedLease, from: string | undefined) {
    const tip = `commit ${this.origin.pushes + 1}`;
    this.origin.pushes += 1;
    this.origin.messages.set(tip, encodeLease(this.name, record));
    return { tip, move: await this.move(tip, from) };
  }

  override remove(from: string): Promise<RefMove> {
    return this.move(undefined, from);
  }

  private async move(to: string | undefined, from: string | undefined): Promise<RefMove> {
    await this.clock.sleep(GIT_MS / 2);
    const now = this.origin.tip;
    const move = now === from ? ({ kind: 'moved' } as const) : ({ kind: 'lost-race', now } as const);
    if (move.kind === 'moved') {
      this.origin.tip = to;
      if (from !== undefined) this.origin.messages.delete(from);
    }
    await this.clock.sleep(GIT_MS / 2);
    return move;
  }
}

/** From when to when a run relied on its lease (epoch milliseconds). */
export interface Held {
  readonly run: string;
  readonly from: number;
  until: number;
}

/** A process that applies, on a machine of its own. */
export interface Applier {
  readonly run: string;
  readonly clock: ProcessClock;
}

/** The lease of src/state, and the times at which runs relied on it. */
export class WatchedLease implements Lease {
  private readonly lease: GitLease;
  private readonly holdings: Held[];
  private readonly applier: Applier;
  private current: Held | undefined;

  constructor(workspace: string, origin: Origin, applier: Applier, holdings: Held[]) {
    const { run, clock } = applier;
    this.applier = applier;
    this.holdings = holdings;
    this.lease = new GitLease({
      ...{ run, workspace, clock, git: noGit(), page: null },
      ref: new ModelRef(workspace, origin, clock),
      self: { user: null, host: run, pid: 1, boot: null, namespace: null, start: null },
      onNotice: () => undefined,
    });
  }

  async take(): Promise<LeaseAnswer> {
    return this.noted(await this.lease.take());
  }

  async check(): Promise<LeaseAnswer> {
    return this.noted(await this.lease.check());
  }

  async free(): Promise<void> {
    if (this.current) this.current.until = this.applier.clock.now();
    this.current = undefined;
    await this.lease.free();
  }

  private noted(answer: LeaseAnswer): LeaseAnswer {
    const now = this.applier.clock.now();
    if (answer.kind !== 'held') this.current = undefined;
    else if (this.current) this.current.until = now;
    else {
      this.current = { run: this.applier.run, from: now, until: now };
      this.holdings.push(this.current);
    }
    return answer;
  }
}
