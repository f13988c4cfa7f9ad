import type { Clock } from '../../src/model/clock.ts';
import type { Answer, CampaignKind, SendKeys } from '../../src/apply/ports.ts';
import type { CampaignId } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Request } from '../../src/model/plan.ts';
import { CREATE_CALLS, CREATIONS, RollingWindows } from '../../src/service/domain/rate-limits.ts';
import { FakeService } from './fake-service.ts';

/** How long each operation takes, in milliseconds. The default is no time. */
export interface Latency {
  readonly search?: number;
  readonly look?: number;
  /** Round trip. The service counts a call halfway. */
  readonly send?: number;
}

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
  private readonly latency: Latency;

  constructor(clock: Clock, latency: Latency = {}) {
    super();
    this.clock = clock;
    this.latency = latency;
  }

  /** Adds creations of another client or of an earlier run. */
  use(...instants: readonly number[]): void {
    for (const list of [this.attempts, this.successes])
      for (const at of instants.toSorted((one, two) => one - two)) list.count(at);
  }

  override async readCampaigns(ids: readonly CampaignId[]): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    await this.clock.sleep(this.latency.look ?? 0);
    return super.readCampaigns(ids);
  }

  override async searchByName(kind: CampaignKind) {
    await this.clock.sleep(this.latency.search ?? 0);
    return super.searchByName(kind);
  }

  override async send(operation: string, request: Request, keys: SendKeys): Promise<Answer> {
    const half = (this.latency.send ?? 0) / 2;
    await this.clock.sleep(half);
    const answer =
      operation === 'create' ? await this.counted(request, keys) : await super.send(operation, request, keys);
    await this.clock.sleep(half);
    return answer;
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
