import type { Clock } from '../model/clock.ts';
import type { LeaseRefusal } from '../model/reasons.ts';
import type { Lease, LeaseAnswer, LeaseRequest } from '../apply/ports.ts';
import type { Git } from '../git/git.ts';
import {
  isInTerm,
  judgeLease,
  LEASE_RENEWAL_MS,
  LEASE_TERM_MS,
  type SealedLease,
  type LeaseVerdict,
  type LeaseRef,
} from './lease-ref.ts';
import { lifeOfSealed, sealProcess, type ProcessIdentity } from './process-identity.ts';

interface LeaseOptions extends LeaseRequest {
  readonly git: Git;
  readonly ref: LeaseRef;
  readonly self: ProcessIdentity;
  readonly workspace: string;
  readonly clock: Clock;
}

interface HeldLease {
  readonly tip: string;
  readonly record: SealedLease;
  /** When the ref was last seen with this tip (epoch milliseconds). */
  readonly seenAt: number;
}

/** An existing lease, and what it means for this run. */
type Rival =
  | { readonly verdict: LeaseVerdict; readonly record: SealedLease }
  | { readonly verdict: 'unreadable'; readonly record: undefined };

/** Each other run that interferes costs one try. */
const TRIES = 4;
/** How long a send relies on the last read of the ref, in milliseconds: a release by hand is soon noticed. */
const REREAD_AFTER_MS = 5_000;
/** A failed release is retried after this time, because it would block all other runs until it expires. */
const RETRY_RELEASE_AFTER_MS = 1_000;

/** The lease on its ref, which renews itself. Its git commands and those of the state branch take turns. */
export class GitLease implements Lease {
  private readonly options: LeaseOptions;
  private held: HeldLease | undefined;
  private lost: LeaseAnswer | undefined;
  private stopRenewing: (() => void) | undefined;

  constructor(options: LeaseOptions) {
    this.options = options;
  }

  take(): Promise<LeaseAnswer> {
    return this.options.git.alone(async () => {
      const answer = await this.acquire();
      if (answer.kind === 'held' && !this.stopRenewing) {
        this.stopRenewing = this.options.clock.every(
          LEASE_RENEWAL_MS,
          () => void this.renew().catch(() => undefined),
        );
      }
      return answer;
    });
  }

  /** A lease that is about to expire, as after sleep, is renewed first, if no other run took it. */
  async check(): Promise<LeaseAnswer> {
    const { held } = this;
    const now = this.options.clock.now();
    if (!held || !isInTerm(held.record, now)) return this.renew();
    return now - held.seenAt <= REREAD_AFTER_MS
      ? { kind: 'held' }
      : this.whileHeld((one) => this.reread(one));
  }

  free(): Promise<void> {
    this.stopRenewing?.();
    this.stopRenewing = undefined;
    return this.options.git.alone(async () => {
      const { held } = this;
      this.held = undefined;
      if (!held) return;
      const { ref, clock, onNotice } = this.options;
      let move = await ref.remove(held.tip);
      if (move.kind === 'not-moved') {
        await clock.sleep(RETRY_RELEASE_AFTER_MS);
        move = await ref.remove(held.tip);
      }
      if (move.kind === 'not-moved') onNotice({ kind: 'not-freed', said: move.said });
    });
  }

  private renew(): Promise<LeaseAnswer> {
    return this.whileHeld((held) => this.extend(held));
  }

  /** Acts on the held lease. Once it is lost, every call gets the same answer until the lease is taken again. */
  private whileHeld(act: (held: HeldLease) => Promise<LeaseAnswer>): Promise<LeaseAnswer> {
    return this.options.git.alone(async () => {
      const { held } = this;
      if (!held) return this.lost ?? this.gone();
      const answer = await act(held);
      if (answer.kind !== 'refused') return answer;
      this.held = undefined;
      this.lost = answer;
      return answer;
    });
  }

  private async reread(held: HeldLease): Promise<LeaseAnswer> {
    const { ref, clock } = this.options;
    const asked = await ref.tip();
    if (asked.kind === 'unreachable') return unreachable(asked);
    if (asked.tip !== held.tip) return this.found(asked.tip);
    const seenAt = clock.now();
    this.held = { ...held, seenAt };
    return isInTerm(held.record, seenAt) ? { kind: 'held' } : this.extend(held);
  }

  private async extend({
    tip: from,
    record: before,
  }: Pick<HeldLease, 'tip' | 'record'>): Promise<LeaseAnswer> {
    const record = { ...before, until: this.options.clock.now() + LEASE_TERM_MS };
    const { tip, move } = await this.options.ref.write(record, from);
    // Until the lease expires, the next try may succeed.
    if (move.kind === 'not-moved') return unreachable(move);
    if (move.kind === 'lost-race') return this.found(move.now);
    this.held = { tip, record, seenAt: this.options.clock.now() };
    return { kind: 'held' };
  }

  /** What the ref has in place of the held lease. It is ours if a renewal had succeeded, although the answer was lost. */
  private async found(tip: string | undefined): Promise<LeaseAnswer> {
    if (tip === undefined) return this.gone();
    const rival = await this.readLease(tip);
    if (rival.verdict === 'ours') return this.extend({ tip, record: rival.record });
    return this.refusal(rival) ?? this.gone();
  }

  /** Takes a lease that is free, expired or dead. If several runs try at once, the first one gets it. */
  private async acquire(): Promise<LeaseAnswer> {
    const { ref, clock, run, self, page, onNotice } = this.options;
    let from: string | undefined;
    for (let left = TRIES; left > 0; left--) {
      const now = clock.now();
      const holder = { page, user: page === null ? self.user : null, process: sealProcess(self) };
      const record = { run, ...holder, since: now, until: now + LEASE_TERM_MS };
      const { tip, move } = await ref.write(record, from);
      if (move.kind === 'moved') {
        this.held = { tip, record, seenAt: clock.now() };
        this.lost = undefined;
        return { kind: 'held' };
      }
      if (move.kind === 'not-moved') return unreachable(move);
      from = move.now;
      if (from === undefined) continue;
      const rival = await this.readLease(from);
      const refusal = this.refusal(rival);
      if (refusal) return refusal;
      if (rival.record && rival.verdict !== 'ours') {
        const isDead = rival.verdict === 'dead';
        onNotice({ kind: 'taken-over', holder: rival.record, isDead });
      }
    }
    return this.gone();
  }

  private async readLease(tip: string): Promise<Rival> {
    const { ref, run, self, clock } = this.options;
    const record = await ref.recordAt(tip);
    if (!record) return { verdict: 'unreadable', record };
    const life = lifeOfSealed(record.process, self);
    return { verdict: judgeLease(record, { run, now: clock.now(), life }), record };
  }

  /** Why an existing lease can't be taken over; undefined if it can. */
  private refusal({ verdict, record }: Rival): LeaseAnswer | undefined {
    const { workspace } = this.options;
    switch (verdict) {
      case 'ours':
      case 'expired':
      case 'dead':
        return undefined;
      case 'held':
        return refused({ code: 'lease-held', workspace, holder: record });
      case 'unreadable':
        return refused({ code: 'state-newer', where: `refs/campaigns/lease/${workspace}` });
    }
  }

  private gone(): LeaseAnswer {
    return refused({ code: 'lease-lost', workspace: this.options.workspace, said: null });
  }
}

function unreachable({ said }: { readonly said: string }): LeaseAnswer {
  return { kind: 'unreachable', cause: { code: 'origin-unreachable', said } };
}

function refused(cause: LeaseRefusal): LeaseAnswer {
  return { kind: 'refused', cause };
}
