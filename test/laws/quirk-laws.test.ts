import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import { recover } from '../../src/apply/recover.ts';
import type { TrailRecord } from '../../src/apply/ports.ts';
import { describeEvent } from '../../src/messages/trail-messages.ts';
import { changeOf } from '../../src/model/audit.ts';
import type { Components, Desired, DesiredStatus } from '../../src/model/campaign.ts';
import { leaves, missingLeaves } from '../../src/model/canonical.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Result } from '../../src/model/result.ts';
import { SETTLED_AFTER_MS } from '../../src/model/resolve-intent.ts';
import { planReading, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired } from '../support/builders.ts';
import { draws } from '../support/draws.ts';
import { QuirkyService } from '../support/quirky-service.ts';
import { QUIRKS, type Quirk } from '../support/quirks.ts';

// What must be true for any behavior of the service: with each quirk alone, and with two at a time.

const RUNS = draws(25, { cost: 2 });
const NAMES = Object.keys(QUIRKS) as Quirk[];
const KEYS = ['a', 'b'];

/** What a file says at one time: components, one of which may lose a field, and a status. */
interface Version {
  readonly utm: JsonObject;
  readonly subject: string;
  readonly status: DesiredStatus | undefined;
}

const version: fc.Arbitrary<Version> = fc.record({
  utm: fc.constantFrom<JsonObject>(
    { utm_source: 'one', utm_medium: 'm' },
    { utm_source: 'two', utm_medium: 'm' },
    { utm_source: 'one', utm_medium: 'm', utm_term: 'term' },
    { utm_source: 'one', utm_medium: 'm', utm_term: '' },
  ),
  subject: fc.constantFrom('Hello', 'Tom & "Jerry" ', 'Noe\u0308l'),
  status: fc.constantFrom<DesiredStatus | undefined>(undefined, undefined, 'ACTIVE', 'PAUSED'),
});
type History = readonly (readonly [readonly [Version, Version], number])[];
/** The successive versions of the files, and the time after each apply. */
const history: fc.Arbitrary<History> = fc.array(
  fc.tuple(fc.tuple(version, version), fc.constantFrom(0, 60_000, 600_000)),
  { minLength: 1, maxLength: 3 },
);

type Planner = (plan: Plan) => Plan;
const AS_PLANNED: Planner = (plan) => plan;

interface World {
  readonly stage: Stage;
  readonly service: QuirkyService;
  readonly results: readonly Result[];
  /** The number of writes and audit trail entries at the end of each run. */
  readonly counts: readonly (readonly [writes: number, lines: number])[];
  readonly plan: Plan;
}

/** Applies each version of the files, and the last one eight more times, as on a schedule. */
async function live(quirks: readonly Quirk[], steps: History, planner: Planner): Promise<World> {
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
    now = { ...stage, desired: KEYS.map((key, at) => fileOf(key, versions[at])) };
    results.push(await apply(now, planner));
    counts.push([service.writes.length, stage.recorder.trail.length]);
    await stage.clock.sleep(pause);
  }
  return { stage: now, service, results, counts, plan: await planReading(now) };
}

/**
 * The first campaign has a list that can't be edited after publishing. The second one has a schedule that a view may
 * hide, and a name that a service may respell.
 */
function fileOf(key: string, version: Version | undefined): Desired {
  const subject = version?.subject ?? '';
  const components: Components = {
    basic_details: { name: nameOf(key) },
    campaign_content: { content: { email: { subject, attachments: [{ title: subject }, { title: 'B' }] } } },
    ...(key === 'a' && {
      trigger_condition: { included_filters: { filters: [{ filter_type: 'actions', action_name: 'Seen' }] } },
    }),
    ...(key === 'b' && {
      scheduling_details: {
        ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-03-03T10:00:00', timezone: 'UTC' },
        expiry_time: '2032-01-01T00:00:00+01:00',
        periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 5 },
      },
    }),
    utm_params: version?.utm ?? {},
  };
  return desired({
    key,
    type: key === 'b' ? 'PERIODIC' : 'EVENT_TRIGGERED',
    components,
    status: version?.status,
  });
}

function nameOf(key: string): string {
  return key === 'b' ? ' The  be\u0301' : `The ${key} & co`;
}

async function apply(stage: Stage, planner: Planner): Promise<Result> {
  const run = runOn(stage);
  const scope = { files: stage.desired, mayResend: () => true };
  await finishRecovery(run, await recover(run, stage.recorder.state.open, scope));
  return applyPlan(run, planner(await planReading(stage)));
}

function expectLaws(world: World, quirks: readonly Quirk[], steps: History): void {
  expectSafety(world);
  expectTrueTrail(world);

  if (isUnrecognizable(quirks)) return;
  expectLiveness(world, quirks, steps);
  expectQuiet(world, quirks);
}

/**
 * Whether the answer to a creation is lost and the client can't recognize the content of the result. While the service
 * may still create it, nothing else is created, and the plan says that the outcome is unknown.
 */
function isUnrecognizable(quirks: readonly Quirk[]): boolean {
  return quirks.includes('details-only') && quirks.includes('respell=capitals');
}

