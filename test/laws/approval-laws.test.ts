import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useUp, type Approval } from '../../src/model/approval.ts';
import type { ComponentName, Components } from '../../src/model/campaign.ts';
import type { Plan, PlannedCampaign } from '../../src/model/plan.ts';
import type { Review } from '../../src/model/review.ts';
import { componentNames, type Binding } from '../../src/model/state.ts';
import { canonicalComponents, meaningOf } from '../../src/plan/change-id.ts';
import { matchApprovals } from '../../src/plan/match-approvals.ts';
import { partOfChange, updatedComponents } from '../../src/plan/part-of-change.ts';
import { approvalFrom } from '../support/approvals.ts';
import { digest, planFor } from '../support/builders.ts';
import { VARIANTS } from '../support/variants.ts';
import { drawn, inputsOf, unhindered, worldOf, type Drawn } from '../support/worlds.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(100);

/** A world in which every change is looked at. */
const worlds = drawn.map(unhindered);

function planned(world: Drawn): Plan {
  return planFor(worldOf(world), inputsOf(world));
}

const consentsOf = ({ circumstances }: Drawn) => new Set(circumstances.consents);

function reviewOf(world: Drawn, { campaigns }: Plan, approvals: readonly Approval[]): Review {
  const bindings = new Map<Binding['key'], Binding>(world.bindings.map((one) => [one.key, one]));
  const consents = consentsOf(world);
  return matchApprovals({ campaigns, approvals, bindings, only: undefined, consents, digest }).review;
}

const withSteps = ({ campaigns }: Plan) => campaigns.filter(({ steps }) => steps.length > 0);
const keysOf = (campaigns: readonly { readonly key: string }[]) => campaigns.map(({ key }) => key).sort();

describe('the laws of approving', () => {
  it('whoever was shown all of a plan approves all of it, and who was shown some campaigns just these', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), (world, mask) => {
        const plan = planned(world);
        const consents = consentsOf(world);
        const whole = reviewOf(world, plan, [approvalFrom(plan.campaigns, { consents })]);
        expect(whole.notReviewed).toEqual([]);
        expect(whole.moved).toEqual([]);
        expect([...whole.parts.values()].map(({ steps }) => steps)).toEqual(
          withSteps(plan).map(({ steps }) => steps),
        );
        const shown = plan.campaigns.filter((_, at) => (mask >> at) % 2 === 1);
        const some = reviewOf(world, plan, [approvalFrom(shown, { consents })]);
        expect([...some.parts.keys()].sort()).toEqual(keysOf(shown.filter(({ steps }) => steps.length > 0)));
      }),
      RUNS,
    );
  });

  it('who was shown some components of a patch approves just these, and nothing that waits for others', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), (world, mask) => {
        const plan = planned(world);
        const digesting = { consents: consentsOf(world), digest };
        for (const campaign of plan.campaigns) {
          const components = updatedComponents(campaign).filter((_, at) => (mask >> at) % 2 === 1);
          if (components.length === 0) continue;
          const part = partOfChange(campaign, { components, transition: 'without' }, digesting);
          const review = reviewOf(world, plan, [approvalFrom([part], digesting)]);
          expect(review.parts.get(campaign.key)?.steps).toEqual(part.steps);
        }
      }),
      RUNS,
    );
  });

  it('no component is sent that is not desired, or was not live, as it was shown', () => {
    fc.assert(
      fc.property(worlds, fc.array(edit, { maxLength: 6 }), (world, edits) => {
        const shown = new Map(planned(world).campaigns.map((one) => [one.key, one]));
        const moved = edits.reduce(edited, world);
        const approvals = [approvalFrom([...shown.values()], { consents: consentsOf(world) })];
        for (const part of reviewOf(moved, planned(moved), approvals).parts.values()) {
          const then = shown.get(part.key);
          expect(then && isWithin(part, then)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('what is used up approves nothing, whatever is planned again', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const plan = planned(world);
        const consents = consentsOf(world);
        const { changes, ...rest } = approvalFrom(plan.campaigns, { consents });
        const byKey = new Map(plan.campaigns.map((one) => [one.key, one]));
        const known = changes.map((change) => {
          const one = byKey.get(change.key);
          return one?.changeId
            ? { ...change, meaning: meaningOf(one.key, one.steps, { ...one, consents }) }
            : change;
        });
        const sent = withSteps(plan).flatMap(({ key, steps }) =>
          steps.map((step) => ({
            ...{ key, change: step.kind },
            components: step.kind === 'update' ? componentNames(step.components) : [],
          })),
        );
        const used = sent.reduce<readonly Approval[]>(useUp, [{ ...rest, changes: known }]);
        expect(reviewOf(world, plan, used).parts.size).toBe(0);
      }),
      RUNS,
    );
  });
});

/** One component of one campaign, in its file or live, becomes another variant. */
const edit = fc.record({
  where: fc.constantFrom('desired' as const, 'live' as const),
  at: fc.nat(3),
  name: fc.constantFrom(...(Object.keys(VARIANTS) as ComponentName[])),
  variant: fc.nat(10),
});

function edited(
  world: Drawn,
  { where, at, name, variant }: typeof edit extends fc.Arbitrary<infer T> ? T : never,
): Drawn {
  const variants = VARIANTS[name] ?? [];
  const change = <One extends { readonly components: Components }>(all: readonly One[]): One[] =>
    all.map((one, place) =>
      place === at
        ? { ...one, components: { ...one.components, [name]: variants[variant % variants.length] } }
        : one,
    );
  return where === 'live'
    ? { ...world, live: change(world.live) }
    : { ...world, desired: change(world.desired) };
}

/** Whether each step is one that was shown, resting on what was shown; a brake rests on the campaign alone. */
function isWithin(part: PlannedCampaign, then: PlannedCampaign): boolean {
  const base = canonicalComponents(part.base.components);
  const baseThen = canonicalComponents(then.base.components);
  const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  return part.steps.every((step) =>
    then.steps.some((shown) => {
      if (step.kind === 'transition')
        return shown.kind === 'transition' && shown.transition.action === step.transition.action;
      if (shown.kind === 'transition' || shown.kind !== step.kind) return false;
      const [now, before] = [canonicalComponents(step.components), canonicalComponents(shown.components)];
      return Object.keys(now).every(
        (name) => same(now[name], before[name]) && same(base[name], baseThen[name]),
      );
    }),
  );
}
