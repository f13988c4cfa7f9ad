import {
  DELIVERY_TYPES,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Live,
} from '../../model/campaign.ts';
import { wildcardPattern } from '../../model/glob.ts';
import type { LeftOut, LeftOutReason } from '../../model/import.ts';
import { isList } from '../../model/json.ts';
import { hasEndedStatus } from '../../model/past.ts';
import type { State } from '../../model/state.ts';

/** The filter for the campaigns of a workspace; an omitted field matches all. */
export interface ImportFilter {
  readonly statuses?: readonly CampaignStatus[];
  readonly channels?: readonly string[];
  readonly tags?: readonly string[];
  /** A pattern with `*` and `?`, without regard to case. */
  readonly name?: string;
}

/** Campaigns, by what an import does with them. */
export interface SortedOut {
  readonly candidates: readonly Live[];
  readonly leftOut: readonly LeftOut[];
  /** Campaigns that already have a file. */
  readonly managed: readonly Live[];
  /** How many did not match the filter. */
  readonly notAsked: number;
}

/** Separates the campaigns that get a file from those that get none, with the reasons. */
export function sortOut(
  campaigns: readonly Live[],
  { filter, ...known }: ManagedCampaigns & { readonly filter: ImportFilter },
): SortedOut {
  const managedAs = managementOf(known);
  const managed: Live[] = [];
  const candidates: Live[] = [];
  const leftOut: LeftOut[] = [];
  const name = filter.name === undefined ? undefined : wildcardPattern(filter.name);
  const asked = campaigns.filter(
    (live) => isAsked(live, filter) && (name?.testExact(live.name ?? '') ?? true),
  );
  for (const live of asked) {
    const as = managedAs(live);
    const against = reasonAgainst(live, filter);
    // What has ended doesn't need its file anymore.
    const reason = against?.code === 'ended' && as?.code === 'file-gone' ? against : (as ?? against);
    if (as?.code === 'managed') managed.push(live);
    else if (reason) leftOut.push({ id: live.id, live, reason });
    else candidates.push(live);
  }
  return { candidates, leftOut, managed, notAsked: campaigns.length - asked.length };
}

/** The managed campaigns, and the keys that files have. */
interface ManagedCampaigns {
  readonly state: Pick<State, 'bindings'>;
  readonly claimed: ReadonlySet<string>;
}

function managementOf({ state: { bindings }, claimed }: ManagedCampaigns) {
  const keys = new Map<CampaignId, CampaignKey>(
    [...bindings.values()].map(({ campaignId, key }) => [campaignId, key]),
  );
  return ({ id }: Live): Extract<LeftOutReason, { readonly code: 'managed' | 'file-gone' }> | undefined => {
    const key = keys.get(id);
    return key && { code: claimed.has(key) ? 'managed' : 'file-gone', key };
  };
}

/** Sorts out campaigns that were named: each of them is wanted, whatever its status. */
export function sortOutNamed(campaigns: readonly Live[], known: ManagedCampaigns): SortedOut {
  const managedAs = managementOf(known);
  const judged = campaigns.map((live) => ({ live, reason: managedAs(live) ?? reasonAgainst(live) }));
  return {
    candidates: judged.flatMap(({ live, reason }) => (reason ? [] : [live])),
    leftOut: judged.flatMap(({ live, reason }) => (reason ? [{ id: live.id, live, reason }] : [])),
    managed: [],
    notAsked: 0,
  };
}

function isAsked(live: Live, { statuses, channels, tags }: ImportFilter): boolean {
  const own = live.components.basic_details?.tags;
  const labels = isList(own) ? own : [];
  return (
    (statuses === undefined || (live.statusAs === undefined && statuses.includes(live.status))) &&
    (channels?.includes(live.channel) ?? true) &&
    (tags?.some((tag) => labels.includes(tag)) ?? true)
  );
}

/** `filter`: omitted if the campaign was named. */
function reasonAgainst(live: Live, filter?: ImportFilter): LeftOutReason | undefined {
  if (live.readOnly !== undefined) return { code: live.readOnly };
  if (!DELIVERY_TYPES.some((type) => type === live.deliveryType)) return { code: 'delivery-type' };
  const isAnyStatus = filter !== undefined && filter.statuses === undefined;
  if (isAnyStatus && live.statusAs !== undefined) return { code: 'other-status' };
  if (isAnyStatus && hasEndedStatus(live)) return { code: 'ended' };
  return live.name === undefined || live.name.trim() === '' ? { code: 'no-name' } : undefined;
}
