import type { CampaignKey, Live } from '../model/campaign.ts';
import { byCodeUnit, isList, type JsonValue } from '../model/json.ts';
import { slugOf } from '../load/slug.ts';

export interface KeyRules {
  /** The folder for all files, from the campaigns folder; empty for the folder itself. */
  readonly into: string;
  /** Keys and paths without extension that are already taken; compared without regard to case. */
  readonly taken: Iterable<string>;
  /** The key that the user chose for a single campaign. */
  readonly key?: string | undefined;
}

/** workspaces.yaml is not a campaign file. */
const NO_CAMPAIGN = 'workspaces';
/** A key is at most 200 characters long; a number can still be appended to this many. */
const KEY_CHARS = 180;

/**
 * Assigns a unique key to each campaign: the oldest gets the key that its name gives, the others get a number appended.
 * The same campaigns get the same keys in any order.
 */
export function assignKeys(
  campaigns: readonly Live[],
  { into, taken: others, key: chosen }: KeyRules,
): Map<Live, CampaignKey> {
  const taken = new Set([NO_CAMPAIGN, ...[...others].map((one) => one.toLowerCase())]);
  const numbers = new Map<string, number>();
  const oldestFirst = [...campaigns].sort((a, b) => byCodeUnit(a.id, b.id));
  return new Map(
    oldestFirst.map((live): [Live, CampaignKey] => {
      const { id, channel } = live;
      // A name may have no usual Latin spelling.
      const name = slugOf(live.name ?? '') || `${slugOf(channel)}-${slugOf(id).slice(-8)}`;
      const path = [into, groupOf(live), name].filter(Boolean).join('/');
      const wanted = chosen ?? path.slice(0, KEY_CHARS).replace(/[-/]+$/, '');
      const key = firstFree(wanted, (one) => taken.has(one), numbers);
      taken.add(key);
      return [live, key as CampaignKey];
    }),
  );
}

/** The team, else the first tag, else the delivery type. */
function groupOf({ deliveryType, components: { basic_details: details = {} } }: Live): string {
  const tag = isList(details.tags) ? details.tags[0] : undefined;
  const slug = (value: JsonValue | undefined) => (typeof value === 'string' ? slugOf(value) : '');
  return slug(details.team) || slug(tag) || slugOf(deliveryType);
}

/**
 * The name itself, or with the lowest number from 2 that makes it unused. `numbers`: where to go on for a name that was asked
 * for before; what is taken stays taken.
 */
export function firstFree(
  name: string,
  isTaken: (name: string) => boolean,
  numbers = new Map<string, number>(),
): string {
  if (!isTaken(name)) return name;
  let number = numbers.get(name) ?? 2;
  while (isTaken(`${name}-${number}`)) number += 1;
  numbers.set(name, number + 1);
  return `${name}-${number}`;
}
