import { expect, it } from 'vitest';
import { attempts, successes } from '../../src/quota/windows.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { planOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key, live, managing } from '../support/builders.ts';
import { Life, crashing, type Death } from '../support/life.ts';

// Worlds in which a killed apply once ended differently from one that completed.

type More = NonNullable<Parameters<typeof recoverAndApply>[1]>;

async function applyKilled(stage: Stage, death: Death, { plan = {}, run = {} }: More = {}): Promise<void> {
  const life = new Life(death);
  const ports = { remote: crashing(stage.service, life), recorder: crashing(stage.recorder, life) };
  await life.during(async () => {
    await recoverAndApply(stage, { plan, run: { ...run, ...ports } });
  });
}

it('an update that only removes something and was never sent does not count as done', async () => {
  const shown = live({ components: { utm_params: { utm_source: 'a', utm_medium: 'b', utm_term: 'd' } } });
  const wanted = { utm_source: 'a', utm_medium: 'b' };
  const stage = stageOf(managing([desired({ components: { utm_params: wanted } })], [shown]));
  // The intent is recorded and live is read, but the patch is not sent.
  await applyKilled(stage, { step: 3, side: 'before' });
  expect(stage.recorder.state.open).toMatchObject([{ kind: 'update' }]);
  await recoverAndApply(stage);
  expect(stage.service.campaigns.get(shown.id)?.components.utm_params).toEqual(wanted);
  expect(planOn(stage).campaigns).toMatchObject([{ verdict: 'in-sync', notes: [] }]);
});

it('creations that are found after a crash count in the windows', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const stage = stageOf({ desired: names.map((name) => desired({ key: name })) });
  const windows = [attempts(5, 1_000), successes(2, MINUTE_MS)];
  const deadline = stage.clock.now() + 60 * MINUTE_MS;
  // One batch: the intent, a search by name and a creation for each of the two.
  await applyKilled(stage, { step: 5, side: 'after' }, { run: { windows, deadline } });
  expect(stage.service.creations).toHaveLength(2);
  await recoverAndApply(stage, { run: { windows, deadline } });
  const times = stage.service.creations.map(({ at }) => at);
  expect(times).toHaveLength(4);
  for (const at of times)
    expect(times.filter((one) => one > at - MINUTE_MS && one <= at).length).toBeLessThanOrEqual(2);
});

it('an unrelated campaign with the same name does not count as a creation that was never sent', async () => {
  const components = { basic_details: { name: 'The a' } };
  const stranger = live({ key: 'stranger', status: 'ACTIVE', components });
  const stage = stageOf({ desired: [desired()], live: [stranger] });
  const allowed = new Set(['same-name' as const]);
  const more = { plan: { allowed }, run: { allowed } };
  await applyKilled(stage, { step: 2, side: 'before' }, more);
  expect(stage.recorder.state.open).toMatchObject([{ kind: 'create' }]);
  await recoverAndApply(stage, more);
  expect(stage.recorder.state.bindings.get(key('a'))?.campaignId).not.toBe(stranger.id);
  expect(stage.service.creations).toHaveLength(1);
});
