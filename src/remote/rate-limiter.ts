import type { WriteOperation } from '../apply/ports.ts';
import type { Clock } from '../model/clock.ts';
import type { RequestWait } from '../model/progress.ts';
import type { LimitedOperation, Workspace, Window } from '../model/workspace.ts';
import { earliestAt } from '../quota/slots.ts';
import { HOUR_MS, DAY_MS } from '../model/time.ts';

interface RateLimiterOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before a wait: until when (epoch milliseconds), and whether the service asked for it. */
  readonly onWait?: (until: number, why: 'limits' | 'service') => void;
}

/**
 * Keeps one operation's calls in this process within its limits (open point W25). The service counts a call at an
 * unknown time before its answer. So a call counts as happening now while it is in progress, and as of its answer
 * afterwards.
 */
export class RateLimiter {
  private answered: readonly number[] = [];
  private inProgress = 0;
  private heldUntil = -Infinity;
  private lastSlot: Promise<void> = Promise.resolve();
  private readonly windows: readonly Window[];
  private readonly options: RateLimiterOptions;

  constructor(windows: readonly Window[], options: RateLimiterOptions) {
    this.windows = windows;
    this.options = options;
  }

  /** Makes a call when it has a slot. Concurrent callers get slots in order of arrival. */
  async take<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const slot = this.lastSlot.then(() => this.acquireSlot());
    this.lastSlot = slot;
    await slot;
    try {
      return await call();
    } finally {
      const now = this.options.clock.now();
      this.inProgress -= 1;
      this.answered = [...this.answered.filter((at) => at > now - 2 * HOUR_MS), now].sort((a, b) => a - b);
    }
  }

  /** The service asked to wait: no call starts before that (milliseconds from now). */
  hold(ms: number): void {
    this.heldUntil = Math.max(this.heldUntil, this.options.clock.now() + ms);
  }

  /** The earliest time for the next call (epoch milliseconds), if no other caller gets a slot first. */
  next(): number {
    const now = this.options.clock.now();
    return Math.max(now, this.heldUntil, earliestAt(this.counted(now), this.windows, now));
  }

  /** Waits for a slot and takes it. After an interrupt it no longer waits, so that work in progress can finish. */
  private async acquireSlot(): Promise<void> {
    for (;;) {
      const now = this.options.clock.now();
      const at = this.next();
      if (at <= now || this.options.signal.aborted) break;
      this.options.onWait?.(at, at === this.heldUntil ? 'service' : 'limits');
      await this.options.clock.sleep(at - now, this.options.signal);
    }
    this.inProgress += 1;
  }

  private counted(now: number): { attempts: readonly number[]; successes: readonly number[] } {
    const attempts = [...this.answered, ...Array.from({ length: this.inProgress }, () => now)];
    return { attempts: attempts.sort((a, b) => a - b), successes: [] };
  }
}

export interface RateLimitersOptions {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onWait?: (wait: RequestWait) => void;
}

/** The limits of a workspace, one limiter for each operation that is called. */
export class RateLimiters {
  private readonly limiters = new Map<LimitedOperation, RateLimiter>();
  private readonly options: RateLimitersOptions;

  constructor(options: RateLimitersOptions) {
    this.options = options;
  }

  of(operation: LimitedOperation): RateLimiter {
    const known = this.limiters.get(operation);
    if (known) return known;
    const { workspace, clock, signal, onWait } = this.options;
    const limiter = new RateLimiter(workspace.limits[operation], {
      clock,
      signal,
      onWait: (until, why) => onWait?.({ kind: 'request-wait', until, why, operation }),
    });
    this.limiters.set(operation, limiter);
    return limiter;
  }

  /** The ledger limits creations, because it knows about other runs. The earlier version's limit isn't documented. */
  ofWrite(operation: WriteOperation): RateLimiter | undefined {
    if (operation === 'create') return undefined;
    return this.of(operation === 'publish' ? 'status' : operation);
  }
}

/** The headers of a refused call that say how long to wait; see `retryAfterMs`. */
export interface LimitHeaders {
  readonly retryAfter: string | undefined;
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  /** The service's own clock. */
  readonly date: string | undefined;
}

/** Longer waits are shortened to this: no window of the specification is longer than a day. */
const LONGEST_MS = 7 * DAY_MS;
/** Above this, seconds since 1970; above a thousand times this, milliseconds; below, seconds to wait. */
const EPOCH_FROM = 1e9;

/**
 * How long the service asks to wait, in milliseconds; `undefined` if it doesn't say or we can't parse it. `Retry-After`
 * comes first, in seconds or as a date (RFC 9110). Otherwise the reset time of a limit is used, unless calls remain,
 * because another limit is full then. Open point W26.
 */
export function retryAfterMs(
  { retryAfter, remaining, reset, date }: LimitHeaders,
  now: number,
): number | undefined {
  const parsed = wait(retryAfter, { date, now });
  if (parsed !== undefined) return parsed;
  return Number(remaining ?? 0) > 0 ? undefined : wait(reset, { date, now });
}

function wait(
  text: string | undefined,
  { date, now }: { readonly date: string | undefined; readonly now: number },
): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(trimmed)) {
    const value = Number(trimmed);
    if (value < EPOCH_FROM) return bounded(value * 1_000);
    return bounded((value < EPOCH_FROM * 1_000 ? value * 1_000 : value) - serverTime(date, now));
  }
  // `Date` would accept other texts, such as a bare year, that aren't HTTP dates.
  if (!/^[A-Za-z]{3,9},? .*\d/.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : bounded(at - serverTime(date, now));
}

/** Converts an instant by the service's clock, if the answer has it: a wrong local clock doesn't matter. */
function serverTime(date: string | undefined, now: number): number {
  const parsed = Date.parse(date ?? '');
  return Number.isNaN(parsed) ? now : parsed;
}

function bounded(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}
