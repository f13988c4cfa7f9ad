import type { Clock } from '../../src/model/clock.ts';
import type { Answer, SendKeys } from '../../src/apply/ports.ts';
import type { Request } from '../../src/model/plan.ts';
import { CREATE_CALLS, CREATIONS, RollingWindows } from '../../src/service/domain/rate-limits.ts';
import { FakeService } from './fake-service.ts';

/** Counts creations and their attempts as the local service does, and refuses what exceeds the limits with 429. */
export class StrictService extends FakeService {
  /** The time of each completed creation. */
  readonly created: number[] = [];
  /** The time of each 429. */
  readonly refused: number[] = [];
  private readonly seen = new Set<string>();
  private readonly attempts = new RollingWindows(CREATE_CALLS);
  private readonly successes = new RollingWindows(CREATIONS);
  private readonly clock: Clock;

  constructor(clock: Clock) {
    super();
    this.clock = clock;
  }

  /** Adds creations of another client or of an earlier run. */
  use(...instants: readonly number[]): void {
    for (const list of [this.attempts, this.successes])
      for (const at of instants.toSorted((one, two) => one - two)) list.count(at);
  }

  override send(operation: string, request: Request, keys: SendKeys): Promise<Answer> {
    return operation === 'create' ? this.counted(request, keys) : super.send(operation, request, keys);
  }

  private async counted(request: Request, keys: SendKeys): Promise<Answer> {
    const now = this.clock.now();
    // A repeated call counts as a call, but its campaign already exists.
    const isNew = !this.seen.has(keys.idempotencyKey);
    const waitMs = Math.max(this.attempts.waitMs(now), isNew ? this.successes.waitMs(now) : 0);
    if (waitMs > 0) {
      this.refused.push(now);
      return { kind: 'limited', retryAfterMs: Math.ceil(waitMs / 1_000) * 1_000, responseId: null };
    }
    this.attempts.count(now);
    const before = this.campaigns.size;
    const answer = await super.send('create', request, keys);
    if (this.campaigns.size > before) {
      this.seen.add(keys.idempotencyKey);
      this.successes.count(now);
      this.created.push(now);
    }
    return answer;
  }
}
