import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/model/campaign.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Binding } from '../../src/model/state.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { planOn, recoverAndApply, stageOf } from '../support/apply-world.ts';
import { desired, planFor, planInputs } from '../support/builders.ts';
import { drawn, unhindered, worldOf, type Drawn } from '../support/worlds.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(100);

describe('the laws of drift', () => {
  it('drift is what a plan with unchanged files calls drift, whatever the files say', () => {
    fc.assert(
      fc.property(drawn, ({ circumstances: { policy }, ...any }) => {
        const world = worldOf({ ...any, circumstances: { ...QUIET, policy } });
        const report = findDrift({ ...planInputs(world, { policy }), files: 'with-errors' });
        const unchanged = any.bindings.map(asApplied);
        const plan = planFor({ ...world, desired: unchanged }, { policy });
        const planned = plan.campaigns.filter(isCompared);
        const keys = new Set(planned.map(({ key }) => key));
        const reported = report.drifted.filter(({ key }) => keys.has(key));
        expect(reported.map(({ key }) => key)).toEqual(planned.filter(isDrifted).map(({ key }) => key));
        for (const { key, components } of reported) {
          const one = planned.find((other) => other.key === key);
          // A campaign that is being stopped can't be updated, so its plan lists no components.
          if (one?.transition?.action === 'STOP') continue;
          const causes = one?.components.filter(({ cause }) => cause === 'drifted');
          expect(components.map(({ name }) => name)).toEqual(causes?.map(({ name }) => name));
        }
        expect(report.unknown.map(({ key }) => key)).toEqual(
          plan.campaigns.filter(({ verdict }) => verdict === 'unknown').map(({ key }) => key),
        );
      }),
      RUNS,
    );
  });

  it('right after an apply there is no drift that this apply could revert', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (any) => {
        const world = unhindered(any);
        const { policy } = world.circumstances;
        const stage = stageOf(worldOf(world));
        await recoverAndApply(stage, { plan: { policy }, run: { allowed: new Set() } });
        const after = planOn(stage, { policy });
        const held = new Set(after.campaigns.filter((one) => one.held.length > 0).map(({ key }) => key));
        const { desired: files, service, recorder } = stage;
        const inputs = planInputs({ desired: files, live: service.all(), state: recorder.state }, { policy });
        const report = findDrift({ ...inputs, files: 'read' });
        expect(report.drifted.filter(({ key }) => !held.has(key))).toEqual([]);
      }),
      draws(60, { cost: 4 }),
    );
  });
});

const QUIET: Omit<Drawn['circumstances'], 'policy'> = {
  allowed: [],
  publish: 'allowed',
  source: 'service',
  only: undefined,
};

function asApplied({ key, channel, deliveryType, applied, status }: Binding): Desired {
  return desired({
    key,
    channel: channel as 'EMAIL' | 'PUSH',
    type: deliveryType as Desired['deliveryType'],
    components: applied,
    status: status.applied,
  });
}

/** For a campaign of another type, or a read-only one, a plan says only that. */
function isCompared({ held, verdict }: PlannedCampaign): boolean {
  const aside = ['type-changed', 'read-only', 'in-flight', 'ambiguous'];
  return verdict !== 'create' && verdict !== 'unknown' && !held.some(({ reason }) => aside.includes(reason));
}

function isDrifted({ components, notes, held }: PlannedCampaign): boolean {
  return (
    components.some(({ cause }) => cause === 'drifted') ||
    notes.some(({ kind }) => kind === 'moved-by-hand' || kind === 'status-moved' || kind === 'stop-drops') ||
    held.some(({ reason }) => reason === 'missing')
  );
}
