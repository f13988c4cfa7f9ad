import {
  componentNames,
  instantOfUpdate,
  type ComponentName,
  type Components,
  type Live,
} from './campaign.ts';
import { sameComponent } from './canonical.ts';
import { leafAt, leafMap, missingLeaves, withLeaves, withoutLeaves } from './component-leaves.ts';
import { sameJson, type JsonObject, type JsonValue } from './json.ts';
import { isHidden } from './read-view.ts';
import { isPlainSpelling } from './spelling.ts';
import type { Binding, IntentOf } from './state.ts';
import { hasTakenEffect } from './transitions.ts';

// The result of a write is decided by what live shows afterwards, not by the answer alone (open points W7, W31, W32).

/** Components in which an additional or missing leaf changes who gets the message. */
export const AUDIENCE: ReadonlySet<ComponentName> = new Set(['trigger_condition', 'segmentation_details']);

/** What live shows of what was sent. `not-yet`: partly still the previous value. `respelled`: a third one. */
export interface Verified {
  readonly kind: 'shown' | 'not-yet' | 'respelled';
  /** The leaves that differ from what was sent, as JSON Pointers. */
  readonly paths: readonly string[];
  /** Whether all of these are leaves that no file ever had and that still exist. */
  readonly isExtra: boolean;
  /** Whether no leaf shows a change by someone else. */
  readonly isOurs: boolean;
}

type Sent =
  | Pick<IntentOf<'create'>, 'kind' | 'components'>
  | Pick<IntentOf<'update'>, 'kind' | 'components' | 'before'>;

/** Compares live with what an intent sent, leaf by leaf, for each component. `known` is the binding before it. */
export function verifyIntent(
  intent: Sent,
  live: Components,
  known: Binding | undefined,
): ReadonlyMap<ComponentName, Verified> {
  // A campaign that was just created has no previous values.
  const before = intent.kind === 'create' ? {} : { binding: known, components: intent.before };
  return new Map(
    componentNames(intent.components).map((name) => {
      const leaves = judgeLeaves(name, intent.components[name] ?? {}, live[name], before);
      return [name, verdictOf(leaves, before.binding === undefined)];
    }),
  );
}

/**
 * Live right after an intent, before another user edited the same components: what they changed is as it was sent. A third
 * value is a manual edit if live names another user than the request and a later time; otherwise, and if only its spelling
 * differs, it is the service's.
 */
export function beforeLaterEdits(intent: IntentOf<'create' | 'update'>, live: Live, known?: Binding): Live {
  const actor = intent.kind === 'create' ? intent.body.created_by : intent.actor;
  const { updatedAt, ...rest } = live;
  const isByOther = actor !== undefined && live.updatedBy !== undefined && live.updatedBy !== actor;
  if (!isByOther || !(Date.parse(instantOfUpdate(updatedAt) ?? '') >= intent.at)) return live;
  const edited = [...verifyIntent(intent, live.components, known)].flatMap(([name, { kind, paths }]) => {
    const [sent, shown = {}] = [intent.components[name], live.components[name]];
    // What the service adds to a new campaign can't be told apart.
    const was = intent.kind === 'update' && intent.before ? (intent.before[name] ?? {}) : shown;
    const isAdded = (at: string) =>
      leafAt(name, was, at) === undefined && !isDefault(at, leafAt(name, shown, at));
    const added = missingLeaves(name, shown, sent ?? {}).filter(isAdded);
    const others = [...new Set([...paths, ...added])];
    const isSpelled = (at: string) => isPlainSpelling(leafAt(name, sent, at), leafAt(name, shown, at));
    if (kind === 'not-yet' || others.every(isSpelled)) return [];
    const asSent = others.map((at) => ({ at, value: leafAt(name, sent, at) }));
    return [[name, withLeaves(name, shown, asSent)] as const];
  });
  // No read shows all of that, so it has no `updatedAt`.
  return edited.length === 0
    ? live
    : { ...rest, components: { ...live.components, ...Object.fromEntries(edited) } };
}

/** What an update sent, and what live had of these components before. */
export type Edit = Pick<IntentOf<'update'>, 'components' | 'before'>;

/** Whether no component of live still has its previous value. */
export function isEditLive(
  edit: Edit,
  { components }: Pick<Live, 'components'>,
  known: Binding | undefined,
): boolean {
  const verified = verifyIntent({ kind: 'update', ...edit }, components, known);
  return [...verified.values()].every(({ kind }) => kind !== 'not-yet');
}

/** Whether live shows what a status change leads to, or the update of which it published the version. */
export function isTransitionLive(
  { action, components, before }: IntentOf<'transition'>,
  live: Live,
  known: Binding | undefined,
): boolean {
  if (components === undefined) return hasTakenEffect(action, live.status);
  return isEditLive({ components, ...(before && { before }) }, live, known);
}

/**
 * Whether the draft above live is live plus exactly what was sent (open point S7). Nothing else may be published, so any
 * doubt counts as a difference. `planned` is what the plan saw of live.
 */
