import { COMPONENTS } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';

/** The top level of a campaign file, in the order of `fmt` and of every file that is written. Other names come between these and `overrides`. */
const ENTRIES: readonly string[] = [
  'key',
  'status',
  'workspaces',
  'channel',
  'campaign_delivery_type',
  ...COMPONENTS,
];
const LAST_ENTRY = 'overrides';

/** The position of an entry in the canonical order; unknown names share one. */
export function rank(name: string): number {
  if (name === LAST_ENTRY) return ENTRIES.length + 1;
  const at = ENTRIES.indexOf(name);
  return at < 0 ? ENTRIES.length : at;
}

/**
 * The entries of a campaign file in canonical order. An editor that preserves order finds the place of new entries with
 * it.
 */
export function byEntry(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => rank(left) - rank(right)));
}
