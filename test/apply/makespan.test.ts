import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/result.ts';
import { EMPTY_STATE } from '../../src/model/state.ts';
import { CLOCK_MARGIN_MS, DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { applyOn, type Stage } from '../support/apply-world.ts';
import { desired, NOW } from '../support/builders.ts';
import { fakeChance, FakeClock } from '../support/fake-clock.ts';
import { FakeRecorder } from '../support/fake-recorder.ts';
import { StrictService } from '../support/strict-service.ts';

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

describe('when others also use the quota', () => {
  it('sends no creation before the time that a refusal names', async () => {
    const { service, result } = await create(6, { others: times(3, NOW - 10 * SECOND, SECOND) });
    expect(result.applied).toHaveLength(6);
    // Two at once. Then each of the others has to become a minute old for one more.
    expect(service.refused).toHaveLength(3);
    const third = service.created[2] ?? NaN;
    expect(third - NOW).toBeGreaterThanOrEqual(50 * SECOND);
    expect(third - NOW).toBeLessThanOrEqual(51 * SECOND);
    expect((service.created.at(-1) ?? NaN) - NOW).toBeLessThanOrEqual(111 * SECOND + 2 * CLOCK_MARGIN_MS);
  });

  it("defers what isn't possible within the longest wait to the time that the service named", async () => {
    const { service, result } = await create(3, {
      ...{ others: times(25, NOW - 30 * MINUTE, MINUTE), maxWaitMs: 10 * MINUTE },
    });
    expect(service.refused).toHaveLength(1);
    expect(service.created).toEqual([]);
    const [first, ...rest] = result.deferred.map(({ resumeAt }) => Date.parse(resumeAt) - NOW);
    expect(first).toBe(30 * MINUTE);
    for (const at of rest) expect(at).toBeGreaterThanOrEqual(30 * MINUTE);
  });
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
  readonly others?: readonly number[];
  readonly maxWaitMs?: number;
  /** Keys of creations that never get an answer. */
  readonly lose?: (call: { readonly nth: number; readonly keyOf: string }) => boolean;
  /** Whether a search finds nothing that was created. */
  readonly blind?: boolean;
}

/** Applies this many new campaigns in one run that may wait as long as necessary. */
async function create(count: number, given: Circumstances = {}) {
  const clock = new FakeClock(NOW);
  const service = new StrictService(clock);
  service.use(...(given.others ?? []));
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
  const run = { windows: DEFAULT_LIMITS.create, deadline: NOW + (given.maxWaitMs ?? 10 * DAY) };
  const result: Result = await applyOn(stage, { run });
  return { service, clock, result };
}

function times(count: number, from: number, stepMs: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index * stepMs);
}
