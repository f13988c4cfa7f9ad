import type { Clock } from '../../src/model/clock.ts';
import type { LimitedOperation, Limits, Window } from '../../src/model/workspace.ts';
import { TRIES_WHEN_LIMITED, waitWhenLimited } from '../../src/quota/backoff.ts';
import { SECOND_MS } from '../../src/model/time.ts';
import { RateLimiter } from '../../src/remote/rate-limiter.ts';
import { LONGEST_WAIT_MS } from '../../src/remote/unreadable.ts';

export type ServiceAnswer =
  { readonly kind: 'done' } | { readonly kind: 'limited'; readonly retryAfterMs: number };

/** A request and its answer, in milliseconds: assumed. The service counts the request halfway. */
export const LATENCY_MS = 300;
/** As src/remote/campaign-service.ts does. */
const SIDE_BY_SIDE = 4;

/** The service as its limits describe it: rolling windows without a margin, in which a refused call doesn't count (W26). */
export class ServiceModel {
  readonly limits: Limits;
  /** When each call was admitted (epoch milliseconds), in order. */
  readonly admitted = new Map<LimitedOperation, number[]>();
  readonly refused = new Map<LimitedOperation, number>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  call(operation: LimitedOperation, now: number): ServiceAnswer {
    const times = this.admitted.get(operation) ?? [];
    this.admitted.set(operation, times);
    const free = Math.max(now, ...this.limits[operation].map((window) => freeAt(window, times)));
    if (free > now) {
      this.refused.set(operation, (this.refused.get(operation) ?? 0) + 1);
      return { kind: 'limited', retryAfterMs: Math.ceil((free - now) / SECOND_MS) * SECOND_MS };
    }
    times.push(now);
    return { kind: 'done' };
  }
}

/** Here, every creation that is admitted succeeds, so both kinds of windows count the same calls. */
function freeAt({ limit, spanMs }: Window, times: readonly number[]): number {
  const blocking = times[times.length - limit];
  return blocking === undefined ? -Infinity : blocking + spanMs;
}

/** One process's connection: each process keeps its own reads and updates within the limits, as ours does. */
export class Client {
  private readonly service: ServiceModel;
  private readonly clock: Clock;
  private readonly limiters = new Map<LimitedOperation, RateLimiter>();

  constructor(service: ServiceModel, clock: Clock) {
    this.service = service;
    this.clock = clock;
  }

  now(): number {
    return this.clock.now();
  }

  /**
   * One request without a limiter of our own, because the ledger schedules creations. `onDone` is called when the service
   * does it, even if the process dies before the answer.
   */
  async send(operation: LimitedOperation, onDone: () => void = () => undefined): Promise<ServiceAnswer> {
    await this.clock.sleep(LATENCY_MS / 2);
    const answer = this.service.call(operation, this.clock.now());
    if (answer.kind === 'done') onDone();
    await this.clock.sleep(LATENCY_MS / 2);
    return answer;
  }

  /** Repeats a call until it is admitted; false if the service asks for a longer wait than a run makes. */
  async call(operation: LimitedOperation): Promise<boolean> {
    const limiter = this.limiter(operation);
    for (let attempt = 1; attempt <= TRIES_WHEN_LIMITED; attempt += 1) {
      const answer = await limiter.take(() => this.send(operation));
      if (answer.kind === 'done') return true;
      if (answer.retryAfterMs > LONGEST_WAIT_MS) return false;
      limiter.hold(waitWhenLimited(attempt, answer.retryAfterMs));
    }
    return false;
  }

  /** So many searches, four at a time; false if one of them fails. */
  async search(count: number): Promise<boolean> {
    let left = count;
    let isComplete = true;
    const worker = async () => {
      while (left > 0 && isComplete) {
        left -= 1;
        if (!(await this.call('search'))) isComplete = false;
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    return isComplete;
  }

  private limiter(operation: LimitedOperation): RateLimiter {
    const known = this.limiters.get(operation);
    if (known) return known;
    const { signal } = new AbortController();
    const made = new RateLimiter(this.service.limits[operation], { clock: this.clock, signal });
    this.limiters.set(operation, made);
    return made;
  }
}

/** How long so many searches take if no limit delays them, in milliseconds. */
export function leastTime(searches: number): number {
  return Math.ceil(searches / SIDE_BY_SIDE) * LATENCY_MS;
}
