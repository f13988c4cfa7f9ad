import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import type { Answer } from '../../src/apply/ports.ts';
import type { RunOptions } from '../../src/apply/run.ts';
import type { CampaignStatus } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Progress } from '../../src/model/progress.ts';
import type { Intent } from '../../src/model/state.ts';
import { SECOND_MS } from '../../src/model/time.ts';
import type { Action } from '../../src/model/transitions.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import {
  bindingOf,
  campaignId,
  desired,
  intent,
  key,
  live,
  NOW,
  stateOf,
  UNREADABLE,
} from '../support/builders.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';
import { FakeLease } from '../support/fake-lease.ts';
import { refused } from '../support/fake-service.ts';

// An earlier run sent a PUBLISH and got no answer, and the plan shows a draft, so it is to be sent a second time.

/** A status change that an earlier run sent so many milliseconds ago. */
function sent(name: string, agoMs: number, action: Action = 'PUBLISH'): Intent {
  const common = intent({ key: name, kind: 'transition' });
  return { ...common, at: NOW - agoMs, action, desired: 'ACTIVE' } as Intent;
}

/** What a start reads before it is sent, whatever else was read. */
const AS_BASE = ['get id-a', 'get id-a'];

interface World extends Stage {
  /** What the run did, in order. */
  readonly log: string[];
}

/** Campaigns whose files want them to be live, with what earlier runs left open. */
function world(
  open: readonly Intent[],
  { names = ['a'], status = 'DRAFT' }: { names?: readonly string[]; status?: CampaignStatus } = {},
): World {
  const shown = names.map((name) => live({ key: name, type: 'PERIODIC', status }));
  const stage = stageOf({
    desired: names.map((name) => desired({ key: name, type: 'PERIODIC', status: 'ACTIVE' })),
    live: shown,
    state: stateOf(
      shown.map((one) => bindingOf(one)),
      { open },
    ),
  });
  const log: string[] = [];
  const { service } = stage;
  const [read, send] = [service.readEach.bind(service), service.send.bind(service)];
  service.readEach = (ids) => {
    log.push(`get ${ids.join()}`);
    return read(ids);
  };
  service.send = (operation, request, keys) => {
    log.push(`${operation} ${request.path}`);
    return send(operation, request, keys);
  };
  return { ...stage, log };
}

/** Shows another status of a campaign. */
function show({ service }: Stage, name: string, status: CampaignStatus): void {
  const id = campaignId(`id-${name}`);
  const before = service.campaigns.get(id);
  if (before) service.campaigns.set(id, { ...before, status });
}

/** Shows another status of a campaign once time has passed. */
function showLater(stage: Stage, name: string, status: CampaignStatus): void {
  stage.clock.every(SECOND_MS, () => {
    show(stage, name, status);
  });
}

async function apply(
  stage: World,
  more: { readonly plan?: Partial<PlannerInputs>; readonly run?: Partial<RunOptions> } = {},
) {
  const lease = new FakeLease();
  const progress: Progress[] = [];
  const onProgress = (one: Progress) => void progress.push(one);
  const plan = planOn(stage, more.plan);
  const result = await applyPlan(runOn(stage, { lease, onProgress, ...more.run }), plan);
  const writes = stage.service.writes.map(({ request }) => request.path);
  return { writes, waits: stage.clock.sleeps, lease: lease.calls, progress, result };
}

const publishOf = (name: string) => `/core-services/v1/campaigns/id-${name}`;

/** What is recorded, and the requests whose intents that closes. */
function eventsOf({ recorder }: Stage): unknown[] {
  return recorder.trail.map(({ event, closes }) => [closes, event]);
}

