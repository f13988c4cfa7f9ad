import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrailRecord } from '../../src/apply/ports.ts';
import { leaves, missingLeaves } from '../../src/model/component-leaves.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { draws } from '../support/draws.ts';
import type { JsonMap } from '../support/e2e/live-service.ts';
import {
  AS_PLANNED,
  canBeTogether,
  fileOf,
  history,
  KEYS,
  live,
  nameOf,
  QUIRKS,
  type History,
  type Planner,
  type Version,
  type World,
} from '../support/quirky-world.ts';

// What must be true for any behavior of the service: with each quirk alone, and with two at a time.

function expectLaws(world: World, quirks: readonly string[], steps: History): void {
  expectSafety(world);
  expectTrueTrail(world);
  expectLiveness(world, quirks, steps);
  expectQuiet(world, quirks);
}

/** Each file has one campaign, which is published at most once, and no draft above it appears by itself. */
function expectSafety({ done }: World): void {
  const of = (effect: string) => done.filter((one) => one.effect.startsWith(effect)).map((one) => one.effect);
  expect(of('created'), 'created').toHaveLength(KEYS.length);
  expect(new Set(of('published')).size, 'published twice').toBe(of('published').length);
}

/**
 * Every completed write has at least one entry in the audit trail and at most one final entry, and no status change
 * counts as manual.
 */
function expectTrueTrail({ stage, done }: World): void {
  const { trail } = stage.recorder;
  expect(trail.filter(({ event }) => event.code === 'moved-in-service')).toEqual([]);
  const lines = (requestId: string): readonly TrailRecord[] =>
    trail.filter((one) => one.requestId === requestId);
  const requestIds = done.map(({ request_id: id }) => id ?? '');
  for (const requestId of requestIds) {
    const reported = lines(requestId);
    const isOpen = stage.recorder.state.open.some((intent) => intent.requestId === requestId);
    expect(isOpen || reported.length > 0, `nothing is reported about ${requestId}`).toBe(true);
    const final = reported.filter(({ event }) => event.code !== 'not-confirmed');
    expect(final.length, `${requestId} is reported twice`).toBeLessThan(2);
  }
  const applied = trail.filter(({ event }) => ['created', 'updated', 'transitioned'].includes(event.code));
  for (const { requestId } of applied) expect(requestIds).toContain(requestId);
}

const rank = ({ status, version_number: version }: JsonMap) =>
  (status === 'DRAFT' ? 0 : 1_000) + Number(version ?? 1);

/** The live campaign equals the file, or the plan says why not, with a reason that fits this service. */
function expectLiveness({ truth: all, plan }: World, quirks: readonly string[], steps: History): void {
  const has = (...names: string[]) => names.some((name) => quirks.includes(name));
  const final = steps.at(-1)?.[0] ?? [];
  KEYS.forEach((key, at) => {
    const campaign = plan.campaigns.find((one) => one.key === key);
    // The newest version that is live.
    const [truth] = all
      .filter(({ basic_details: details }) => (details as JsonMap).name === nameOf(key))
      .sort((one, two) => rank(two) - rank(one));
    const wanted = fileOf(key, final[at]);
    const reported = [
      ...(campaign?.held ?? []).map(({ reason }) => reason),
      ...(campaign?.notes ?? []).map(({ kind }) => kind),
      // Planned again after a refusal, which the result of every run reports.
      ...(campaign?.steps ?? []).map(({ kind }) => kind),
    ];
    // A draft with more than what was sent isn't published, nor one that the file doesn't ask for.
    const isPlain = quirks.every((one) => /^(draft-versions|document-ids|publish-20[04])$/.test(one));
    const isAsked = steps.every(([versions]) => versions[at]?.status === 'ACTIVE');
    const isRefused =
      has('draft-only-updates', 'forbidden') || (has('draft-versions') && !(isPlain && isAsked));
    for (const name of ['utm_params', 'campaign_content'] as const) {
      const [want, have] = [wanted.components[name] ?? {}, truth?.[name] as JsonObject | undefined];
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
    const started: unknown[] = status === 'ACTIVE' ? ['ACTIVE', 'SCHEDULED'] : [status];
    const isThere =
      status === undefined || started.includes(truth?.status) || reported.includes('transition-not-possible');
    if (!isThere)
      expect(isRefused || has('merge-updates'), `${key} is never ${status}: ${reported.join()}`).toBe(true);
  });
}

/**
 * A creation, an edit and a start may each take one run to become visible. After that, nothing is sent and nothing new
 * is reported, except a refusal that is tried again.
 */
function expectQuiet({ counts, results }: World, quirks: readonly string[]): void {
  if (!quirks.includes('forbidden')) expect(counts.at(-1)).toEqual(counts.at(-3));
  expect(results.at(-1)?.stale).toEqual([]);
}

describe('for any behavior of the service', () => {
  it.each([['as usual'], ...QUIRKS.map((name) => [name])])(
    '%s: safe, true, alive and quiet',
    async (name) => {
      const quirks = QUIRKS.filter((quirk) => quirk === name);
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
        }),
        draws(4, { cost: 8 }),
      );
    },
  );

  it('with two quirks at once', async () => {
    const two = fc.subarray(QUIRKS, { minLength: 2, maxLength: 2 }).filter(canBeTogether);
    await fc.assert(
      fc.asyncProperty(two, history, async (quirks, steps) => {
        expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
      }),
      draws(25, { cost: 2 }),
    );
  });

  it.each([[['draft-versions']], [['draft-versions', 'document-ids']], [['document-ids']]])(
    'publishes each version of a campaign that is to be live: %j',
    async (quirks) => {
      const asked = history.map((steps): History =>
        steps.map(([[a, b], pause]) => [[active(a), active(b)], pause]),
      );
      const active = (version: Version): Version => ({ ...version, status: 'ACTIVE' });
      await fc.assert(
        fc.asyncProperty(asked, async (steps) => {
          expectLaws(await live(quirks, steps, AS_PLANNED), quirks, steps);
        }),
        draws(4, { cost: 8 }),
      );
    },
  );

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
