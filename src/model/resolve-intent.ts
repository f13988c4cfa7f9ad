import {
  componentNames,
  pickComponents,
  withoutComponents,
  type CampaignStatus,
  type ComponentName,
  type Components,
  type DesiredStatus,
  type Live,
} from './campaign.ts';
import { sameJson } from './json.ts';
import { observedAt, revertsAfter } from './self-changing.ts';
import {
  newBinding,
  isPublish,
  type Binding,
  type Intent,
  type Unconfirmed,
  type IntentOf,
} from './state.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';
import { hasTakenEffect } from './transitions.ts';
import { AUDIENCE, beforeLaterEdits, sentButNotShown, verifyIntent, type Verified } from './verify.ts';
import { unshownLeaves } from './component-leaves.ts';
import { heldBy, liveCandidates, type Held } from './held.ts';
import { isPlainSpelling } from './spelling.ts';

// How an intent ended, and the binding that follows from it.

/** After this time, in milliseconds, what live shows is taken as final and not as about to change. */
export const SETTLED_AFTER_MS = 5 * MINUTE_MS;

/** After this time, a PUBLISH that live doesn't show was not made: twice as long as any read lags (W31). */
const PUBLISH_SETTLED_AFTER_MS = HOUR_MS;

type Sent = IntentOf<'update' | 'transition'>;
type Marks = Binding['unconfirmed'];

/** The outcome of an open intent, given what live shows. `binding` is the one to plan and to record with. */
export type Resolution =
  | { readonly kind: 'arrived'; readonly binding: Binding }
  /** It was answered with success recently, so it stays open. The binding is only for planning. */
  | {
      readonly kind: 'waiting';
      readonly binding: Binding;
      readonly until: number;
      readonly missing: ReadonlyMap<ComponentName, readonly string[]>;
    }
  /** It is closed. If live never showed a change that was answered with success, the binding says so. */
  | {
      readonly kind: 'not-carried-out';
      readonly binding: Binding;
      /** Its components that arrived. */
      readonly shown: readonly ComponentName[];
      readonly givenUp: boolean;
    };

/** Determines the outcome of an earlier run's open update or transition. */
export function resolveIntent(intent: Sent, live: Live, binding: Binding, now: number): Resolution {
  const arrived = (at: number): Resolution => ({
    kind: 'arrived',
    binding: bindingAfter(intent, { live, before: binding, desired: undefined, at }),
  });
  if (intent.kind === 'transition') {
    const settledAfter = isPublish(intent) ? PUBLISH_SETTLED_AFTER_MS : SETTLED_AFTER_MS;
    const until = (intent.answered ?? intent.at) + settledAfter;
    if (hasTakenEffect(intent.action, live.status)) return arrived(now);
    return now < until
      ? { kind: 'waiting', binding, until, missing: new Map() }
      : { kind: 'not-carried-out', binding, shown: [], givenUp: false };
  }
  const until = intent.answered === undefined ? now : intent.answered + SETTLED_AFTER_MS;
  const verified = verifyIntent(intent, live.components, binding);
  const stale = [...verified].filter(([, { kind }]) => kind === 'not-yet');
  const at = intent.answered ?? now;
  if (stale.length === 0) return arrived(at);
  const names = stale.map(([name]) => name);
  if (now < until) {
    const marks = marked(names, () => ({ kind: 'in-flight', at }));
    const missing = new Map(stale.map(([name, { paths }]) => [name, paths]));
    return {
      kind: 'waiting',
      binding: withSent(binding, intent.components, { live, marks }),
      until,
      missing,
    };
  }
  if (intent.answered === undefined) return { kind: 'not-carried-out', binding, shown: [], givenUp: false };
  return notCarriedOut(intent, { live, binding, now }, stale);
}

/** An accepted update that isn't shown for good: it is sent once more, and then never again. */
function notCarriedOut(
  intent: IntentOf<'update'>,
  { live, binding, now }: { readonly live: Live; readonly binding: Binding; readonly now: number },
  stale: readonly (readonly [ComponentName, Verified])[],
): Resolution {
  const isSecond = (name: ComponentName) => {
    const mark = binding.unconfirmed[name];
    const earlier = mark?.kind === 'respelled' ? binding.applied[name] : sentButNotShown(binding, name);
    return sameJson(earlier, intent.components[name]);
  };
  const names = stale.map(([name]) => name);
  const shown = componentNames(intent.components).filter((name) => !names.includes(name));
  const twice = stale.filter(([name]) => isSecond(name));
  // Leaves that no file ever had and that two writes did not remove belong to the service, except in the audience.
  const isServiceOwned = ([name, { isExtra }]: (typeof stale)[number]) => isExtra && !AUDIENCE.has(name);
  const givenUp = twice.filter((one) => !isServiceOwned(one)).map(([name]) => name);
  const marks = marked(givenUp, () => ({ kind: 'given-up', at: now }));
  const taken = [...shown, ...twice.map(([name]) => name)];
  const known = withSent(binding, pickComponents(intent.components, taken), { live, marks });
  // The parts of the other components that arrived come from us and must not look like a manual edit.
  const inPart = stale.filter(([name, { isOurs }]) => isOurs && !isSecond(name)).map(([name]) => name);
  const again = names.filter((name) => !isSecond(name));
  const observed = { ...known.observed, ...pickComponents(live.components, inPart) };
  return {
    kind: 'not-carried-out',
    binding: {
      ...known,
      observed,
      observedAt: observedAt({ ...known, observed }, live),
      unconfirmed: { ...known.unconfirmed, ...notShown(again, intent, now) },
    },
    shown,
    givenUp: givenUp.length > 0,
  };
}

