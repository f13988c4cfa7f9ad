import { sameComponent } from './canonical.ts';
import {
  componentNames,
  inCanonicalOrder,
  withoutComponents,
  type ComponentName,
  type Components,
  type LeavesByComponent,
  type Live,
} from './campaign.ts';
import { leafAt, leafMap, withLeaves, withoutLeaves } from './component-leaves.ts';
import { sameJson, type JsonObject } from './json.ts';
import type { Binding, IntentOf } from './state.ts';
import { AUDIENCE, isDefault, sentButNotShown } from './verify.ts';

// Values that change by themselves (open point W32): a counter, or the time of the last computation, which the service
// keeps inside a component. Reverting such a value is useless, and treating it as a manual edit would block real edits.
// Every edit changes `updated_at`. So if a leaf that no file ever contained differs although `updated_at` doesn't, the
// service itself changed it. If `updated_at` changes too, two reverts that didn't last prove the same.
//
// Such a leaf is held at its last observed value. Then it makes no difference anywhere: not to the plan, not to the
// base of a step, and not to the digest that a review approved before the leaf was known to change.

/** After this many reverts that did not last, a leaf counts as changing by itself. */
const REVERTS = 2;

export interface Steady {
  /** Live, with its self-changing leaves as they were last observed. */
  readonly live: Live;
  /** The binding, updated with what this read shows about leaves that no file ever had. */
  readonly binding: Binding;
  /** The leaves that this read shows for the first time to change by themselves. */
  readonly found: LeavesByComponent;
  /** Whether other leaves changed that no file ever had. They are taken for manual edits. */
  readonly isUnexplained: boolean;
}

/** Finds the leaves that change by themselves and holds them at their observed values. */
export function steady(
  desired: Components,
  { live, binding }: { readonly live: Live; readonly binding: Binding },
): Steady {
  const found: Partial<Record<ComponentName, readonly string[]>> = {};
  const changing: typeof found = {};
  const reverted: Partial<Record<ComponentName, Readonly<Record<string, number>>>> = {};
  const isUnedited = binding.observedAt !== undefined && binding.observedAt === live.updatedAt;
  let isUnexplained = false;
  for (const name of componentNames(binding.observed)) {
    const counts = binding.reverted[name] ?? {};
    const isSame = sameJson(binding.observed[name], live.components[name]);
    if (isSame && !binding.changing[name] && !binding.reverted[name]) continue;
    const said = [binding.applied[name], desired[name], sentButNotShown(binding, name)];
    const known = new Set(
      (binding.changing[name] ?? []).filter((path) =>
        said.every((one) => leafAt(name, one, path) === undefined),
      ),
    );
    const shown = live.components[name];
    const moved = movedLeaves(name, said, [binding.observed[name], shown]).filter((path) => !known.has(path));
    const unstable = new Set(live.again ? movedLeaves(name, said, [live.again[name], shown]) : []);
    // The audience is never left to the service based on a guess: the change may be a repeated manual edit.
    const isHopeless = (path: string) => (counts[path] ?? 0) >= REVERTS && !AUDIENCE.has(name);
    const news = moved.filter((path) => isUnedited || unstable.has(path) || isHopeless(path));
    isUnexplained ||= moved.length > news.length;
    const [still, fresh] = [new Set(moved), new Set(news)];
    const left = Object.entries(counts).filter(([path]) => still.has(path) && !fresh.has(path));
    if (news.length > 0) found[name] = news;
    if (known.size + news.length > 0) changing[name] = [...known, ...news].sort();
    if (left.length > 0) reverted[name] = Object.fromEntries(left);
  }
  const revised: Binding = { ...binding, changing, reverted };
  return { live: pinSelfChanging(live, revised), binding: revised, found, isUnexplained };
}

type Values = readonly (JsonObject | undefined)[];

/** Leaves, but for new defaults, that no file or request had and that differ from the observed ones. */
function movedLeaves(name: ComponentName, said: Values, [observed, live]: Values): string[] {
  const seen = leafMap(name, observed, said);
  const known = said.map((one) => leafMap(name, one));
  return [...leafMap(name, live, said)].flatMap(([path, value]) => {
    const isSaid = known.some((one) => one.has(path));
    const isNewDefault = !seen.has(path) && isDefault(path, value);
    return isSaid || isNewDefault || sameJson(seen.get(path), value) ? [] : [path];
  });
}

function pinSelfChanging(live: Live, { changing, observed }: Binding): Live {
  const names = inCanonicalOrder(componentNames(changing)).filter(
    (name) => live.components[name] !== undefined,
  );
  if (names.length === 0) return live;
  const pinned = names.map((name) => {
    const pins = (changing[name] ?? []).map((at) => ({ at, value: leafAt(name, observed[name], at) }));
    return [name, withLeaves(name, live.components[name] ?? {}, pins)] as const;
  });
  return { ...live, components: { ...live.components, ...Object.fromEntries(pinned) } };
}

/** The `updated_at` of a read that shows everything that is recorded as observed; otherwise `undefined`. */
export function observedAt(
  { observed, changing }: Pick<Binding, 'observed' | 'changing'>,
  { components, updatedAt }: Live,
): string | undefined {
  const isShown = componentNames(observed).every((name) => {
    const [before, now] = [observed, components].map((one) =>
      withoutLeaves(name, one[name], changing[name] ?? []),
    );
    return sameComponent(name, before, now);
  });
  return isShown ? updatedAt : undefined;
}

/** How often each leaf has been reverted, after an update that is known to have succeeded. */
export function revertsAfter(intent: IntentOf<'update'>, before: Binding | undefined): Binding['reverted'] {
  if (before === undefined) return {};
  const sent = componentNames(intent.components);
  const counted = sent.flatMap((name): [ComponentName, Readonly<Record<string, number>>][] => {
    const said = [before.applied[name], intent.components[name], sentButNotShown(before, name)];
    const moved = movedLeaves(name, said, [before.observed[name], intent.before?.[name]]);
    const counts = moved.map((path) => [path, (before.reverted[name]?.[path] ?? 0) + 1] as const);
    return counts.length > 0 ? [[name, Object.fromEntries(counts)]] : [];
  });
  return { ...withoutComponents(before.reverted, sent), ...Object.fromEntries(counted) };
}
