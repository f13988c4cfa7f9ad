import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { planText } from '../../src/render/text/report-texts.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { summarize, type Plan } from '../../src/model/plan.ts';
import { canonical } from '../../src/model/canonical.ts';
import { componentNames, pickComponents, type ComponentName } from '../../src/model/campaign.ts';
import { valueAt } from '../../src/model/json.ts';
import { planOn, recoverAndApply, stageOf } from '../support/apply-world.ts';
import { bindingOf, live as liveFrom, planFor, stateOf } from '../support/builders.ts';
import { LOCKED, onlyTheRecordTells } from '../support/golden/check-requests.ts';
import { respelt, WAYS } from '../support/spellings.ts';
import { drawn, inputsOf, unhindered, worldOf, type Drawn } from '../support/worlds.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(100);

describe('the laws of the planner', () => {
  it('1: desired equal to live plans nothing, in any spelling of live', () => {
    fc.assert(
      fc.property(drawn, fc.subarray([...WAYS]), ({ desired, bindings, circumstances }, ways) => {
        const same = desired.map((one) => ({ ...one, status: undefined }));
        const shown = same.map((one) => ({
          ...liveFrom({ ...one, type: one.deliveryType, status: 'ACTIVE' }),
          components: respelt(one.components, ways),
        }));
        const records = shown.map(
          (one) => bindings.find(({ campaignId }) => campaignId === one.id) ?? bindingOf(one),
        );
        const { policy } = circumstances;
        const plan = planFor({ desired: same, live: shown, state: stateOf(records) }, { policy });
        expect(plan.campaigns.flatMap(({ steps }) => steps)).toEqual([]);
        expect(plan.campaigns.every(({ verdict }) => verdict === 'in-sync')).toBe(true);
      }),
      RUNS,
    );
  });

  it('2: after an apply only blocked changes are left', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (any) => {
        const { circumstances } = unhindered(any);
        const world: Drawn = { ...any, circumstances: { ...circumstances, only: any.circumstances.only } };
        const [stage, plan] = [stageOf(worldOf(world)), inputsOf(world)];
        const { allowed: allowed = new Set() } = plan;
        const result = await recoverAndApply(stage, { plan, run: { allowed } });
        expect(result.failed.filter(({ cause }) => cause.code !== 'unreadable')).toEqual([]);
        expect(result.stale).toEqual([]);
        const writes = stage.service.writes.length;
        const after = planOn(stage, plan);
        expect(after.campaigns.flatMap(({ steps }) => steps)).toEqual([]);
        await recoverAndApply(stage, { plan, run: { allowed } });
        expect(stage.service.writes.length).toBe(writes);
        expect(planOn(stage, plan).campaigns.flatMap(({ record }) => record ?? [])).toEqual([]);
      }),
      RUNS,
    );
  });

  it('3: no change ever names a locked field, whatever the status', () => {
    fc.assert(
      fc.property(drawn, (world) => {
        for (const { key, steps, live, desired } of plannedFor(world).campaigns) {
          const binding = world.bindings.find((one) => one.key === key);
          const paused = steps[0]?.kind === 'transition' && steps[0].transition.action === 'PAUSE';
          for (const step of steps) {
            if (step.kind !== 'update' || !live || !desired) continue;
            const locked = LOCKED[paused ? 'PAUSED' : live.status];
            expect(locked).not.toBe('everything');
            for (const lockedPath of locked === 'everything' ? [] : locked) {
              const [component, field] = lockedPath.split('.') as [ComponentName, string?];
              if (!(component in step.components)) continue;
              expect(field, `${component} in a patch while ${live.status}`).toBeDefined();
              const isRecorded = binding !== undefined && onlyTheRecordTells(lockedPath, { live, binding });
              const now = isRecorded ? binding.applied[component] : live.components[component];
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
      fc.property(drawn, (any) => {
        const drawnWorld = { ...any, circumstances: { ...any.circumstances, source: 'service' as const } };
        const world = worldOf(drawnWorld);
        for (const { key, steps, live } of plannedFor(drawnWorld).campaigns) {
          const update = steps.find((step) => step.kind === 'update');
          if (!update || !live) continue;
          for (const dropped of componentNames(update.components)) {
            const rest = pickComponents(
              update.components,
              componentNames(update.components).filter((name) => name !== dropped),
            );
            const patched = { ...live, components: { ...live.components, ...rest } };
            const others = (world.live ?? []).filter(({ id }) => id !== live.id);
            const after = planFor({ ...world, live: [...others, patched] }, inputsOf(drawnWorld));
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
      fc.property(drawn, (world) => {
        const plan = plannedFor(world);
        const shuffled = plannedFor({
          ...world,
          desired: world.desired.toReversed(),
          live: world.live.toReversed(),
          bindings: world.bindings.toReversed(),
          open: world.open.toReversed(),
        });
        expect(planDocument(shuffled)).toBe(planDocument(plan));
        expect(text(shuffled)).toBe(text(plan));
      }),
      RUNS,
    );
  });

  it('6: every campaign is in exactly one verdict', () => {
    fc.assert(
      fc.property(drawn, (world) => {
        const plan = plannedFor(world);
        const { only, source } = world.circumstances;
        const all = [...world.desired, ...world.bindings, ...world.open].map(({ key }): string => key);
        const expected = new Set(all.filter((key) => only?.includes(key) ?? true));
        expect(plan.campaigns.map(({ key }) => key)).toEqual([...expected].sort());
        const { drifted, ...verdicts } = summarize(plan);
        expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(expected.size);
        expect(drifted).toBeLessThanOrEqual(expected.size);
        for (const { steps, changeId } of plan.campaigns)
          expect(changeId === null).toBe(steps.length === 0 || source === 'record');
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
        const mine = new Set(world.bindings.map(({ campaignId }) => campaignId));
        // Campaigns that an earlier run may have created are read, and bound if they are what that run sent.
        const half = new Set(world.open.map(({ key }) => `id-${key}`));
        const externalUsage = stage.service.all().filter(({ id }) => !mine.has(id) && !half.has(id));
        const plan = {
          ...inputsOf({ ...world, circumstances: { ...world.circumstances, source: 'service' } }),
        };
        const result = await recoverAndApply(stage, { plan, run: { allowed: plan.allowed ?? new Set() } });
        for (const one of externalUsage) expect(stage.service.campaigns.get(one.id)).toEqual(one);
        const bound = [...stage.recorder.state.bindings.values()].map(({ campaignId }) => campaignId);
        expect(externalUsage.filter(({ id }) => bound.includes(id))).toEqual([]);
        expect(
          result.applied.filter(({ campaignId }) => externalUsage.some(({ id }) => id === campaignId)),
        ).toEqual([]);
      }),
      RUNS,
    );
  });
});

function plannedFor(world: Drawn): Plan {
  return planFor(worldOf(world), inputsOf(world));
}

function text(plan: Plan): string {
  return planText(plan, { paint: PLAIN, columns: 80 });
}