export function isDraftOf(
  edit: Edit,
  { components: live, draft }: Pick<Live, 'components' | 'draft'>,
  { known, planned = {} }: { readonly known: Binding | undefined; readonly planned?: Components | undefined },
): boolean {
  if (!draft) return false;
  const verified = verifyIntent({ kind: 'update', ...edit }, draft, known);
  const names = new Set([planned, live, draft, edit.components].flatMap(componentNames));
  return [...names].every((name) => {
    const changing = known?.changing[name] ?? [];
    const [was, now] = [live[name] ?? planned[name], draft[name]].map((one) =>
      withoutLeaves(name, one, changing),
    );
    const sent = edit.components[name];
    if (!sent) return sameComponent(name, was, now);
    const [before, wanted] = [leafMap(name, was, [sent]), leafMap(name, sent)];
    const isKnown = ([path, value]: readonly [string, JsonValue]) =>
      [wanted, before].some((one) => sameJson(one.get(path), value));
    return verified.get(name)?.kind === 'shown' && [...leafMap(name, now, [sent])].every(isKnown);
  });
}

interface JudgedLeaf {
  readonly path: string;
  /** Whether the file changes this leaf. A third value in live is then most likely the service's spelling. */
  readonly isChanged?: boolean;
  /** Whether no file ever had it. */
  readonly isExtra?: boolean;
  /** `new` is as sent and was not there before; `kept` was removed but is still there. */
  readonly state: 'new' | 'same' | 'old' | 'kept' | 'other';
}

function verdictOf(judged: readonly JudgedLeaf[], isNew: boolean): Verified {
  const differing = judged.filter(({ state }) => state !== 'new' && state !== 'same');
  const paths = differing.map(({ path }) => path).sort();
  const isOurs = judged.every(({ state, isChanged }) => state !== 'other' || isChanged === true);
  const isExtra = differing.length > 0 && differing.every((one) => one.isExtra === true);
  if (judged.some(({ state }) => state === 'kept' || (state === 'old' && !isNew)))
    return { kind: 'not-yet', paths, isExtra, isOurs };
  return { kind: paths.length > 0 ? 'respelled' : 'shown', paths, isExtra, isOurs };
}

function judgeLeaves(
  name: ComponentName,
  sent: JsonObject,
  live: JsonObject | undefined,
  { binding, components: before }: { binding?: Binding | undefined; components?: Components | undefined },
): JudgedLeaf[] {
  const leavesOf = (one: JsonObject | undefined) => leafMap(name, one, [sent]);
  const [wanted, now] = [leafMap(name, sent), leavesOf(live)];
  const was = leavesOf(before ? before[name] : binding?.observed[name]);
  // It may be there although live never showed it.
  const unseen = binding && sentButNotShown(binding, name);
  const saidBefore = new Map([...leavesOf(binding?.applied[name]), ...leavesOf(unseen)]);
  const record = binding && !binding.adopted.includes(name) && binding.applied[name] ? binding : undefined;
  const [applied, observed] = [leavesOf(record?.applied[name]), leavesOf(record?.observed[name])];
  const judgeWanted = ([path, value]: readonly [string, JsonValue]): JudgedLeaf => {
    const seen = now.get(path);
    if (sameJson(seen, value)) return { path, state: sameJson(was.get(path), value) ? 'same' : 'new' };
    if (isHidden(name, path, { wanted: sent, live })) return { path, state: 'same' };
    // The service's version of this value is already recorded.
    const isKnown = applied.has(path) && sameJson(applied.get(path), value);
    if (isKnown && sameJson(observed.get(path), seen)) return { path, state: 'same' };
    const isChanged = !sameJson(saidBefore.get(path), value);
    const isOld = sameJson(was.get(path), seen) && !isPlainSpelling(value, seen);
    return { path, isChanged, state: isOld ? 'old' : 'other' };
  };
  const judgeRemoved = (path: string): JudgedLeaf => {
    if (!now.has(path)) return { path, state: was.has(path) ? 'new' : 'same' };
    if (binding?.changing[name]?.includes(path)) return { path, state: 'same' };
    const isAddedByService = observed.has(path) && !applied.has(path) && !saidBefore.has(path);
    if (isAddedByService && sameJson(observed.get(path), now.get(path))) return { path, state: 'same' };
    const isExtra = !saidBefore.has(path);
    // An empty value that no file ever had is a default of the service.
    if (isExtra && isDefault(path, now.get(path))) return { path, state: 'same' };
    const isKept = [was, saidBefore].some((one) => sameJson(one.get(path), now.get(path)));
    return { path, isExtra, state: isKept ? 'kept' : 'other' };
  };
  const removed = [...new Set([...was.keys(), ...saidBefore.keys()])].filter((path) => !wanted.has(path));
  return [...[...wanted].map(judgeWanted), ...removed.map(judgeRemoved)];
}

/**
 * Open point W32: what a service may add to all campaigns at once, by its JSON Pointer. `null` and the like mean nothing
 * anyway. `executed: false` is never a default: it asks for the users who did not do something (specification, Filters).
 */
export function isDefault(at: string, value: JsonValue | undefined): boolean {
  return (value === false || value === 0) && !at.endsWith('/executed');
}

/** What was sent of a component but never shown. */
export function sentButNotShown({ unconfirmed }: Binding, name: ComponentName): JsonObject | undefined {
  const mark = unconfirmed[name];
  return mark?.kind === 'not-carried-out' ? mark.sent : undefined;
}
