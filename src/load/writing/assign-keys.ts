import type { CampaignId, CampaignKey, Live } from '../../model/campaign.ts';
import { byCodeUnit } from '../../model/json.ts';
import { keyByLayout } from './layout.ts';

export interface KeyRules {
  readonly layout: string;
  /** Where all files go, from the campaigns folder; empty for the folder itself. */
  readonly into: string;
  /** Keys and paths without extension that are somebody else's; compared without regard to case. */
  readonly taken: Iterable<string>;
}

/** The key of a campaign, and the one that it would have if no other had it. */
export interface AssignedKey {
  readonly key: CampaignKey;
  readonly wanted: string;
}

/** workspaces.yaml is no campaign file. */
const NO_CAMPAIGN = 'workspaces';
/** A key is at most 200 characters long; a number fits behind this many. */
const KEY_CHARS = 190;

/**
 * A key for each campaign, all different: the oldest gets the one that the layout gives, the others a number behind it.
 * Same campaigns, same keys, in whatever order they come.
 */
export function assignKeys(
  campaigns: readonly Live[],
  { layout, into, taken: others }: KeyRules,
): Map<CampaignId, AssignedKey> {
  const taken = new Set([NO_CAMPAIGN, ...[...others].map((one) => one.toLowerCase())]);
  const oldestFirst = [...campaigns].sort((a, b) => byCodeUnit(a.id, b.id));
  return new Map(
    oldestFirst.map((live): [CampaignId, AssignedKey] => {
      const wanted = [into, keyByLayout(live, layout)]
        .filter((part) => part !== '')
        .join('/')
        .slice(0, KEY_CHARS)
        .replace(/[-/]+$/, '');
      const key = firstFree(wanted, (one) => taken.has(one));
      taken.add(key);
      return [live.id, { key: key as CampaignKey, wanted }];
    }),
  );
}

/** The name itself, or with the lowest number from 2 on that makes it free. */
export function firstFree(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name}-${number}`)) return `${name}-${number}`;
}
