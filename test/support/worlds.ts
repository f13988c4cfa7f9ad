import fc from 'fast-check';
import {
  DELIVERY_TYPES,
  DESIRED_STATUSES,
  STATUSES,
  type CampaignId,
  type CampaignKey,
  type Components,
  type Desired,
  type Live,
} from '../../src/model/campaign.ts';
import type { Binding, Intent, Ledger } from '../../src/model/state.ts';
import { CONSENTS, type Consent, type Policy, type Workspace } from '../../src/model/workspace.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { recordedAnswers } from '../../src/plan/imported-binding.ts';
import { bindingOf, desired, intent, key, live, NOW, stateOf, WORKSPACE, type World } from './builders.ts';
import { respelt, WAYS, withDefaults } from './spellings.ts';
import { VARIANTS } from './variants.ts';

// Worlds of a few campaigns whose components have a few variants each: small enough to produce every combination of
// desired, applied, observed and live, in every status, with every combination of file, binding, open intent and live
// campaign present or missing.

/** What exists before planning, in the order in which it was drawn. */
export interface Drawn {
  readonly desired: readonly Desired[];
  readonly live: readonly Live[];
  readonly bindings: readonly Binding[];
  readonly open: readonly Intent[];
  /** Live campaigns that can't be read, and files whose names can't be searched for. */
  readonly unreadable: readonly (CampaignId | CampaignKey)[];
  readonly ledger: Ledger;
  readonly circumstances: Circumstances;
}

/** The settings of the configuration and the command line. */
export interface Circumstances {
  readonly policy: Policy;
  readonly allowed: readonly Consent[];
  readonly publish: Workspace['publish'];
  readonly source: 'service' | 'record';
  readonly only: readonly string[] | undefined;
}

type Part = Partial<Pick<Drawn, 'desired' | 'live' | 'bindings' | 'open' | 'unreadable'>>;

const components: fc.Arbitrary<Components> = fc.record(
  Object.fromEntries(
    Object.entries(VARIANTS).map(([name, variants]) => [name, fc.constantFrom(...variants)]),
  ),
  { requiredKeys: [] },
);
/** How a service shows what it was sent. */
const view = fc.tuple(fc.subarray([...WAYS]), fc.boolean()).map(
  ([ways, adds]) =>
    (sent: Components) =>
      respelt(adds ? withDefaults(sent) : sent, ways),
);
const type = fc.constantFrom(...DELIVERY_TYPES);
const channel = fc.constantFrom('EMAIL' as const, 'EMAIL' as const, 'PUSH' as const);
const wish = fc.option(fc.constantFrom(...DESIRED_STATUSES), { nil: undefined });
const kind = fc.record({ channel, type, wanted: components });
const sometimes = fc.constantFrom(false, false, false, false, true);

/** A file, its binding and its live campaign, any two of which may agree or not. */
const managed = (name: string): fc.Arbitrary<Part> =>
  fc
    .record({
      kind,
      applied: fc.option(components, { nil: undefined }),
      observed: fc.option(components, { nil: undefined }),
      shown: fc.option(components, { nil: undefined }),
      answers: fc.tuple(view, view),
      status: fc.constantFrom(...STATUSES),
      observedStatus: fc.constantFrom(...STATUSES),
      wishes: fc.tuple(wish, wish),
      lives: fc.constantFrom('as bound', 'as bound', 'as bound', 'of another type', 'read-only', 'nowhere'),
      unreadable: sometimes,
    })
    .map(({ kind: { wanted, ...rest }, answers: [then, now], wishes: [status, appliedStatus], ...drawn }) => {
      const named = { basic_details: { name: `The ${name}` } };
      const sent = { ...named, ...(drawn.applied ?? wanted) };
      const answered = drawn.observed ? { ...named, ...drawn.observed } : then(sent);
      const one = live({
        ...rest,
        key: name,
        type: drawn.lives === 'of another type' ? 'PERIODIC' : rest.type,
        status: drawn.status,
        components: drawn.shown ?? now(drawn.observed ?? sent),
      });
      const shown = drawn.lives === 'read-only' ? { ...one, readOnly: 'child' as const } : one;
      return {
        desired: [desired({ ...rest, key: name, components: wanted, status })],
        live: drawn.lives === 'nowhere' ? [] : [shown],
        bindings: [
          bindingOf(shown, {
            applied: sent,
            observed: answered,
            status: { applied: appliedStatus, observed: drawn.observedStatus },
          }),
        ],
        unreadable: drawn.unreadable ? [shown.id] : [],
      };
    });

/** An unbound file, alone or with live campaigns of its name. Other files may have the same name. */
const fresh = (name: string): fc.Arbitrary<Part> =>
  fc
    .record({
      kind,
      status: wish,
      complete: fc.boolean(),
      hasOtherName: fc.boolean(),
      rivals: fc.nat(2),
      unreadable: sometimes,
    })
    .map(({ kind: { wanted, ...rest }, status, complete, hasOtherName, rivals, unreadable }) => {
      const whole = hasOtherName ? { ...wanted, basic_details: { name: 'Another name' } } : wanted;
      const missing = complete ? [] : [{ what: 'connector is missing', component: 'connector' as const }];
      const file = desired({ ...rest, key: name, components: whole, status, missing });
      const rival = live({ ...rest, key: `${name}-rival`, components: file.components, status: 'ACTIVE' });
      const node = { ...rival, id: `id-${name}-node` as CampaignId, readOnly: 'flow-node' as const };
      return {
        desired: [file],
        live: rivals === 0 ? [] : rivals === 1 ? [node] : [rival, node],
        unreadable: unreadable ? [file.key] : [],
      };
    });

