import { sameComponent } from '../model/canonical.ts';
import {
  componentNames,
  isPast,
  lastEditOf,
  type ComponentName,
  type Components,
  type LastEdit,
  type Live,
} from '../model/campaign.ts';
import { leafMap } from '../model/component-leaves.ts';
import { sameJson } from '../model/json.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { expiryInstant, firstInstant } from '../model/schedule.ts';
import { changedIn, type Binding, type IntentOf } from '../model/state.ts';
import type { HandEdit } from '../model/trail-event.ts';

/** What was changed in the service of a planned campaign, which this run overwrites, takes over or can only note. */
export function handEditOf(
  { components, record, live, desired }: PlannedCampaign,
  binding: Binding | undefined,
  now: number,
): HandEdit | undefined {
  if (!live || !binding) return undefined;
  const wanted = desired?.components ?? {};
  const changed = components.filter(
    ({ name, cause }) =>
      cause === 'drifted' ||
      cause === 'conflict' ||
      (cause === 'edited' && isMergedWith(name, { binding, wanted, live })),
  );
  const names = [...changed.map(({ name }) => name), ...takenOver(record, binding, live)];
  // Our own last write is no edit by hand, so nobody says who made the one before it.
  const isOurs = live.updatedAt !== undefined && live.updatedAt === binding.updatedAt;
  const edit = (isOurs ? undefined : lastEditOf(live)) ?? { by: null, at: null };
  return editFrom(names, { before: binding.observed, after: live.components }, { edit, live, now });
}

/** What an update of an earlier run overwrote, as far as it noted what live had. By whom isn't known anymore. */
export function overwrittenBy(
  { components, before = {} }: IntentOf<'update'>,
  { observed, changing }: Binding,
): HandEdit | undefined {
  const isChanged = (name: ComponentName) =>
    before[name] && observed[name] && !changing[name] && !sameComponent(name, observed[name], before[name]);
  const names = componentNames(components).filter(isChanged);
  return editFrom(names, { before: observed, after: before }, { edit: { by: null, at: null } });
}

/** The part of an edit that is about these components. */
export function within(edit: HandEdit | undefined, names: readonly ComponentName[]): HandEdit | undefined {
  const values = edit?.values.filter(({ component }) => names.includes(component)) ?? [];
  const components = edit?.components.filter((name) => names.includes(name)) ?? [];
  return edit && components.length > 0 ? { ...edit, components, values } : undefined;
}

/** Whether an edit of the file has taken over what somebody changed in the service: a leaf that either file names. */
function isMergedWith(
  name: ComponentName,
  { binding, wanted, live }: { readonly binding: Binding; readonly wanted: Components; readonly live: Live },
): boolean {
  const [sent, seen, now] = [binding.applied[name], binding.observed[name], live.components[name]];
  const isMoved = !sameComponent(name, now, seen) && !sameComponent(name, now, sent);
  if (!sent || !seen || !isMoved || binding.unconfirmed[name]) return false;
  const [before, after] = [leafMap(name, seen), leafMap(name, now)];
  const named = [...leafMap(name, sent).keys(), ...leafMap(name, wanted[name]).keys()];
  return named.some((path) => !sameJson(before.get(path), after.get(path)));
}

/** Components that the file has as somebody edited them in the service, because it was pulled or edited alike. */
function takenOver(record: Binding | undefined, binding: Binding, live: Live): ComponentName[] {
  if (!record) return [];
  return changedIn(record, binding).filter(
    (name) =>
      binding.observed[name] !== undefined &&
      record.applied[name] !== undefined &&
      !sameComponent(name, binding.applied[name], record.applied[name]) &&
      !sameComponent(name, binding.observed[name], live.components[name]),
  );
}

function editFrom(
  names: readonly ComponentName[],
  { before, after }: { readonly before: Components; readonly after: Components },
  { edit, live, now = 0 }: { readonly edit: LastEdit; readonly live?: Live; readonly now?: number },
): HandEdit | undefined {
  const values = names.flatMap((component) => {
    const [was, is] = [leafMap(component, before[component]), leafMap(component, after[component])];
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((path) => !sameJson(was.get(path), is.get(path)))
      .map((path) => ({ component, path, was: was.get(path), now: is.get(path) }));
  });
  if (names.length === 0) return undefined;
  return { components: names, values, ...edit, when: live ? whenEdited(edit.at, live, now) : null };
}

/** How the time of an edit relates to the sends of a campaign; null where that doesn't matter or isn't known. */
function whenEdited(at: string | null, live: Live, now: number): HandEdit['when'] {
  const schedule = live.components.scheduling_details ?? {};
  const [start, end] = [firstInstant(schedule), expiryInstant(schedule)];
  const isOver = isPast(live);
  if (live.status === 'DRAFT') return null;
  // Whoever stopped a campaign may have done so before it was sent.
  if (at === null || live.status === 'STOPPED') return isOver ? 'unknown' : null;
  const edited = Date.parse(at);
  // The service's clock may be ahead of ours.
  const hasBegun = start <= now || live.status === 'SENDING' || live.status === 'SENT';
  if (hasBegun && edited < start) return 'before-send';
  if (live.deliveryType === 'ONE_TIME' && edited >= start) return 'after-send';
  if (isOver && edited > end) return 'after-end';
  return isOver ? 'unknown' : null;
}
