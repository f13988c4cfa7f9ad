import { describe, expect, it } from 'vitest';
import { recordQuietly } from '../../src/apply/record-quietly.ts';
import type { Run } from '../../src/apply/run.ts';
import type { CampaignKey, CampaignStatus, Components, Live } from '../../src/model/campaign.ts';
import type { Overtaken } from '../../src/model/failure.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { TrailEvent } from '../../src/model/trail-event.ts';
import type { Policy } from '../../src/model/workspace.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, key, live, stateOf } from '../support/builders.ts';
import { NOT_WRITTEN } from '../support/fake-recorder.ts';

// What a run records at its end although nothing was sent: what equals its file, what left it, and statuses that changed.

const NAME: Components = { basic_details: { name: 'The a' } };
const UTM: Components = { utm_params: { utm_source: 'shop' } };
const HAND: Components = { utm_params: { utm_source: 'hand' } };
const SEGMENT: Components = { segmentation_details: { is_all_user_campaign: true } };
const HOLD: Policy = { drift: 'hold', guard: { share: 1, atLeast: 1_000 } };

/** A campaign, what its file says, and what is recorded of both. */
interface Situation {
  readonly file?: Components;
  readonly shown?: Components;
  readonly recorded?: Components;
  readonly status?: CampaignStatus;
  /** The status that was noted last. */
  readonly seen?: CampaignStatus;
}

function world(situations: Readonly<Record<string, Situation>>): Stage {
  const all = Object.entries(situations).map(([name, situation]) => {
    const { file = {}, shown = {}, recorded = {}, status = 'DRAFT', seen = status } = situation;
    const known = live({ key: name, components: shown, status });
    const sent = live({ key: name, components: recorded }).components;
    const binding = bindingOf(known, { applied: sent, observed: sent });
    return {
      file: desired({ key: name, components: file }),
      known,
      binding: { ...binding, status: { ...binding.status, seen } },
    };
  });
  return stageOf({
    desired: all.map(({ file }) => file),
    live: all.map(({ known }) => known),
    state: stateOf(all.map(({ binding }) => binding)),
  });
}

interface Recording {
  /** The campaigns that may be written; all if omitted. */
  readonly approved?: (key: CampaignKey) => boolean;
  readonly before?: (run: Run) => void;
}

interface Recorded {
  readonly run: Run;
  readonly campaigns: readonly PlannedCampaign[];
}

async function record(stage: Stage, { approved = () => true, before }: Recording = {}): Promise<Recorded> {
  const { campaigns } = planOn(stage, { policy: HOLD });
  const run = runOn(stage);
  before?.(run);
  await recordQuietly(
    run,
    campaigns.filter((one) => approved(one.key)),
    campaigns,
  );
  return { run, campaigns };
}

function eventsOf({ recorder }: Stage): readonly (readonly [CampaignKey, TrailEvent])[] {
  return recorder.trail.map((one) => [one.key, one.event]);
}

const ADOPTED: Situation = { file: UTM, shown: UTM };
const PUBLISHED: Situation = { status: 'ACTIVE', seen: 'DRAFT' };
const NOTED: TrailEvent = { code: 'noted', why: { code: 'in-sync' } };
const MOVED: TrailEvent = { code: 'moved-in-service', from: 'DRAFT', to: 'ACTIVE' };

