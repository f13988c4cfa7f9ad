import { componentNames, type Components, type Desired } from '../model/campaign.ts';
import { leafMap } from '../model/component-leaves.ts';
import { stableText } from '../model/json.ts';
import { wasPast, type Binding } from '../model/state.ts';

// A file that is moved, renamed and edited at once has neither the path, nor the name, nor the content of its campaign.
// Taken for a new campaign, it would send to the same people a second time. What is left of it is most of its values.

/** The share of equal values that makes a new file look like a campaign whose file is gone, as for renames in git. */
const SHARE = 0.5;

/** The campaign that a new file resembles most, if it resembles one; ended campaigns don't send again. */
export function resembled(desired: Desired, orphans: readonly Binding[]): Binding | undefined {
  const own = valuesOf(desired.components);
  let best: { readonly share: number; readonly orphan: Binding } | undefined;
  for (const orphan of orphans) {
    const { channel, deliveryType } = orphan;
    if (channel !== desired.channel || deliveryType !== desired.deliveryType) continue;
    if (wasPast(orphan)) continue;
    const share = shareOf(own, valuesOf(orphan.applied));
    if (share >= SHARE && share > (best?.share ?? 0)) best = { share, orphan };
  }
  return best?.orphan;
}

/**
 * Whether a file that sends nothing shares more values with the file of another campaign than with an orphan: then it is
 * a copy of that one. What would be sent is never taken for a copy, because it might be sent twice.
 */
export function isCopyOfAnother(desired: Desired, orphan: Binding, files: readonly Desired[]): boolean {
  if (desired.status === 'ACTIVE') return false;
  const own = valuesOf(desired.components);
  const share = shareOf(own, valuesOf(orphan.applied));
  return files.some(
    ({ channel, deliveryType, components }) =>
      channel === desired.channel &&
      deliveryType === desired.deliveryType &&
      shareOf(own, valuesOf(components)) > share,
  );
}

function shareOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  const equal = [...one].filter(([place, value]) => other.get(place) === value).length;
  return equal / (one.size + other.size - [...one.keys()].filter((place) => other.has(place)).length);
}

/** The values by their places, without the name, which is compared by itself. Components never change. */
function valuesOf(components: Components): ReadonlyMap<string, string> {
  const known = values.get(components);
  if (known) return known;
  const found = new Map(
    componentNames(components).flatMap((name) =>
      [...leafMap(name, components[name])].map(([at, value]) => [`${name}${at}`, stableText(value)] as const),
    ),
  );
  found.delete('basic_details/name');
  values.set(components, found);
  return found;
}

const values = new WeakMap<Components, ReadonlyMap<string, string>>();
