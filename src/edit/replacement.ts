import {
  channelAndType,
  comparableName,
  COMPONENTS,
  type ComponentName,
  type Desired,
} from '../model/campaign.ts';
import { sameComponent } from '../model/canonical.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import type { PartName } from '../model/pull.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import type { Parts } from './prove.ts';

// What the two files say when a locked edit moves into a copy of its campaign.

/** By workspace. */
export type Everywhere = ReadonlyMap<string, Desired>;

/** Whether two campaigns say the same, whatever their status. */
export function isSame(one: Desired, other: Desired): boolean {
  return COMPONENTS.every((name) => sameComponent(name, one.components[name], other.components[name]));
}

/**
 * The copy that a killed run wrote: an unbound draft with another name. What the file says is in the copy, or was applied
 * last, because that run may have restored a part of it.
 */
export function copyBegun(
  unbound: readonly Desired[],
  { desired, last }: Readonly<Record<'desired' | 'last', Desired>>,
): Desired | undefined {
  return unbound.find((one) => {
    if ((one.status ?? 'DRAFT') !== 'DRAFT' || channelAndType(one) !== channelAndType(last)) return false;
    const copy = renamed(one, desired.name);
    const isMix = (name: ComponentName) =>
      isMixOf(desired.components[name], [last.components[name], copy.components[name]]);
    return one.name !== desired.name && !isSame(copy, last) && COMPONENTS.every(isMix);
  });
}

function renamed(one: Desired, name: string): Desired {
  const basic_details = { ...one.components.basic_details, name };
  return { ...one, components: { ...one.components, basic_details } };
}

/** Whether each leaf is one of these. */
function isMixOf(value: JsonValue | undefined, sides: readonly (JsonValue | undefined)[]): boolean {
  if (sides.some((one) => sameJson(value, one))) return true;
  const all = [value, ...sides];
  if (!all.every(isJsonObject)) return false;
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return names.every((name) => {
    const [member, ...others] = all.map((one) => one[name]);
    return isMixOf(member, others);
  });
}

/** What the old campaign should say: what was applied last. A PAUSED or STOPPED status in its file is kept. */
export function oldSays(
  edited: Everywhere,
  applied: ReadonlyMap<string, readonly Desired[]>,
): ReadonlyMap<string, Parts> {
  return new Map(
    [...edited].flatMap(([workspace, now]): [string, Parts][] => {
      const [then] = applied.get(workspace) ?? [];
      const isStop = now.status !== undefined && now.status === emergencyStopFor(now.deliveryType);
      return then ? [[workspace, partsOf(then, isStop ? now.status : then.status)]] : [];
    }),
  );
}

/** What the copy should say: the edit under another name, as a draft if the file requests a status. */
export function copySays(edited: Everywhere, names: readonly string[]): ReadonlyMap<string, Parts> {
  const taken = new Set(names.map(comparableName));
  const nameFor = (name: string, number = 2): string => {
    const next = `${name.replace(/ \(\d+\)$/, '')} (${number})`;
    return taken.has(comparableName(next)) ? nameFor(name, number + 1) : next;
  };
  return new Map(
    [...edited].map(([workspace, one]) => {
      const status = one.status === undefined ? undefined : 'DRAFT';
      return [workspace, partsOf(renamed(one, nameFor(one.name)), status)];
    }),
  );
}

function partsOf({ components }: Desired, status: Desired['status']): Parts {
  const parts = COMPONENTS.map((name): [PartName, JsonValue | undefined] => [name, components[name]]);
  return new Map([['status', status], ...parts]);
}