describe('the note about a campaign', () => {
  it('has its record, no request and no intent', async () => {
    const stage = world({ a: ADOPTED });
    const { campaigns } = await record(stage);
    expect(stage.recorder.trail).toEqual([
      {
        ...{ key: 'a', event: NOTED, components: [], binding: campaigns[0]?.record },
        ...{ requestId: undefined, responseId: undefined, closes: undefined },
      },
    ]);
    expect(stage.recorder.state.bindings.get(key('a'))).toMatchObject({
      applied: { ...NAME, ...UTM },
      observed: { ...NAME, ...UTM },
    });
  });

  it.each<readonly [what: string, situation: Situation, why: object, components: readonly string[]]>([
    ['that its file now says what live has', ADOPTED, { code: 'in-sync' }, []],
    [
      'that a component left the file',
      { shown: UTM, recorded: UTM },
      { code: 'released', components: ['utm_params'] },
      ['utm_params'],
    ],
    [
      'that a component left the file, although another was edited in the service after the end',
      { file: UTM, shown: { ...HAND, ...SEGMENT }, recorded: { ...UTM, ...SEGMENT }, status: 'SENT' },
      { code: 'released', components: ['segmentation_details'] },
      ['segmentation_details'],
    ],
    [
      'that a component was edited in the service after the end',
      { file: UTM, shown: HAND, recorded: UTM, status: 'SENT' },
      { code: 'changed-after-end', components: ['utm_params'] },
      [],
    ],
    [
      'that one equals its file, although another was edited in the service and the campaign still sends',
      { file: { ...UTM, ...SEGMENT }, shown: { ...HAND, ...SEGMENT }, recorded: UTM, status: 'ACTIVE' },
      { code: 'in-sync' },
      [],
    ],
    [
      'that one equals its file, although another was edited in its file after the end',
      { file: { ...UTM, ...SEGMENT }, shown: { ...HAND, ...SEGMENT }, recorded: HAND, status: 'SENT' },
      { code: 'in-sync' },
      [],
    ],
    [
      'that one equals its file after the end',
      { file: UTM, shown: UTM, status: 'SENT' },
      { code: 'in-sync' },
      [],
    ],
  ])('says %s', async (_, situation, why, components) => {
    const stage = world({ a: situation });
    await record(stage);
    expect(eventsOf(stage)).toEqual([['a', { code: 'noted', why }]]);
    expect(stage.recorder.trail[0]?.components).toEqual(components);
  });

  it.each<readonly [what: string, situation: Situation, recording: Recording]>([
    ['if everything is recorded', { file: UTM, shown: UTM, recorded: UTM }, {}],
    ['if it is not approved', ADOPTED, { approved: () => false }],
    ['if there is something to send', { file: { ...UTM, ...SEGMENT }, shown: UTM }, {}],
    [
      'if the run has ended',
      ADOPTED,
      {
        before: (run) => {
          run.end('lease');
        },
      },
    ],
    [
      'if the campaign was broken off',
      ADOPTED,
      {
        before: ({ results }) => {
          results.breakOffStale({ key: key('a'), cause: { code: 'changed', what: 'gone' } });
        },
      },
    ],
  ])('is not made %s', async (_, situation, recording) => {
    const stage = world({ a: situation });
    await record(stage, recording);
    expect(eventsOf(stage)).toEqual([]);
  });

  it('is not made for a campaign that another run recorded since the plan, which is stale', async () => {
    const stage = world({ a: ADOPTED, b: { ...ADOPTED, file: UTM } });
    const { run } = await record(stage, {
      before: (one) => {
        one.mergeState({ state: stage.recorder.state, changed: new Set([key('a')]) });
      },
    });
    expect(eventsOf(stage)).toEqual([['b', NOTED]]);
    const stale = [{ key: 'a', cause: { code: 'other-run' } }];
    expect(run.result(undefined)).toMatchObject({ stale, failed: [] });
  });
});

describe('a status that changed in the service', () => {
  const BY_HAND: Partial<Live> = { updatedBy: 'bob@example.com' };

  it('is recorded for every campaign that was read, also if it is not approved', async () => {
    const stage = world({ a: PUBLISHED, b: PUBLISHED });
    for (const [id, one] of stage.service.campaigns) stage.service.campaigns.set(id, { ...one, ...BY_HAND });
    await record(stage, { approved: (one) => one === 'b' });
    expect(stage.recorder.trail).toMatchObject(
      ['a', 'b'].map((name) => ({
        ...{ key: name, event: MOVED, inService: { by: 'bob@example.com', at: null } },
        binding: { status: { seen: 'ACTIVE' } },
      })),
    );
  });

  it('is recorded before the note about the same campaign, which then has the record of both', async () => {
    const stage = world({ a: { ...ADOPTED, ...PUBLISHED }, b: PUBLISHED });
    await record(stage);
    expect(eventsOf(stage)).toEqual([
      ['a', MOVED],
      ['b', MOVED],
      ['a', NOTED],
    ]);
    expect(stage.recorder.trail.map(({ binding }) => binding?.status.seen)).toEqual([
      undefined,
      'ACTIVE',
      'ACTIVE',
    ]);
    expect(stage.recorder.state.bindings.get(key('a'))?.applied).toEqual({ ...NAME, ...UTM });
  });

  it('is not recorded once the run has ended', async () => {
    const stage = world({ a: PUBLISHED });
    await record(stage, {
      before: (run) => {
        run.end('state-branch');
      },
    });
    expect(eventsOf(stage)).toEqual([]);
  });
});

describe('what can not be recorded', () => {
  it('is reported for each campaign, once, and ends the run', async () => {
    const stage = world({ a: { ...ADOPTED, ...PUBLISHED }, b: { ...ADOPTED, shown: UTM }, c: {} });
    stage.recorder.answers.push(NOT_WRITTEN);
    const { run } = await record(stage);
    const cause = { code: 'not-recorded', because: NOT_WRITTEN.cause, outcome: 'unknown' };
    expect(run.result(undefined).failed).toEqual(
      ['a', 'b'].map((name) => ({ key: name, cause, responseId: null })),
    );
    expect([run.stopped, run.why]).toEqual(['state-branch', NOT_WRITTEN.cause]);
    expect(eventsOf(stage)).toEqual([]);
  });

  it('is everything once a newer commit was applied: not even the recorder is asked', async () => {
    const stage = world({ a: ADOPTED, b: PUBLISHED });
    stage.recorder.answers.push(NOT_WRITTEN);
    const overtaken: Overtaken = { code: 'overtaken', commit: 'abc1234'.padEnd(40, '0'), isNewer: true };
    const { run } = await record(stage, {
      before: (one) => {
        one.mergeState({ state: stage.recorder.state, changed: new Set(), overtaken });
      },
    });
    expect(eventsOf(stage)).toEqual([]);
    expect(stage.recorder.answers).toHaveLength(1);
    expect(run.result(undefined)).toMatchObject({ failed: [], stale: [] });
  });
});
