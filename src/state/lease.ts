import type { Clock } from '../model/clock.ts';
import type { LeaseNotice, LeaseRefusal } from '../model/refusals/state-refusal.ts';
import type { Lease, LeaseAnswer } from '../apply/ports.ts';
import type { Git } from '../git/git.ts';
import {
  isInTerm,
  judgeLease,
  LEASE_RENEWAL_MS,
  LEASE_TERM_MS,
  holderIn,
  type SealedLease,
  type LeaseVerdict,
} from './lease-record.ts';
import type { LeaseRef } from './lease-ref.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { lifeOfSealed, sealProcess } from './sealed-process.ts';

export interface LeaseOptions {
  readonly git: Git;
  readonly ref: LeaseRef;
  readonly run: string;
  readonly self: ProcessIdentity;
  /** The page of the workflow's run; null elsewhere. */
  readonly page: string | null;
  readonly workspace: string;
  readonly clock: Clock;
  /** Called when something about the lease is worth a line. */
  readonly onNotice: (notice: LeaseNotice) => void;
}

interface Held {
  readonly tip: string;
  readonly record: SealedLease;
  /** When the ref was last seen to stand there (epoch milliseconds). */
  readonly seenAt: number;
}

/** Somebody's lease, and what it means to this run. */
type Rival =
  | { readonly verdict: LeaseVerdict; readonly record: SealedLease }
  | { readonly verdict: 'unreadable'; readonly record: undefined };

/** Every other run that gets in between costs a try. */
const TRIES = 4;
/**
 * For so long, in milliseconds, a send relies on the last look at the ref: a lease that is freed by hand is noticed
 * within seconds, and sends that are quick cost no git of their own.
 */
const LOOK_AGAIN_AFTER_MS = 5_000;
/** A lease that stays behind keeps everyone out until its term is over, so freeing it is tried again after this long. */
const FREE_AGAIN_AFTER_MS = 1_000;

/** The lease on its ref. While it is held it renews itself; its git runs in turn with the state branch's. */
export class GitLease implements Lease {
  private readonly options: LeaseOptions;
  private held: Held | undefined;
  private lost: LeaseAnswer | undefined;
  private stopRenewing: (() => void) | undefined;

  constructor(options: LeaseOptions) {
    this.options = options;
  }

  take(): Promise<LeaseAnswer> {
    return this.options.git.alone(async () => {
      const answer = await this.fight();
      if (answer.kind === 'held' && !this.stopRenewing) {
        this.stopRenewing = this.options.clock.every(
          LEASE_RENEWAL_MS,
          () => void this.renew().catch(() => undefined),
        );
      }
      return answer;
    });
  }

  /** A term that ran short, as on a machine that slept, is renewed first: that works only if nobody else came. */
  async check(): Promise<LeaseAnswer> {
    const { held } = this;
    const now = this.options.clock.now();
    if (!held || !isInTerm(held.record, now)) return this.renew();
    return now - held.seenAt <= LOOK_AGAIN_AFTER_MS ? { kind: 'held' } : this.readAgain();
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
        await clock.sleep(FREE_AGAIN_AFTER_MS);
        move = await ref.remove(held.tip);
      }
      if (move.kind === 'not-moved') {
        onNotice({ kind: 'not-freed', said: move.said });
      }
    });
  }

  private renew(): Promise<LeaseAnswer> {
    return this.whileHeld((held) => this.extend(held));
  }

  private readAgain(): Promise<LeaseAnswer> {
    return this.whileHeld((held) => this.seeAgain(held));
  }

  /** Once a run has lost its lease it stays lost. */
  private whileHeld(act: (held: Held) => Promise<LeaseAnswer>): Promise<LeaseAnswer> {
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

  private async seeAgain({ tip: known, record: before }: Held): Promise<LeaseAnswer> {
    const { ref, clock } = this.options;
    const asked = await ref.tip();
    if (asked.kind === 'unreachable') {
      return this.unreachable('read', asked);
    }
    const { tip } = asked;
    if (tip === undefined) return this.gone();
    const rival = tip === known ? ({ verdict: 'ours', record: before } as const) : await this.readLease(tip);
    if (rival.verdict !== 'ours') return this.refusal(rival) ?? this.gone();
    const held = { tip, record: rival.record, seenAt: clock.now() };
    this.held = held;
    return isInTerm(held.record, held.seenAt) ? { kind: 'held' } : this.extend(held);
  }

  private async extend({ tip: from, record: before }: Pick<Held, 'tip' | 'record'>): Promise<LeaseAnswer> {
    const record = { ...before, until: this.options.clock.now() + LEASE_TERM_MS };
    const { tip, move } = await this.options.ref.write(record, from);
    // While the term lasts, the next try may succeed.
    if (move.kind === 'not-moved') {
      return this.unreachable('renew', move);
    }
    if (move.kind === 'moved') {
      this.held = { tip, record, seenAt: this.options.clock.now() };
      return { kind: 'held' };
    }
    if (move.now === undefined) return this.gone();
    const rival = await this.readLease(move.now);
    // An earlier renewal of ours had got through, though nobody said so.
    if (rival.verdict === 'ours') return this.extend({ tip: move.now, record: rival.record });
    return this.refusal(rival) ?? this.gone();
  }

  /** Takes what is free, over or dead; of several that try at once the first one has it. */
  private async fight(): Promise<LeaseAnswer> {
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
      if (move.kind === 'not-moved') {
        return this.unreachable('take', move);
      }
      from = move.now;
      if (from === undefined) continue;
      const rival = await this.readLease(from);
      const refusal = this.refusal(rival);
      if (refusal) return refusal;
      if (rival.record && rival.verdict !== 'ours') {
        const isDead = rival.verdict === 'dead';
        onNotice({ kind: 'taken-over', holder: holderIn(rival.record), isDead });
      }
    }
    return this.gone();
  }

  private async readLease(tip: string): Promise<Rival> {
    const { ref, run, self, clock } = this.options;
    const found = await ref.readAt(tip);
    const record = found.kind === 'taken' ? found.record : undefined;
    if (!record) return { verdict: 'unreadable', record };
    return {
      verdict: judgeLease(record, { run, now: clock.now(), life: lifeOfSealed(record.process, self) }),
      record,
    };
  }

  /** Why a lease that somebody has may not be taken; undefined where it may. */
  private refusal({ verdict, record }: Rival): LeaseAnswer | undefined {
    const { workspace } = this.options;
    switch (verdict) {
      case 'ours':
      case 'expired':
      case 'dead':
        return undefined;
      case 'held':
        return refused({ code: 'lease-held', workspace, holder: holderIn(record) });
      case 'ahead':
        return refused({ code: 'lease-from-the-future', workspace, holder: holderIn(record) });
      case 'unreadable':
        return refused({ code: 'lease-of-newer-version', workspace });
    }
  }

  private gone(): LeaseAnswer {
    return refused({ code: 'lease-lost', workspace: this.options.workspace });
  }

  private unreachable(
    attempt: 'take' | 'renew' | 'read',
    { said, confusedWith = [] }: { readonly said: string; readonly confusedWith?: readonly string[] },
  ): LeaseAnswer {
    const { workspace } = this.options;
    const cause = { code: 'lease-unreachable', workspace, attempt, said, confusedWith } as const;
    return { kind: 'unreachable', cause };
  }
}

function refused(cause: LeaseRefusal): LeaseAnswer {
  return { kind: 'refused', cause };
}
