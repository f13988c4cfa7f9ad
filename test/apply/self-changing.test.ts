import { describe, expect, it } from 'vitest';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../src/model/json.ts';
import type { Result } from '../../src/model/result.ts';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { planOn, runOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key } from '../support/builders.ts';

// A service without updated_at, in which one value differs each day.

const DAY_MS = 86_400_000;

/** Where the service stores the value: next to what the file says, or inside an element of a list in the file. */
interface Place {
  readonly said: JsonObject;
  /** The component as the service shows it. */
  readonly with: (shown: JsonObject, value: string) => JsonObject;
  readonly path: string;
}

const PLACES: Readonly<Record<string, Place>> = {
  'in a component': {
    said: { utm_source: 'shop', utm_medium: 'email' },
    with: (shown, value) => ({ ...shown, seen: value }),
    path: '/seen',
  },
  'in an element of a list': {
    said: { utm_source: 'shop', links: [{ url: 'a' }, { url: 'b' }] },
    with: (shown, value) => ({
      ...shown,
      links: listAt(shown.links).map((link, at) => (at === 1 ? { ...link, stats: { seen: value } } : link)),
    }),
    path: '/links/1/stats/seen',
  },
};

function stage(place: Place): Stage & { place: Place; day: (value: string | undefined) => void } {
  const made = stageOf({ desired: [desired({ components: { utm_params: place.said } })] });
  const day = (value: string | undefined) => {
    made.service.shows = (components) =>
      components.utm_params && value !== undefined
        ? { ...components, utm_params: place.with(components.utm_params, value) }
        : components;
  };
  return { ...made, place, day };
}

function listAt(value: JsonValue | undefined): JsonObject[] {
  return isList(value) ? value.filter(isJsonObject) : [];
}

async function onDay(world: ReturnType<typeof stage>, value: string | undefined): Promise<Result> {
  world.clock.time += DAY_MS;
  world.day(value);
  return recoverAndApply(world);
}

function updates({ service }: Stage): number {
  return service.writes.filter(({ operation }) => operation === 'update').length;
}

describe.each(Object.entries(PLACES))('a value %s', (_, place) => {
  it('is left alone once two reverts did not last', async () => {
    const world = stage(place);
    await onDay(world, '1');
    const counts: number[] = [];
    for (const value of ['2', '3', '4', '5', '6']) {
      // It has another value as soon as it was written.
      world.service.interfere = () => {
        world.day(`${value}, written`);
        return undefined;
      };
      await onDay(world, value);
      counts.push(updates(world));
    }
    expect(counts).toEqual([1, 2, 2, 2, 2]);
    expect(world.recorder.state.bindings.get(key('a'))).toMatchObject({
      changing: { utm_params: [place.path] },
      reverted: {},
    });
    const lines = world.recorder.trail.length;
    await onDay(world, '7');
    expect(world.recorder.trail).toHaveLength(lines);
  });

  it('makes nothing stale if it changes between the plan and the send', async () => {
    const world = stage(place);
    await onDay(world, undefined);
    const { service } = world;
    const at = (time: string) => {
      for (const [id, live] of service.campaigns) service.campaigns.set(id, { ...live, updatedAt: time });
    };
    at('2031-01-01 09:00:00.000000');
    const edited = {
      ...world,
      desired: [desired({ components: { utm_params: { ...place.said, utm_term: 'new' } } })],
    };
    world.day('1');
    const plan = planOn(edited, { allowed: new Set(['conflict']) });
    world.day('2');
    const result = await applyPlan(runOn(edited), plan);
    expect(result).toMatchObject({ stale: [], applied: [{ key: 'a', change: 'update' }] });
  });
});
