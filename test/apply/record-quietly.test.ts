import { describe, expect, it } from 'vitest';
import { recordQuietly } from '../../src/apply/apply-plan.ts';
import type { Run } from '../../src/apply/run.ts';
import type { CampaignKey, CampaignStatus, Components } from '../../src/model/campaign.ts';
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

describe('the note about a campaign', () => {
  it('has its record, no request and no intent', async () => {
    const stage = world({ a: ADOPTED });
    const { campaigns } = await record(stage);
    const nothing = { requestId: undefined, responseId: undefined, closes: undefined };
    expect(stage.recorder.trail).toEqual([
      { key: 'a', event: NOTED, components: ['utm_params'], binding: campaigns[0]?.record, ...nothing },
    ]);
    const binding = { applied: { ...NAME, ...UTM }, observed: { ...NAME, ...UTM } };
    expect(stage.recorder.state.bindings.get(key('a'))).toMatchObject(binding);
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
  it('has an entry that names no component, which a note beside it changes', async () => {
    const stage = world({ a: { ...ADOPTED, ...PUBLISHED } });
    await record(stage);
    expect(stage.recorder.trail.map(({ event, components }) => [event.code, components])).toEqual([
      ['moved-in-service', []],
      ['noted', ['utm_params']],
    ]);
  });
});

describe('what can not be recorded', () => {
  it('is reported for each campaign, once, and ends the run', async () => {
    const stage = world({ a: { ...ADOPTED, ...PUBLISHED }, b: { ...ADOPTED, shown: UTM }, c: {} });
    stage.recorder.answers.push(NOT_WRITTEN);
    const { run } = await record(stage);
    const cause = { code: 'not-recorded', because: NOT_WRITTEN.cause, outcome: 'nowhere' };
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
