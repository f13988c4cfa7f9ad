import { describe, expect, it } from 'vitest';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { TrailEvent } from '../../src/model/trail-event.ts';
import { SECOND_MS } from '../../src/model/time.ts';
import type { Action } from '../../src/model/transitions.ts';
import { recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, intent, live, NOW, stateOf } from '../support/builders.ts';
import type { Intent } from '../../src/model/state.ts';

// A status change was sent by two earlier runs, both times without an answer. Only one of the requests can have made it.

interface Twice {
  readonly action: Action;
  readonly from: CampaignStatus;
  readonly wanted: DesiredStatus;
}

function sent({ action, from, wanted }: Twice, nth: number, agoMs: number): Intent {
  const common = { ...intent({ kind: 'transition' }), requestId: `request-${nth}`, at: NOW - agoMs };
  return { ...common, action, desired: wanted, from } as Intent;
}

function stage(twice: Twice, shown: CampaignStatus): Stage {
  const type = twice.action === 'STOP' ? 'ONE_TIME' : 'PERIODIC';
  const before = live({ type, status: twice.from });
  return stageOf({
    desired: [desired({ type, status: twice.wanted })],
    live: [{ ...before, status: shown }],
    state: stateOf([bindingOf(before)], {
      open: [sent(twice, 1, 60 * SECOND_MS), sent(twice, 2, 5 * SECOND_MS)],
    }),
  });
}

const SUPERSEDED: TrailEvent = {
  ...{ code: 'not-confirmed', sent: 'transition' },
  why: { code: 'superseded', isAccepted: false },
};

async function expectOnce(world: Stage, { action, from }: Twice, to: CampaignStatus) {
  const { recorder, service } = world;
  const result = await recoverAndApply(world);
  expect(result).toMatchObject({ failed: [], held: [], stale: [], deferred: [] });
  const applied = { key: 'a', change: 'transition', campaignId: 'id-a', components: [] };
  expect(result.applied).toEqual([{ ...applied, responseId: null, isRecovered: true }]);
  expect(recorder.trail.map(({ closes, event, status }) => [closes, event, status])).toEqual([
    ['request-1', SUPERSEDED, undefined],
    ['request-2', { code: 'transitioned', action, from, to }, { from, to }],
  ]);
  expect(recorder.state.open).toEqual([]);
  expect(service.writes).toEqual([]);
}

const PUBLISH: Twice = { action: 'PUBLISH', from: 'DRAFT', wanted: 'ACTIVE' };

describe('a status change that was sent twice and shows is recorded as made once', () => {
  it.each<readonly [Twice, CampaignStatus]>([
    [PUBLISH, 'ACTIVE'],
    [PUBLISH, 'SCHEDULED'],
    [{ action: 'RESUME', from: 'PAUSED', wanted: 'ACTIVE' }, 'ACTIVE'],
    [{ action: 'PAUSE', from: 'ACTIVE', wanted: 'PAUSED' }, 'PAUSED'],
    [{ action: 'STOP', from: 'SCHEDULED', wanted: 'STOPPED' }, 'STOPPED'],
  ])('%o, then %s', async (twice, shown) => {
    await expectOnce(stage(twice, shown), twice, shown);
  });

  it('if it shows only 15 seconds after the second PUBLISH, too', async () => {
    const world = stage(PUBLISH, 'DRAFT');
    const { clock, service } = world;
    clock.every(SECOND_MS, () => {
      for (const [id, one] of service.campaigns) service.campaigns.set(id, { ...one, status: 'ACTIVE' });
    });
    await expectOnce(world, PUBLISH, 'ACTIVE');
  });
});
