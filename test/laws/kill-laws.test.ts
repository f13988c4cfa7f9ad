import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableText, type JsonValue } from '../../src/model/json.ts';
import type { Binding } from '../../src/model/state.ts';
import type { Live } from '../../src/model/campaign.ts';
import { inputsOf, drawn, unhindered, worldOf, type Drawn } from '../support/worlds.ts';
import { attempts, successes } from '../../src/quota/windows.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { planOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { Life, crashing } from '../support/life.ts';
import { draws } from '../support/draws.ts';

// Each run tries every step of a world's apply, so there are fewer of them.
const RUNS = draws(20, { cost: 16 });

const WINDOWS = [attempts(3, 1_000), successes(2, MINUTE_MS)];
const PATIENCE_MS = 60 * MINUTE_MS;

describe('the laws of a killed apply', () => {
  it('10: killed after any step and run again, it ends the same, and nothing is created twice', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom('before', 'after'), async (any, side) => {
        const world = unhindered(any);
        const whole = new Life();
        const undisturbed = await finished(stageOf(worldOf(world)), world, whole);
        for (let step = 1; step <= whole.steps; step++) {
          const stage = stageOf(worldOf(world));
          await killed(stage, world, new Life({ step, side }));
          expect(await finished(stage, world), `killed ${side} step ${step}`).toEqual(undisturbed);
        }
      }),
      RUNS,
    );
  });

  it('10: killed twice, once during recovery, it ends the same too', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(), fc.nat(), async (any, first, second) => {
        const world = unhindered(any);
        const whole = new Life();
        const undisturbed = await finished(stageOf(worldOf(world)), world, whole);
        const stage = stageOf(worldOf(world));
        await killed(stage, world, new Life({ step: 1 + (first % whole.steps), side: 'after' }));
        await killed(stage, world, new Life({ step: 1 + (second % 6), side: 'after' }));
        expect(await finished(stage, world), `killed at ${first}, then at ${second}`).toEqual(undisturbed);
      }),
      RUNS,
    );
  });
});

/** The final state, with campaigns identified by content, because two runs give them different IDs. */
type End = Readonly<Record<'live' | 'bindings' | 'created', readonly string[]>> & { readonly open: number };

async function killed(stage: Stage, world: Drawn, life: Life): Promise<void> {
  await life.during(() => applyOnce(stage, world, life));
}

/** Runs until nothing is left to do, and returns the final state. */
async function finished(stage: Stage, world: Drawn, first: Life = new Life()): Promise<End> {
  await applyOnce(stage, world, first);
  // What one run only notes, the next one may still have to do.
  await applyOnce(stage, world, new Life());
  expect(planOn(stage, inputsOf(world)).campaigns.flatMap(({ steps }) => steps)).toEqual([]);
  expectWithinWindows(stage);
  const { bindings, open } = stage.recorder.state;
  const shown = new Map(stage.service.all().map((one) => [one.id, one]));
  return {
    live: [...shown.values()].map(contentOf).sort(),
    bindings: [...bindings.values()].map((one) => recordOf(one, shown.get(one.campaignId))).sort(),
    created: stage.service.creations.map(({ name }) => String(name)).sort(),
    open: open.length,
  };
}

async function applyOnce(stage: Stage, world: Drawn, life: Life): Promise<void> {
  const plan = inputsOf(world);
  await recoverAndApply(stage, {
    plan,
    run: {
      remote: crashing(stage.service, life),
      recorder: crashing(stage.recorder, life),
      allowed: plan.allowed ?? new Set(),
      windows: WINDOWS,
      deadline: stage.clock.now() + PATIENCE_MS,
    },
  });
}

function contentOf(live: Live): string {
  return plain({ ...live, id: '', documentId: '' });
}

function recordOf(binding: Binding, live: Live | undefined): string {
  return plain([{ ...binding, id: '', campaignId: '' }, live ? contentOf(live) : 'gone']);
}

/** A unique text, whatever the order of the names. */
function plain(value: object): string {
  return stableText(JSON.parse(JSON.stringify(value)) as JsonValue);
}

/** No creation may exceed a window of the service, whose clock has no margin. */
function expectWithinWindows({ service }: Stage): void {
  const times = service.creations.map(({ at }) => at);
  for (const { limit, spanMs } of WINDOWS)
    for (const at of times)
      expect(times.filter((one) => one > at - spanMs && one <= at).length).toBeLessThanOrEqual(limit);
}