describe('a PUBLISH without an answer', () => {
  it('is sent again if a read 15 seconds after it still shows a draft; the lease is free during the wait', async () => {
    const stage = world([sent('a', 5 * SECOND_MS)]);
    const { writes, waits, lease, progress, result } = await apply(stage);
    expect(writes).toEqual([publishOf('a')]);
    expect(waits).toEqual([10 * SECOND_MS]);
    expect(lease).toEqual(['free', 'take']);
    const until = NOW + 10 * SECOND_MS;
    expect(progress[0]).toEqual({ kind: 'request-wait', until, why: 'second-read', operation: 'get' });
    expect(stage.log).toEqual(['get id-a', ...AS_BASE, `publish ${publishOf('a')}`]);
    expect(result).toMatchObject({ applied: [{ key: 'a', change: 'transition' }], failed: [], stale: [] });
    const why = { code: 'superseded', isAccepted: false };
    const published = { code: 'transitioned', action: 'PUBLISH', from: 'DRAFT', to: 'ACTIVE' };
    expect(eventsOf(stage)).toEqual([
      ['request-a', { code: 'not-confirmed', sent: 'transition', why }],
      [stage.service.writes[0]?.keys.requestId, published],
    ]);
    expect(stage.recorder.state.open).toEqual([]);
  });

  const LATER = ['ACTIVE', 'SCHEDULED', 'SENDING', 'SENT'] as const;
  it.each(LATER)(
    'is not sent again if the campaign is %s by then, and is recorded as made',
    async (status) => {
      const stage = world([sent('a', 5 * SECOND_MS)]);
      showLater(stage, 'a', status);
      const { writes, result } = await apply(stage);
      expect(writes).toEqual([]);
      expect(stage.log).toEqual(['get id-a']);
      expect(result).toMatchObject({ failed: [], stale: [], held: [], unconfirmed: [] });
      const applied = { key: 'a', change: 'transition', campaignId: 'id-a', components: [] };
      expect(result.applied).toEqual([{ ...applied, responseId: null, isRecovered: true }]);
      const event = { code: 'transitioned', action: 'PUBLISH', from: 'DRAFT', to: status };
      expect(eventsOf(stage)).toEqual([['request-a', event]]);
      expect(stage.recorder.state.open).toEqual([]);
      const recorded = { applied: 'ACTIVE', observed: status, seen: status };
      expect(stage.recorder.state.bindings.get(key('a'))?.status).toEqual(recorded);
    },
  );

  it('is recorded as made if the service refuses the second one because the campaign is published', async () => {
    const stage = world([sent('a', 20 * SECOND_MS)]);
    stage.service.interfere = (): Answer => {
      show(stage, 'a', 'ACTIVE');
      return refused(422, 'UNPROCESSABLE');
    };
    const { writes, result } = await apply(stage);
    expect(writes).toEqual([publishOf('a')]);
    expect(result).toMatchObject({ applied: [{ key: 'a', change: 'transition' }], failed: [] });
    const why = { code: 'refused', status: 422, serviceCode: 'UNPROCESSABLE' };
    expect(stage.recorder.trail.map(({ event }) => event)).toEqual([
      { code: 'not-done', sent: 'transition', why },
      { code: 'transitioned', action: 'PUBLISH', from: 'DRAFT', to: 'ACTIVE' },
    ]);
  });

  it.each<readonly [what: string, ago: Readonly<Record<string, number>>, waits: readonly number[]]>([
    ['right after the last of several', { a: 0, b: 12 }, [15]],
    ['after the last of several, whatever their order', { a: 12, b: 4 }, [11]],
    ['for a second', { a: 14 }, [1]],
    ['not at all after 15 seconds', { a: 15 }, []],
    ['not at all after a minute', { a: 60 }, []],
  ])('waits %s', async (_, ago, waits) => {
    const names = Object.keys(ago);
    const open = names.map((name) => sent(name, (ago[name] ?? 0) * SECOND_MS));
    const stage = world(open, { names });
    const applied = await apply(stage);
    expect(applied.waits).toEqual(waits.map((seconds) => seconds * SECOND_MS));
    expect(applied.lease).toEqual(waits.length > 0 ? ['free', 'take'] : []);
    expect(applied.writes).toEqual(names.map(publishOf));
    // Each campaign is read before all of them are read as the base of the starts.
    expect(stage.log.slice(0, names.length)).toEqual(names.map((name) => `get id-${name}`));
  });

  it('holds back no other start: what is published is recorded, what is not is sent', async () => {
    const names = ['a', 'b', 'c'];
    const stage = world([sent('a', 0), sent('b', 0)], { names });
    showLater(stage, 'a', 'ACTIVE');
    const { writes, result } = await apply(stage);
    expect(writes).toEqual([publishOf('b'), publishOf('c')]);
    expect(result.applied.map((one) => one.key)).toEqual(names);
    expect(stage.recorder.state.open).toEqual([]);
  });

  const UNREAD = { code: 'unreadable', before: 'write' };
  const GONE = { stale: [{ key: 'a', cause: { code: 'changed', what: 'gone' } }], failed: [] };
  it.each<readonly [what: string, answer: LiveAnswer | undefined, result: object]>([
    [
      'could not be read',
      UNREADABLE,
      { failed: [{ key: 'a', cause: { ...UNREAD, problem: ANSWERED_500 } }] },
    ],
    ['is gone', { kind: 'missing' }, GONE],
    ['is left out', undefined, { failed: [{ key: 'a', cause: UNREAD }] }],
  ])('is neither sent nor recorded as made if it %s', async (_, answer, expected) => {
    const stage = world([sent('a', 20 * SECOND_MS)]);
    const plan = planOn(stage);
    stage.service.readEach = (ids) => Promise.resolve(new Map(answer && ids.map((id) => [id, answer])));
    const result = await applyPlan(runOn(stage), plan);
    expect(stage.service.writes).toEqual([]);
    expect(result).toMatchObject({ applied: [], ...expected });
    expect(stage.recorder.state.open.map(({ requestId }) => requestId)).toEqual(['request-a']);
  });
});

describe('a second read', () => {
  it.each<readonly [what: string, stage: () => World, more: Parameters<typeof apply>[1], writes: string[]]>([
    [
      'if a person says that the first PUBLISH was not made',
      () => world([sent('a', 0)]),
      { run: { allowed: new Set(['unconfirmed']) } },
      [publishOf('a')],
    ],
    [
      'for a PUBLISH of a campaign that this run does not start',
      () => world([sent('b', 0)], { names: ['a', 'b'] }),
      { plan: { only: new Set([key('a')]) } },
      [publishOf('a')],
    ],
    [
      'for another change of the same campaign',
      () => world([sent('a', 0, 'RESUME')], { status: 'PAUSED' }),
      {},
      ['/v5/campaigns/id-a/status'],
    ],
    ['if nothing is open', () => world([]), {}, [publishOf('a')]],
  ])('is not made %s', async (_, make, more, expected) => {
    const stage = make();
    const { writes, waits, lease } = await apply(stage, more);
    expect([writes, waits, lease]).toEqual([expected, [], []]);
    expect(stage.log).toEqual([...AS_BASE, expect.stringContaining(expected.join())]);
  });
});
