import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesiredStatus } from '../../src/model/campaign.ts';
import { leaves, missingLeaves } from '../../src/model/canonical.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Result } from '../../src/model/result.ts';
import { SETTLED_AFTER_MS } from '../../src/model/settle.ts';
import { planReadingTwice, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { recover } from '../../src/apply/recover.ts';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import { desired } from '../support/builders.ts';
import { draws } from '../support/draws.ts';
import { QUIRKS, QuirkyService, type Quirk } from '../support/quirky-service.ts';

// What must hold however the service behaves: each quirk alone, and two at a time.

const RUNS = draws(200, { cost: 2 });
const NAMES = Object.keys(QUIRKS) as Quirk[];
const KEYS = ['a', 'b'];

/** What a file says at one time: one component, which may lose a field, and a status. */
interface Version {
  readonly utm: JsonObject;
  readonly status: DesiredStatus | undefined;
}

const version: fc.Arbitrary<Version> = fc.record({
  utm: fc.constantFrom<JsonObject>(
    { utm_source: 'one', utm_medium: 'm' },
    { utm_source: 'two', utm_medium: 'm' },
    { utm_source: 'one', utm_medium: 'm', utm_term: 'term' },
  ),
  status: fc.constantFrom<DesiredStatus | undefined>(undefined, undefined, 'ACTIVE'),
});
/** How the files went on, and how long after each apply. */
const history = fc.array(fc.tuple(fc.tuple(version, version), fc.constantFrom(0, 60_000, 600_000)), {
  minLength: 1,
  maxLength: 3,
});

type Planner = (plan: Plan) => Plan;
const AS_PLANNED: Planner = (plan) => plan;

interface World {
  readonly stage: Stage;
  readonly service: QuirkyService;
  readonly results: readonly Result[];
  /** Writes and lines of the audit trail by the end of each run. */
  readonly counts: readonly (readonly [writes: number, lines: number])[];
  readonly plan: Plan;
}

/** Applies each version of the files, and the last one eight times more, as a schedule would. */
async function live(
  quirks: readonly Quirk[],
  steps: readonly [readonly [Version, Version], number][],
  planner: Planner,
): Promise<World> {
  const service = new QuirkyService(quirks);
  const stage: Stage = { ...stageOf({ desired: [] }), service };
  service.now = () => stage.clock.now();
  const results: Result[] = [];
  const counts: [number, number][] = [];
  const last = steps.at(-1);
  const rounds = [
    ...steps,
    ...Array.from({ length: 8 }, () => [last?.[0] ?? [], 2 * SETTLED_AFTER_MS] as const),
  ];
  let now: Stage = stage;
  for (const [versions, pause] of rounds) {
    const files = KEYS.map((key, at) => fileOf(key, versions[at]));
    now = { ...stage, desired: files };
    results.push(await apply(now, planner));
    counts.push([service.writes.length, stage.recorder.trail.length]);
    await stage.clock.sleep(pause);
  }
  return { stage: now, service, results, counts, plan: await planReadingTwice(now) };
}

function fileOf(key: string, version: Version | undefined) {
  return desired({
    key,
    type: 'EVENT_TRIGGERED',
    components: { utm_params: version?.utm ?? {} },
    status: version?.status,
  });
}

async function apply(stage: Stage, planner: Planner): Promise<Result> {
  const run = runOn(stage);
  const scope = { files: stage.desired, mayResend: () => true };
  await finishRecovery(run, await recover(run, stage.recorder.state.open, scope));
  return applyPlan(run, planner(await planReadingTwice(stage)));
}

function expectLaws(
  world: World,
  quirks: readonly Quirk[],
  steps: readonly [readonly Version[], number][],
): void {
  const { service, plan, counts, results } = world;
  const final = steps.at(-1)?.[0] ?? [];
  // Safety: one campaign for each file, published at most once.
  expect(service.truth.map(({ name }) => name).sort()).toEqual(['The a', 'The b']);
  const publishes = service.writes.filter(({ operation }) => operation === 'publish');
  const published = publishes.map(({ request }) => request.path);
  expect(new Set(published).size, 'published twice').toBe(published.length);
  KEYS.forEach((key, at) => {
    const campaign = plan.campaigns.find((one) => one.key === key);
    const truth = service.truth.find(({ name }) => name === `The ${key}`);
    const wanted = final[at];
    const told = [
      ...(campaign?.held ?? []).map(({ reason }) => reason),
      ...(campaign?.notes ?? []).map(({ kind }) => kind),
      // Planned again after a refusal: the result of every run says so.
      ...(campaign?.steps ?? []).map(({ kind }) => kind),
    ];
    const isRefused = ['drafts-only', 'forbidden'].some((one) => quirks.includes(one as Quirk));
    const have = truth?.components.utm_params;
    const missing = missingLeaves('utm_params', wanted?.utm ?? {}, have);
    const extra = leaves(have ?? {}).filter(({ path }) => !(String(path[0]) in (wanted?.utm ?? {})));
    // Truth and liveness: what the file says is there, or the plan says why not, with a reason that this service gives.
    if (missing.length + extra.length > 0) {
      expect(told, `${key} differs, and nothing is told`).not.toEqual([]);
      const isMerged = quirks.includes('merge') && missing.length === 0;
      expect(isRefused || isMerged, `${key} was never sent: ${told.join()}`).toBe(true);
    }
    // An edit that the service refuses, or a removal that it does not carry out, holds the start of a campaign.
    if (wanted?.status === 'ACTIVE' && truth?.status !== 'ACTIVE')
      expect(isRefused || quirks.includes('merge'), `${key} was never published: ${told.join()}`).toBe(true);
  });
  // Quiet: a creation, an edit and a start may each take a run to show; then nothing is sent and nothing new is said, but
  // for a refusal that is tried again.
  const [before, end] = [counts.at(-3), counts.at(-1)];
  if (!quirks.includes('forbidden')) expect(end).toEqual(before);
  expect(results.at(-1)?.stale).toEqual([]);
}

describe('however the service behaves', () => {
  it.each(
    [[] as Quirk[], ...NAMES.map((name) => [name])].map(
      (quirks) => [quirks.join() || 'as usual', quirks] as const,
    ),
  )('%s: safe, true, alive and quiet', async (_, quirks) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
      }),
      draws(30, { cost: 4 }),
    );
  });

  it('with two quirks at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(NAMES, { minLength: 2, maxLength: 2 }), history, async (quirks, steps) => {
        expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
      }),
      RUNS,
    );
  });

  it.each<[string, Planner]>([
    [
      'holds everything',
      (plan) => ({ ...plan, campaigns: plan.campaigns.map((one) => ({ ...one, steps: [] })) }),
    ],
    [
      'takes everything that exists for locked',
      (plan) => ({
        ...plan,
        campaigns: plan.campaigns.map((one) => (one.live ? { ...one, steps: [] } : one)),
      }),
    ],
  ])('a planner that %s breaks a law', async (_, planner) => {
    const steps: [[Version, Version], number][] = [
      [
        [
          { utm: { utm_source: 'one', utm_medium: 'm' }, status: undefined },
          { utm: { utm_source: 'one', utm_medium: 'm' }, status: undefined },
        ],
        0,
      ],
      [
        [
          { utm: { utm_source: 'two', utm_medium: 'm' }, status: undefined },
          { utm: { utm_source: 'one', utm_medium: 'm' }, status: 'ACTIVE' },
        ],
        0,
      ],
    ];
    const world = await live([], steps, planner);
    expect(() => {
      expectLaws(world, [], steps);
    }).toThrow();
  });
});
