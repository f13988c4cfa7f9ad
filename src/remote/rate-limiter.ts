import { admit } from '../quota/admit.ts';
import { HOUR_MS } from '../model/time.ts';
import type { Window } from '../model/workspace.ts';
import type { Clock } from '../model/clock.ts';

/**
 * Keeps one operation's calls of this process below its limits (open point W25). When the service counts a call is
 * known only to lie before its answer, so a call counts as now while it is under way, and from its answer on.
 */
export class RateLimiter {
  private answered: readonly number[] = [];
  private underWay = 0;
  private heldUntil = -Infinity;
  private lastTurn: Promise<void> = Promise.resolve();
  private readonly windows: readonly Window[];
  private readonly clock: Clock;
  private readonly signal: AbortSignal;

  constructor(windows: readonly Window[], clock: Clock, signal: AbortSignal) {
    this.windows = windows;
    this.clock = clock;
    this.signal = signal;
  }

  /** Makes a call when its turn has come; callers side by side take turns in the order in which they came. */
  async take<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const turn = this.lastTurn.then(() => this.turn());
    this.lastTurn = turn;
    await turn;
    try {
      return await call();
    } finally {
      const now = this.clock.now();
      this.underWay -= 1;
      this.answered = [...this.answered.filter((at) => at > now - 2 * HOUR_MS), now].sort((a, b) => a - b);
    }
  }

  /** The service asked to wait: no call goes out before that (milliseconds from now). */
  hold(ms: number): void {
    this.heldUntil = Math.max(this.heldUntil, this.clock.now() + ms);
  }

  /** When the next call may go out (epoch milliseconds), if nobody else takes a turn before it. */
  next(): number {
    const now = this.clock.now();
    return Math.max(now, this.heldUntil, admit(this.counted(now), this.windows, now));
  }

  /** Waits for the turn and takes it. Who has been asked to end no longer waits: what is in flight shall end. */
  private async turn(): Promise<void> {
    for (;;) {
      const now = this.clock.now();
      const at = this.next();
      if (at <= now || this.signal.aborted) break;
      await this.clock.sleep(at - now, this.signal);
    }
    this.underWay += 1;
  }

  private counted(now: number): { attempts: readonly number[]; successes: readonly number[] } {
    const attempts = [...this.answered, ...Array.from({ length: this.underWay }, () => now)];
    return { attempts: attempts.sort((a, b) => a - b), successes: [] };
  }
}
