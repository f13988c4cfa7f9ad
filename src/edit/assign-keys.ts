import type { CampaignId, CampaignKey, Live } from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import { keyByLayout } from './layout.ts';
import { portablePath } from '../load/portable-name.ts';

export interface KeyRules {
  readonly layout: string;
  /** The folder for all files, from the campaigns folder; empty for the folder itself. */
  readonly into: string;
  /** Keys and paths without extension that are already taken; compared without regard to case. */
  readonly taken: Iterable<string>;
}

/** The key of a campaign, and the key it would have if no other campaign had it. */
export interface AssignedKey {
  readonly key: CampaignKey;
  readonly wanted: string;
}

/** workspaces.yaml is not a campaign file. */
const NO_CAMPAIGN = 'workspaces';
/** A key is at most 200 characters long; a number can still be appended to this many, and a reserved name changed. */
const KEY_CHARS = 180;

/**
 * Assigns a unique key to each campaign: the oldest gets the key from the layout, the others get a number appended. The
 * same campaigns get the same keys in any order.
 */
export function assignKeys(
  campaigns: readonly Live[],
  { layout, into, taken: others }: KeyRules,
): Map<CampaignId, AssignedKey> {
  const taken = new Set([NO_CAMPAIGN, ...[...others].map((one) => one.toLowerCase())]);
  const oldestFirst = [...campaigns].sort((a, b) => byCodeUnit(a.id, b.id));
  return new Map(
    oldestFirst.map((live): [CampaignId, AssignedKey] => {
      const whole = [into, keyByLayout(live, layout)].filter((part) => part !== '').join('/');
      // A key that the user chose stays whole.
      const wanted = layout.includes('{') ? writable(whole) : whole;
      const key = firstFree(wanted, (one) => taken.has(one));
      taken.add(key);
      return [live.id, { key: key as CampaignKey, wanted }];
    }),
  );
}

/** A key that isn't too long, and whose file can be checked out on every system. */
function writable(key: string): string {
  const cut = portablePath(key).slice(0, KEY_CHARS);
  return portablePath(cut.replace(/[-/]+$/, '')).replace(/\.json$/, '$&-campaign');
}

/** The name itself, or with the lowest number from 2 that makes it unused. */
export function firstFree(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name}-${number}`)) return `${name}-${number}`;
}
