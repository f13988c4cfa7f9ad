import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameComponent } from '../../src/model/canonical.ts';
import { type Components, ENDED_STATUSES } from '../../src/model/campaign.ts';
import type { ComponentChange } from '../../src/model/plan.ts';
import { SETTLED_AFTER_MS } from '../../src/model/resolve-intent.ts';
import type { Binding } from '../../src/model/state.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { planText } from '../../src/render/text/report-texts.ts';
import { planOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { respelt, WAYS, withDefaults, type Way } from '../support/spellings.ts';
import { drawn, inputsOf, unhindered, worldOf, type Drawn } from '../support/worlds.ts';
import { draws } from '../support/draws.ts';

// Each run applies four times, so there are fewer of them.
const RUNS = draws(60, { cost: 4 });

/** How a service shows what it stores. */
const shows = fc.record({ ways: fc.subarray([...WAYS]), adds: fc.boolean() });

describe('a world in which nothing changed', () => {
  it('stays as planned and is not written to, in any spelling of the service', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, shows, fc.subarray([...WAYS]), async (any, { ways, adds }, later) => {
        const world = unhindered(any);
        const stage = stageOf(worldOf(world));
        stage.service.shows = view(ways, adds);
        const plan = await settled(stage, world);
        const before = planOn(stage, plan);
        // Without a record, a read view may hide the difference between two schedules, which can't be verified then.
        fc.pre(!before.campaigns.some(({ components }) => components.some(isAdoptedSchedule)));
        // The same if a schedule was changed after the end: that was noted once, and stays different.
        fc.pre(![...stage.recorder.state.bindings.values()].some(isScheduleOfEnded));
        stage.service.shows = view([...ways, ...later], adds);
        const after = planOn(stage, plan);
        expect(after.campaigns.flatMap(({ steps }) => steps)).toEqual([]);
        expect(planDocument(after)).toBe(planDocument(before));
        // This includes Needs attention: no note appears or disappears.
        expect(planText(after, { paint: PLAIN, columns: 80 })).toBe(
          planText(before, { paint: PLAIN, columns: 80 }),
        );
        const [writes, notes] = [stage.service.writes.length, stage.recorder.trail.length];
        await recoverAndApply(stage, { plan });
        expect(stage.service.writes).toHaveLength(writes);
        expect(stage.recorder.trail.slice(notes).map(({ event }) => event)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('needs no attention because of a read view alone, because what was sent is recognized in all of them', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, shows, async (any, { ways, adds }) => {
        const world = unhindered(any);
        const stage = stageOf(worldOf(world));
        stage.service.shows = view(ways, adds);
        const plan = inputsOf(world);
        const result = await recoverAndApply(stage, { plan, run: { allowed: plan.allowed ?? new Set() } });
        // What an adopted component had before our first write may be a person's, so it must be removed or reported.
        const ours = result.unconfirmed.filter(
          ({ paths }) => !paths.every((path) => path.startsWith('/server_')),
        );
        expect(ours).toEqual([]);
      }),
      RUNS,
    );
  });
});

function isAdoptedSchedule({ name, cause }: ComponentChange): boolean {
  return name === 'scheduling_details' && cause === 'adopted';
}

function isScheduleOfEnded({ status, applied, observed }: Binding): boolean {
  const [sent, shown] = [applied, observed].map(({ scheduling_details: schedule }) => schedule);
  return ENDED_STATUSES.includes(status.seen) && !sameComponent('scheduling_details', sent, shown);
}

function view(ways: readonly Way[], adds: boolean): (components: Components) => Components {
  return (components) => respelt(adds ? withDefaults(components) : components, ways);
}

/** Applies until nothing is left to do or to note. */
async function settled(stage: Stage, world: Drawn): Promise<Partial<PlannerInputs>> {
  const plan = inputsOf(world);
  for (let n = 0; n < 5; n++) {
    await recoverAndApply(stage, { plan, run: { allowed: plan.allowed ?? new Set() } });
    await stage.clock.sleep(SETTLED_AFTER_MS);
  }
  return plan;
}
