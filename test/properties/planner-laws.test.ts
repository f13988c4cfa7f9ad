import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/report/plan-document.ts';
import { planText } from '../../src/report/plan-text.ts';
import { PLAIN } from '../../src/report/paint.ts';
import { summarize, type Plan } from '../../src/model/plan.ts';
import { canonical } from '../../src/model/canonical.ts';
import { pickComponents, type ComponentName } from '../../src/model/campaign.ts';
import { componentNames } from '../../src/model/state.ts';
import { stableText, valueAt } from '../../src/model/json.ts';
import { applyOn, planOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, live as liveFrom, planFor, stateOf, type World } from '../support/builders.ts';
import { drawn, worldOf } from '../support/worlds.ts';

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 400) };

/** The lock table as the specification has it, written again by hand: what a PATCH may never change. */
const LOCKED: Readonly<Record<string, readonly string[] | 'everything'>> = {
  DRAFT: [],
  SCHEDULED: ['scheduling_details/delivery_type'],
  ACTIVE: LIVE(),
  PAUSED: LIVE(),
  SENDING: 'everything',
  SENT: 'everything',
  STOPPED: 'everything',
  ARCHIVED: 'everything',
};

function LIVE(): string[] {
  return [
    'trigger_condition',
    'segmentation_details',
    'conversion_goal_details',
    'scheduling_details/delivery_type',
    'scheduling_details/start_time',
  ];
}

describe('the laws of the planner', () => {
  it('1: desired equal to live plans nothing', () => {
    fc.assert(
      fc.property(drawn, ({ desired, bindings }) => {
        const same = desired.map((one) => ({ ...one, status: undefined }));
        const shown = same.map((one) =>
          liveFrom({ key: one.key, type: one.deliveryType, components: one.components, status: 'ACTIVE' }),
        );
        const records = shown.map(
          (one) => bindings.find(({ campaignId }) => campaignId === one.id) ?? bindingOf(one),
        );
        const plan = planFor({ desired: same, live: shown, state: stateOf(records) });
        expect(plan.campaigns.flatMap(({ steps }) => steps)).toEqual([]);
        expect(plan.campaigns.every(({ verdict }) => verdict === 'in-sync')).toBe(true);
      }),
      RUNS,
    );
  });

  it('2: after an apply only held work is left', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom('revert' as const, 'hold' as const), async (world, drift) => {
        const stage = stageOf(worldOf(world));
        const policy = { drift, guard: { share: 1, atLeast: 1 } };
        const result = await applyOn(stage, { plan: { policy } });
        expect(result.failed).toEqual([]);
        expect(result.stale).toEqual([]);
        const writes = stage.service.writes.length;
        const after = planOn(stage, { policy });
        expect(after.campaigns.flatMap(({ steps }) => steps)).toEqual([]);
        await applyOn(stage, { plan: { policy } });
        expect(stage.service.writes.length).toBe(writes);
        expect(planOn(stage, { policy }).campaigns.flatMap(({ record }) => record ?? [])).toEqual([]);
      }),
      RUNS,
    );
  });

  it('3: no change ever names a locked field, whatever the status', () => {
    fc.assert(
      fc.property(drawn, (world) => {
        for (const { steps, live, desired, binding } of withBindings(worldOf(world))) {
          const paused = steps[0]?.kind === 'transition' && steps[0].transition.action === 'PAUSE';
          for (const step of steps) {
            if (step.kind !== 'update' || !live || !desired) continue;
            const locked = LOCKED[paused ? 'PAUSED' : live.status] ?? 'everything';
            expect(locked).not.toBe('everything');
            for (const place of locked === 'everything' ? [] : locked) {
              const [component, field] = place.split('/') as [ComponentName, string?];
              if (!(component in step.components)) continue;
              expect(field, `${component} in a patch while ${live.status}`).toBeDefined();
              const unmoved =
                stableText(live.components[component]) === stableText(binding?.observed[component]);
              const now = unmoved ? binding?.applied[component] : live.components[component];
              const path = field === undefined ? [] : [field];
              expect(valueAt(canonical(component, step.components[component] ?? {}), path)).toEqual(
                valueAt(canonical(component, now ?? {}), path),
              );
            }
          }
        }
      }),
      RUNS,
    );
  });

  it('4: dropping any component from a patch leaves a difference', () => {
    fc.assert(
      fc.property(drawn, (drawnWorld) => {
        const world = worldOf(drawnWorld);
        for (const { key, steps, live } of planFor(world).campaigns) {
          const update = steps.find((step) => step.kind === 'update');
          if (!update || !live) continue;
          for (const dropped of Object.keys(update.components) as ComponentName[]) {
            const rest = pickComponents(
              update.components,
              componentNames(update.components).filter((name) => name !== dropped),
            );
            const patched = { ...live, components: { ...live.components, ...rest } };
            const others = (world.live ?? []).filter(({ id }) => id !== live.id);
            const after = planFor({ ...world, live: [...others, patched] });
            const again = after.campaigns.find((one) => one.key === key);
            expect(again?.components.map(({ name }) => name)).toContain(dropped);
          }
        }
      }),
      RUNS,
    );
  });

  it('5: the order of inputs changes no byte', () => {
    fc.assert(
      fc.property(drawn, ({ desired, live, bindings }) => {
        const plan = planFor(worldOf({ desired, live, bindings }));
        const shuffled = planFor(
          worldOf({
            desired: desired.toReversed(),
            live: live.toReversed(),
            bindings: bindings.toReversed(),
          }),
        );
        expect(planDocument(shuffled)).toBe(planDocument(plan));
        expect(text(shuffled)).toBe(text(plan));
      }),
      RUNS,
    );
  });

  it('6: every campaign is in exactly one verdict', () => {
    fc.assert(
      fc.property(drawn, (world) => {
        const plan = planFor(worldOf(world));
        const expected = new Set([
          ...world.desired.map(({ key }) => key),
          ...world.bindings.map(({ key }) => key),
        ]);
        expect(plan.campaigns.map(({ key }) => key)).toEqual([...expected].sort());
        const { drifted, ...verdicts } = summarize(plan);
        expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(expected.size);
        expect(drifted).toBeLessThanOrEqual(expected.size);
        for (const { steps, changeId } of plan.campaigns) expect(changeId === null).toBe(steps.length === 0);
      }),
      RUNS,
    );
  });

  it('7: what is not bound is never touched', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (world) => {
        const stranger = liveFrom({
          key: 'stranger',
          status: 'ACTIVE',
          components: { utm_params: { utm_source: 'x' } },
        });
        const stage = stageOf(worldOf({ ...world, live: [...world.live, stranger] }));
        await applyOn(stage);
        expect(stage.service.campaigns.get(stranger.id)).toEqual(stranger);
      }),
      RUNS,
    );
  });
});

function withBindings(world: World) {
  return planFor(world).campaigns.map((campaign) => ({
    ...campaign,
    binding: world.state?.bindings.get(campaign.key),
  }));
}

function text(plan: Plan): string {
  return planText(plan, { paint: PLAIN, columns: 80 });
}
