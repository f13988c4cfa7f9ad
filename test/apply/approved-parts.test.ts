import { describe, expect, it } from 'vitest';
import { applyEmergencyStops, applyPlan, type Approved } from '../../src/apply/apply-plan.ts';
import type { Components, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { Plan, Review } from '../../src/model/plan.ts';
import { planOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, key, live, stateOf, managing } from '../support/builders.ts';

// Which steps of a plan an apply sends, by what was approved of it.

const edited = (utm_source: string): Components => ({ utm_params: { utm_source } });

/** Each campaign has a text of its own: a copy of a campaign that still sends would wait for that one's pause. */
const texts = (subject: string): Components => ({ campaign_content: { content: { email: { subject } } } });

/** A campaign for each kind of step: one to be paused, one to be edited, one to be published, and a new one. */
function stage(): Stage {
  const known = (name: string, status: Live['status']) =>
    live({ key: name, type: 'PERIODIC', status, components: { ...texts(name), ...edited('old') } });
  const file = (name: string, status: DesiredStatus, source = 'old') =>
    desired({ key: name, type: 'PERIODIC', status, components: { ...texts(name), ...edited(source) } });
  const campaigns = [known('edit', 'DRAFT'), known('pause', 'ACTIVE'), known('publish', 'DRAFT')];
  const files = [file('edit', 'DRAFT', 'new'), file('pause', 'PAUSED'), file('publish', 'ACTIVE')];
  return stageOf(managing([...files, desired({ key: 'new' })], campaigns));
}

/** The named campaigns of a plan are approved. */
function reviewOf(plan: Plan, names: readonly string[], more: Partial<Review> = {}): Review {
  const parts = plan.campaigns.filter((one) => names.includes(one.key)).map((one) => [one.key, one] as const);
  return { parts: new Map(parts), moved: [], notReviewed: [], ...more };
}

const sent = ({ service }: Stage) =>
  service.writes.map(({ request: { method, path } }) => `${method} ${path}`);

describe('an apply sends', () => {
  it.each<readonly [what: string, approve: (plan: Plan) => Approved, applied: readonly string[]]>([
    ['everything, if everything is approved', () => 'all', ['pause', 'edit', 'new', 'publish']],
    ['nothing, if nothing is approved', () => 'none', []],
    ['nothing, if the review approves nothing', (plan) => reviewOf(plan, []), []],
    ['only what the review approves', (plan) => reviewOf(plan, ['edit', 'publish']), ['edit', 'publish']],
    ['an approved creation', (plan) => reviewOf(plan, ['new']), ['new']],
    ['an approved pause', (plan) => reviewOf(plan, ['pause']), ['pause']],
  ])('%s', async (_, approve, applied) => {
    const world = stage();
    const plan = planOn(world);
    const result = await applyPlan(runOn(world), plan, approve(plan));
    expect(result.applied.map((one) => one.key)).toEqual(applied);
    expect(sent(world)).toHaveLength(applied.length);
    expect(result.failed).toEqual([]);
  });

  it('exactly the approved steps of a campaign', async () => {
    const world = stage();
    const plan = planOn(world);
    const [publish] = plan.campaigns.filter((one) => one.key === 'publish');
    const withoutSteps = publish && { ...publish, steps: [], transition: null };
    const parts = new Map(withoutSteps ? [[withoutSteps.key, withoutSteps]] : []);
    const result = await applyPlan(runOn(world), plan, { parts, moved: [], notReviewed: [] });
    expect(sent(world)).toEqual([]);
    expect(result.applied).toEqual([]);
  });
});

it('what is not approved is stale if it differs from the plan file, and nothing is sent for it', async () => {
  const world = stage();
  const plan = planOn(world);
  const moved = [{ key: key('edit'), cause: { code: 'changed', what: 'plan', sent: [] } }] as const;
  const result = await applyPlan(runOn(world), plan, reviewOf(plan, ['publish'], { moved }));
  expect(result.stale).toEqual(moved);
  expect(result.applied.map((one) => one.key)).toEqual(['publish']);
});

it('records what is already in sync, whatever is approved, unless nothing is', async () => {
  const shown = live({ components: edited('same') });
  const state = stateOf([bindingOf(shown, { applied: {}, observed: {} })]);
  const recorded = async (approve: (plan: Plan) => Approved) => {
    const one = stageOf({ desired: [desired({ components: edited('same') })], live: [shown], state });
    const plan = planOn(one);
    await applyPlan(runOn(one), plan, approve(plan));
    return one.recorder.state.bindings.get(key('a'))?.applied;
  };
  expect(await recorded((plan) => reviewOf(plan, []))).toMatchObject(edited('same'));
  expect(await recorded(() => 'all')).toMatchObject(edited('same'));
  expect(await recorded(() => 'none')).toEqual({});
});

describe('emergency stops', () => {
  it('are sent alone, before the rest of a plan', async () => {
    const world = stage();
    await applyEmergencyStops(runOn(world), planOn(world), 'all');
    expect(world.service.all().map(({ id, status }) => [id, status])).toEqual([
      ['id-edit', 'DRAFT'],
      ['id-pause', 'PAUSED'],
      ['id-publish', 'DRAFT'],
    ]);
    expect(sent(world)).toHaveLength(1);
  });

  it('are sent although the guard blocks the plan', async () => {
    const world = stage();
    const plan: Plan = { ...planOn(world), guard: { touched: 3, live: 3, share: 0.3 } };
    const result = await applyPlan(runOn(world), plan);
    expect(result.refused).toBe('guard');
    expect(result.applied.map((one) => one.key)).toEqual(['pause']);
  });
});