/** Each file has one campaign, which is published at most once, and no draft above it appears by itself. */
function expectSafety({ service }: World): void {
  expect(service.truth.map(({ name }) => name).sort()).toEqual(KEYS.map(nameOf).sort());
  const published = service.done.filter(({ operation }) => operation === 'publish').map(({ id }) => id);
  expect(new Set(published).size, 'published twice').toBe(published.length);
}

/**
 * Every completed write has at least one entry in the audit trail and at most one final entry, and no status change
 * counts as manual.
 */
function expectTrueTrail({ stage, service }: World): void {
  const { trail } = stage.recorder;
  expect(trail.filter(({ event }) => changeOf(event) === 'status')).toEqual([]);
  const lines = (requestId: string): readonly TrailRecord[] =>
    trail.filter((one) => one.requestId === requestId);
  const done = service.done.map(({ requestId }) => requestId);
  for (const requestId of done) {
    const reported = lines(requestId);
    const isOpen = stage.recorder.state.open.some((intent) => intent.requestId === requestId);
    expect(isOpen || reported.length > 0, `nothing is reported about ${requestId}`).toBe(true);
    const final = reported.filter(({ event }) => event.code !== 'not-confirmed');
    expect(final.length, `${requestId} is reported twice`).toBeLessThan(2);
  }
  const applied = trail.filter(({ event }) => ['created', 'updated', 'transitioned'].includes(event.code));
  for (const { requestId, key, event } of applied)
    expect(done, describeEvent(key, event)).toContain(requestId);
}

/** The live campaign equals the file, or the plan says why not, with a reason that fits this service. */
function expectLiveness({ service, plan }: World, quirks: readonly Quirk[], steps: History): void {
  const has = (...names: Quirk[]) => names.some((name) => quirks.includes(name));
  const final = steps.at(-1)?.[0] ?? [];
  KEYS.forEach((key, at) => {
    const campaign = plan.campaigns.find((one) => one.key === key);
    const truth = service.truth.find(({ name }) => name === nameOf(key));
    const wanted = fileOf(key, final[at]);
    const reported = [
      ...(campaign?.held ?? []).map(({ reason }) => reason),
      ...(campaign?.notes ?? []).map(({ kind }) => kind),
      // Planned again after a refusal, which the result of every run reports.
      ...(campaign?.steps ?? []).map(({ kind }) => kind),
    ];
    const isRefused = has('draft-only-updates', 'forbidden', 'draft-versions');
    for (const name of ['utm_params', 'campaign_content'] as const) {
      const [want, have] = [wanted.components[name] ?? {}, truth?.components[name]];
      const missing = missingLeaves(name, want, have);
      const extra = leaves(have ?? {}).filter(
        ({ path, value }) => value !== '' && !(String(path[0]) in want),
      );
      if (missing.length + extra.length === 0) continue;
      expect(reported, `${key} differs, and nothing is reported`).not.toEqual([]);
      const isMerged = has('merge-updates') && missing.length === 0;
      expect(isRefused || isMerged, `${name} of ${key} was never sent: ${reported.join()}`).toBe(true);
    }
    // An edit that the service refuses, or a removal that it does not carry out, blocks the start of a campaign.
    const status = wanted.status;
    const isThere =
      status === undefined || truth?.status === status || reported.includes('transition-not-possible');
    if (!isThere)
      expect(isRefused || has('merge-updates'), `${key} is never ${status}: ${reported.join()}`).toBe(true);
  });
}

/**
 * A creation, an edit and a start may each take one run to become visible. After that, nothing is sent and nothing new
 * is reported, except a refusal that is tried again.
 */
function expectQuiet({ counts, results }: World, quirks: readonly Quirk[]): void {
  if (!quirks.includes('forbidden')) expect(counts.at(-1)).toEqual(counts.at(-3));
  expect(results.at(-1)?.stale).toEqual([]);
}

describe('for any behavior of the service', () => {
  it.each(
    [[] as Quirk[], ...NAMES.map((name) => [name])].map(
      (quirks) => [quirks.join() || 'as usual', quirks] as const,
    ),
  )('%s: safe, true, alive and quiet', async (_, quirks) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
      }),
      draws(12, { cost: 4 }),
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

  it('with an edit above live that has an ID of its own', async () => {
    const first: Version = {
      utm: { utm_source: 'one', utm_medium: 'm' },
      subject: 'Noe\u0308l',
      status: 'ACTIVE',
    };
    const second: Version = { ...first, subject: 'Hello', status: undefined };
    const steps: History = [
      [[first, first], 0],
      [[second, first], 0],
    ];
    const quirks: Quirk[] = ['draft-versions', 'document-ids'];
    expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
  });

  it.each<[string, Planner]>([
    [
      'blocks everything',
      (plan) => ({ ...plan, campaigns: plan.campaigns.map((one) => ({ ...one, steps: [] })) }),
    ],
    [
      'treats everything that exists as locked',
      (plan) => ({
        ...plan,
        campaigns: plan.campaigns.map((one) => (one.live ? { ...one, steps: [] } : one)),
      }),
    ],
  ])('a planner that %s breaks a law', async (_, planner) => {
    const plain: Version = {
      utm: { utm_source: 'one', utm_medium: 'm' },
      subject: 'Hello',
      status: undefined,
    };
    const steps: History = [
      [[plain, plain], 0],
      [
        [
          { ...plain, utm: { utm_source: 'two', utm_medium: 'm' } },
          { ...plain, status: 'ACTIVE' },
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
