import { describe, expect, it } from 'vitest';
import type { Answer, SendKeys } from '../../src/apply/ports.ts';
import type { Clock } from '../../src/model/clock.ts';
import type { Request } from '../../src/model/plan.ts';
import type { Result } from '../../src/model/result.ts';
import { EMPTY_STATE } from '../../src/model/state.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { CREATE_CALLS, CREATIONS, RollingWindows } from '../../src/service/domain/rate-limits.ts';
import { applyOn, type Stage } from '../support/apply-world.ts';
import { desired, NOW } from '../support/builders.ts';
import { fakeChance, FakeClock } from '../support/fake-clock.ts';
import { FakeRecorder } from '../support/fake-recorder.ts';
import { FakeService } from '../support/fake-service.ts';

// How long creations take in virtual time: the whole of apply against a service that enforces the limits to the
// millisecond.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [1, 0],
  [5, 0],
  [6, MINUTE + CLOCK_MARGIN_MS],
  [25, 4 * (MINUTE + CLOCK_MARGIN_MS)],
  [26, HOUR + CLOCK_MARGIN_MS],
  [100, 3 * (HOUR + CLOCK_MARGIN_MS) + 4 * (MINUTE + CLOCK_MARGIN_MS)],
  [101, DAY + CLOCK_MARGIN_MS],
  [250, 2 * (DAY + CLOCK_MARGIN_MS) + HOUR + CLOCK_MARGIN_MS + 4 * (MINUTE + CLOCK_MARGIN_MS)],
])('%i creations from an empty ledger take %i ms, calculated by hand', async (count, took) => {
  const { clock } = await create(count);
  expect(clock.time - NOW).toBe(took);
});

describe('a creation whose answer is lost', () => {
  it('is sent again only when the attempts allow it, and blocks no one forever', async () => {
    const { service, result } = await create(12, { lose: ({ nth }) => nth % 3 === 1 });
    expect(service.refused).toEqual([]);
    expect(result.applied).toHaveLength(12);
    expect(service.campaigns.size).toBe(12);
  });

  it('counts as done from when it was given up on, not for as long as it is unknown', async () => {
    const { service, clock, result } = await create(10, {
      lose: ({ keyOf }) => ['c000', 'c001', 'c002', 'c003', 'c004'].includes(keyOf),
      blind: true,
    });
    expect(result.failed.map(({ cause }) => cause.code)).toEqual(Array.from({ length: 5 }, () => 'unclear'));
    expect(result.applied).toHaveLength(5);
    expect(service.refused).toEqual([]);
    expect(clock.time - NOW).toBeLessThan(2 * MINUTE);
  });
});

interface Circumstances {
  /** Keys of creations that never get an answer. */
  readonly lose?: (call: { readonly nth: number; readonly keyOf: string }) => boolean;
  /** Whether a search finds nothing that was created. */
  readonly blind?: boolean;
}

/** Applies this many new campaigns in one run that may wait as long as necessary. */
async function create(count: number, given: Circumstances = {}) {
  const clock = new FakeClock(NOW);
  const service = new StrictService(clock);
  service.interfere = ({ request, nth }) => {
    const { name } = request.body.basic_details as { name: string };
    return given.lose?.({ nth, keyOf: name.replace('The ', '') }) ? 'lose-answer' : undefined;
  };
  if (given.blind) service.searchByName = () => Promise.resolve({ kind: 'found', campaigns: [] });
  const recorder = new FakeRecorder(EMPTY_STATE);
  const names = Array.from({ length: count }, (_, at) => `c${String(at).padStart(3, '0')}`);
  const stage: Stage = {
    ...{ service, recorder, clock, chance: fakeChance() },
    desired: names.map((name) => desired({ key: name })),
  };
  const run = { windows: DEFAULT_LIMITS.create, deadline: NOW + 10 * DAY };
  const result: Result = await applyOn(stage, { run });
  return { service, clock, result };
}

/** Counts creations and their attempts as the local service does, and refuses what exceeds the limits with 429. */
class StrictService extends FakeService {
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
    }
    return answer;
  }
}