/** The binding with the components of an update recorded as sent, live recorded as observed, and these marks. */
function withSent(
  binding: Binding,
  components: Components,
  { live, marks }: { readonly live: Live; readonly marks: Marks },
): Binding {
  const sent = componentNames(components);
  const observed = { ...withoutComponents(binding.observed, sent), ...pickComponents(live.components, sent) };
  return {
    ...binding,
    documentId: live.documentId,
    applied: { ...binding.applied, ...components },
    observed,
    observedAt: observedAt({ ...binding, observed }, live),
    adopted: binding.adopted.filter((name) => !sent.includes(name)),
    unconfirmed: { ...withoutComponents(binding.unconfirmed, sent), ...marks },
  };
}

/** The binding when a newer edit is about to be sent before live shows what `earlier` sent, which it may never do. */
export function bindingWhenSuperseded(
  earlier: IntentOf<'update'>,
  { live, binding, now }: { readonly live: Components; readonly binding: Binding; readonly now: number },
): Binding {
  const names = componentNames(earlier.components);
  return {
    ...binding,
    observed: { ...binding.observed, ...pickComponents(live, names) },
    observedAt: undefined,
    unconfirmed: { ...binding.unconfirmed, ...notShown(names, earlier, now) },
  };
}

function notShown(names: readonly ComponentName[], { components }: IntentOf<'update'>, at: number): Marks {
  return marked(names, (name) => ({ kind: 'not-carried-out', at, sent: components[name] ?? {} }));
}

function marked(names: readonly ComponentName[], mark: (name: ComponentName) => Unconfirmed): Marks {
  return Object.fromEntries(names.map((name) => [name, mark(name)]));
}

/** The service's refusal of an edit, which is valid only until the status changes. */
export function refusedIn({ editsRefused }: Binding, status: CampaignStatus): Binding['editsRefused'] {
  return editsRefused?.status === status ? editsRefused : undefined;
}

/** What is known about live after an intent, and the status that the file requests. */
interface ObservedOutcome {
  readonly live: Live;
  /** The previous binding; `undefined` for a campaign that was just created. */
  readonly before: Binding | undefined;
  /** The status that the file requests; `undefined` if it requests none or is unknown. */
  readonly desired: DesiredStatus | undefined;
  /** When the service answered it, or when its effect was read if there was no answer (epoch milliseconds). */
  readonly at: number;
}

/** The binding after `intent` is known to have succeeded. Components that live spells differently are marked. */
export function bindingAfter(intent: Intent, { live, before, desired, at }: ObservedOutcome): Binding {
  const fresh = newBinding(intent.key, live);
  const { updatedAt } = live;
  const known: Binding = {
    ...(intent.kind === 'create' ? fresh : { ...(before ?? fresh), documentId: live.documentId }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
  if (intent.kind === 'transition') {
    return {
      ...known,
      observedAt: observedAt(known, live),
      editsRefused: refusedIn(known, live.status),
      status: { applied: intent.desired, observed: live.status, seen: live.status },
    };
  }
  const settled = intent.kind === 'create' && desired === live.status;
  const shown = beforeLaterEdits(intent, live, before);
  const verified = verifyIntent(intent, shown.components, before);
  const respelled = [...verified].flatMap(([name, { kind }]) => (kind === 'shown' ? [] : [name]));
  const marks = marked(respelled, () => ({ kind: 'respelled', at }));
  const recorded = withSent(known, intent.components, { live: shown, marks });
  return {
    ...recorded,
    ...(intent.kind === 'update' && { reverted: revertsAfter(intent, before) }),
    name: live.name ?? known.name,
    status: {
      ...(settled ? { applied: desired, observed: live.status } : known.status),
      // Specification, States and transitions: an edit never changes the status, and a new campaign is a draft.
      seen: intent.kind === 'create' ? 'DRAFT' : known.status.seen,
    },
  };
}

export type CreateIntent = IntentOf<'create'>;

/** Whether a campaign that did not exist before a creation shows what it sent, so that it can be its result. */
export function isResultOf(
  { components: wanted, sameNameCandidates = [] }: CreateIntent,
  { id, components: live }: Live,
): boolean {
  if (sameNameCandidates.includes(id)) return false;
  return componentNames(wanted).every((name) =>
    // HTML entities, and other whitespace or accents, are the same text (open point W32).
    unshownLeaves(name, wanted[name] ?? {}, live[name]).missing.every(({ value, shown }) =>
      isPlainSpelling(value, shown),
    ),
  );
}

/** An earlier creation without an answer, and the campaigns that could be its result. */
export function creationUnclear(
  { run, key }: Intent,
  found: readonly Live[],
  reason: 'ambiguous' | 'in-flight',
): Held {
  return heldBy(reason, { code: 'creation-unclear', run, key, found: liveCandidates(found) });
}
