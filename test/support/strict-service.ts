import type { Clock } from '../../src/model/clock.ts';
import type { Answer, CampaignKind, SendKeys } from '../../src/apply/ports.ts';
import type { CampaignId } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Request } from '../../src/model/plan.ts';
import { FakeService } from './fake-service.ts';

/** The exact limits of the specification, without margin. */
const ATTEMPTS: readonly (readonly [limit: number, spanMs: number])[] = [
  [5, 1_000],
  [25, 60_000],
  [100, 3_600_000],
];
const SUCCESSES: readonly (readonly [limit: number, spanMs: number])[] = [
  [5, 60_000],
  [25, 3_600_000],
  [100, 86_400_000],
];

/** How long each operation takes, in milliseconds. The default is no time. */
export interface Latency {
  readonly search?: number;
  readonly look?: number;
  /** Round trip. The service counts a call halfway. */
  readonly send?: number;
}

/** Counts creations and their attempts in rolling windows, and refuses what exceeds them with 429. */
export class StrictService extends FakeService {
  /** The time of each completed creation. */
  readonly created: number[] = [];
  /** The time of each 429. */
  readonly refused: number[] = [];
  private readonly seen = new Set<string>();
  private readonly attempts: number[] = [];
  private readonly successes: number[] = [];
  private readonly clock: Clock;
  private readonly latency: Latency;
  /** Whether a 429 says how long to wait. */
  tellsWait = true;

  constructor(clock: Clock, latency: Latency = {}) {
    super();
    this.clock = clock;
    this.latency = latency;
  }

  /** Adds creations of another client or of an earlier run. */
  use(...instants: readonly number[]): void {
    for (const list of [this.attempts, this.successes]) {
      list.push(...instants);
      list.sort((a, b) => a - b);
    }
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
    const free = Math.max(
      leaves(this.attempts, ATTEMPTS),
      isNew ? leaves(this.successes, SUCCESSES) : -Infinity,
    );
    if (free > now) {
      this.refused.push(now);
      const retryAfterMs = this.tellsWait ? Math.ceil((free - now) / 1_000) * 1_000 : undefined;
      return { kind: 'limited', retryAfterMs, responseId: null };
    }
    this.attempts.push(now);
    const before = this.campaigns.size;
    const answer = await super.send('create', request, keys);
    if (this.campaigns.size > before) {
      this.seen.add(keys.idempotencyKey);
      this.successes.push(now);
      this.created.push(now);
    }
    return answer;
  }
}

/** When one more fits: when the oldest of the newest `limit` calls is a span old, in every window. */
function leaves(times: readonly number[], windows: readonly (readonly [number, number])[]): number {
  return Math.max(...windows.map(([limit, spanMs]) => (times[times.length - limit] ?? -Infinity) + spanMs));
}
