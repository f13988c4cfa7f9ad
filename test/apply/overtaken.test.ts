import type { Overtaken } from '../../src/model/failure.ts';
import { expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { releaseLeaseWhile } from '../../src/apply/send-guards.ts';
import { changeOf } from '../../src/model/audit.ts';
import { exitOf } from '../../src/model/exit.ts';
import { successes } from '../../src/quota/windows.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, live, stateOf } from '../support/builders.ts';

const UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const NEWER: Overtaken = { code: 'overtaken', commit: 'abc1234'.padEnd(40, '0'), isNewer: true };

/** Two campaigns to create and start, one edited, and one that equals its file but isn't recorded. */
function work(): Stage {
  const [edited, adopted] = [live({ key: 'edited' }), live({ key: 'adopted', components: UTM })];
  return stageOf({
    desired: [
      desired({ key: 'a', status: 'ACTIVE' }),
      desired({ key: 'b', status: 'ACTIVE' }),
      desired({ key: 'edited', components: UTM }),
      desired({ key: 'adopted', components: UTM }),
    ],
    live: [edited, adopted],
    state: stateOf([bindingOf(edited), { ...bindingOf(adopted), applied: {}, observed: {} }]),
  });
}

/** Another run applies a newer commit. The next reload finds it. */
function overtake({ recorder }: Stage): void {
  recorder.meanwhile = (state) => ({ state, changed: new Set(), overtaken: NEWER });
}

it('ends when a newer commit was applied while the run waited for quota, and sends nothing more', async () => {
  const stage = work();
  overtake(stage);
  const windows = [successes(1, 5 * MINUTE_MS)];
  const run = runOn(stage, { windows, deadline: stage.clock.now() + 60 * MINUTE_MS });
  const result = await applyPlan(run, planOn(stage));
  expect(result.applied.map(({ key, change }) => [key, change])).toEqual([
    ['edited', 'update'],
    ['a', 'create'],
  ]);
  expect(stage.service.writes).toHaveLength(2);
  expect(result.stale.map(({ key }) => key)).toEqual(['b', 'a']);
  expect(result.stale.every(({ cause }) => cause === NEWER)).toBe(true);
  expect(result).toMatchObject({ failed: [], deferred: [] });
  expect(exitOf(result, { exitCode: false })).toBe(4);
  expect(stage.recorder.state.open).toEqual([]);
  expect(stage.recorder.trail.map(({ event }) => changeOf(event))).not.toContain('note');
});

it('does the same while a user was asked, and sends not even the first request', async () => {
  const stage = work();
  overtake(stage);
  const run = runOn(stage);
  const plan = planOn(stage);
  await releaseLeaseWhile(run, () => Promise.resolve(true));
  const result = await applyPlan(run, plan);
  expect(stage.service.writes).toEqual([]);
  expect(stage.recorder.trail).toEqual([]);
  expect(result.stale.map(({ key }) => key).sort()).toEqual(['a', 'b', 'edited']);
  expect(exitOf(result, { exitCode: false })).toBe(4);
});
