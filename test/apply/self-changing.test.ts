import { expect, it } from 'vitest';
import type { Result } from '../../src/model/result.ts';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { planOn, runOn, settleAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key } from '../support/builders.ts';

// A service without updated_at, in which one value is another one each day.

const SAID = { utm_source: 'shop', utm_medium: 'email' };
const DAY_MS = 86_400_000;

function stage(): Stage & { day: (value: string | undefined) => void } {
  const made = stageOf({ desired: [desired({ components: { utm_params: SAID } })] });
  const day = (value: string | undefined) => {
    made.service.shows = (components) =>
      components.utm_params && value !== undefined
        ? { ...components, utm_params: { ...components.utm_params, seen: value } }
        : components;
  };
  return { ...made, day };
}

async function onDay(world: ReturnType<typeof stage>, value: string | undefined): Promise<Result> {
  world.clock.time += DAY_MS;
  world.day(value);
  return settleAndApply(world);
}

function updates({ service }: Stage): number {
  return service.writes.filter(({ operation }) => operation === 'update').length;
}

it('a value that a revert does not change twice is left alone from then on', async () => {
  const world = stage();
  await onDay(world, '1');
  const counts: number[] = [];
  for (const value of ['2', '3', '4', '5', '6']) {
    // It is another value as soon as it was written.
    world.service.interfere = () => {
      world.day(`${value}, written`);
      return undefined;
    };
    await onDay(world, value);
    counts.push(updates(world));
  }
  expect(counts).toEqual([1, 2, 2, 2, 2]);
  expect(world.recorder.state.bindings.get(key('a'))).toMatchObject({
    changing: { utm_params: ['/seen'] },
    reverted: {},
  });
  const lines = world.recorder.trail.length;
  await onDay(world, '7');
  expect(world.recorder.trail).toHaveLength(lines);
});

it('a value that somebody else keeps editing is put back each time, if it stayed so in between', async () => {
  const world = stage();
  await onDay(world, undefined);
  for (const at of [1, 2, 3, 4]) {
    world.service.interfere = () => {
      world.day(undefined);
      return undefined;
    };
    await onDay(world, 'by hand');
    await onDay(world, undefined);
    expect(updates(world)).toBe(at);
  }
});

it('a value that changes between the plan and the send makes nothing stale', async () => {
  const world = stage();
  await onDay(world, undefined);
  const { service } = world;
  const at = (time: string) => {
    for (const [id, live] of service.campaigns) service.campaigns.set(id, { ...live, updatedAt: time });
  };
  at('2031-01-01 09:00:00.000000');
  const edited = {
    ...world,
    desired: [desired({ components: { utm_params: { ...SAID, utm_term: 'new' } } })],
  };
  world.day('1');
  const plan = planOn(edited, { consents: new Set(['conflict']) });
  world.day('2');
  const result = await applyPlan(runOn(edited), plan);
  expect(result).toMatchObject({ stale: [], applied: [{ key: 'a', change: 'update' }] });
});