/** A binding whose file is gone, or exists under another key. */
const orphan = (name: string): fc.Arbitrary<Part> =>
  fc
    .record({ kind, status: fc.constantFrom(...STATUSES), moved: fc.boolean(), alive: fc.boolean() })
    .map(({ kind: { wanted, ...rest }, status, moved, alive }) => {
      const shown = live({ ...rest, key: name, components: wanted, status });
      const file = {
        ...rest,
        key: `${name}-moved`,
        components: { ...wanted, basic_details: { name: `The ${name}` } },
      };
      return {
        desired: moved ? [desired(file)] : [],
        live: alive ? [shown] : [],
        bindings: [bindingOf(shown)],
      };
    });

/** What an earlier run sent without knowing the outcome: it may have arrived, and the file may be gone. */
const halfMade = (name: string): fc.Arbitrary<Part> =>
  fc
    .record({
      kind,
      sent: fc.constantFrom('create' as const, 'update' as const, 'transition' as const),
      arrived: fc.boolean(),
      intended: components,
      file: fc.constantFrom('there', 'there', 'gone'),
    })
    .map(({ kind: { wanted, ...rest }, sent, arrived, intended, file }) => {
      const named = { basic_details: { name: `The ${name}` } };
      const paused = sent === 'transition' && arrived;
      const now =
        sent === 'create' ? intended : { ...wanted, ...(sent === 'update' && arrived ? intended : {}) };
      const shown = live({ ...rest, key: name, components: now, status: paused ? 'PAUSED' : 'DRAFT' });
      return {
        desired: file === 'gone' ? [] : [desired({ ...rest, key: name, components: intended })],
        live: sent === 'create' && !arrived ? [] : [shown],
        bindings: sent === 'create' ? [] : [bindingOf(live({ ...rest, key: name, components: wanted }))],
        open: [intent({ ...rest, key: name, kind: sent, components: { ...named, ...intended } })],
      };
    });

const ledger: fc.Arbitrary<Ledger> = fc
  .array(fc.tuple(fc.nat(80_000_000), fc.boolean()), { maxLength: 30 })
  .map((calls) => {
    const at = (those: typeof calls) => those.map(([ago]) => NOW - ago).sort((a, b) => a - b);
    return { attempts: at(calls), successes: at(calls.filter(([, success]) => success)) };
  });

const KEYS = ['a', 'b/one', 'b/two', 'c'];

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  policy: fc.record({
    drift: fc.constantFrom('revert' as const, 'hold' as const),
    guard: fc.record({ share: fc.constantFrom(1, 0.5, 0.3, 0), atLeast: fc.constantFrom(1_000, 3, 1) }),
  }),
  allowed: fc.subarray([...CONSENTS]),
  publish: fc.constantFrom('allowed' as const, 'never' as const),
  source: fc.constantFrom('service' as const, 'service' as const, 'service' as const, 'record' as const),
  only: fc.option(fc.subarray(KEYS), { nil: undefined, freq: 4 }),
});

/** Four random campaigns. */
export const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    parts: fc.tuple(
      ...KEYS.map((name) =>
        fc.oneof(
          { weight: 5, arbitrary: managed(name) },
          { weight: 2, arbitrary: fresh(name) },
          { weight: 1, arbitrary: orphan(name) },
          { weight: 1, arbitrary: halfMade(name) },
        ),
      ),
    ),
    ledger,
    circumstances,
  })
  .map(({ parts, ...rest }) => ({
    desired: parts.flatMap((part) => part.desired ?? []),
    live: parts.flatMap((part) => part.live ?? []),
    bindings: parts.flatMap((part) => part.bindings ?? []),
    open: parts.flatMap((part) => part.open ?? []),
    unreadable: parts.flatMap((part) => part.unreadable ?? []),
    ...rest,
  }));

export function worldOf({
  desired: wanted,
  live: shown,
  bindings,
  open,
  unreadable,
  ledger: used,
}: Drawn): World {
  return {
    desired: wanted,
    live: shown,
    state: stateOf(bindings, { open, ledger: used }),
    unreadable: new Set(unreadable),
  };
}

/** The other inputs of a plan for this world. */
export function inputsOf(world: Drawn): Partial<PlannerInputs> {
  const { policy, allowed, publish, source, only } = world.circumstances;
  const { state } = worldOf(world);
  return {
    policy,
    allowed: new Set(allowed),
    workspace: { ...WORKSPACE, publish },
    ...(only && { only: new Set(only.map(key)) }),
    ...(source === 'record' &&
      state && {
        live: recordedAnswers(state),
        sameName: new Map(),
        offline: { record: null, from: 'origin' },
      }),
  };
}

/** The same world, but everything can be read, everything is requested, and no limit is exceeded. */
export function unhindered(world: Drawn): Drawn {
  const { policy } = world.circumstances;
  return {
    ...world,
    unreadable: [],
    circumstances: {
      ...world.circumstances,
      source: 'service',
      only: undefined,
      policy: { ...policy, guard: { share: 1, atLeast: 1_000 } },
    },
  };
}
