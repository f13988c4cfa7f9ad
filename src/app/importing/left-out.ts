import {
  componentNames,
  DELIVERY_TYPES,
  identityOf,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Desired,
  type Live,
} from '../../model/campaign.ts';
import { wildcardPattern } from '../../model/glob.ts';
import type { LeftOut, LeftOutReason } from '../../model/import.ts';
import { isList } from '../../model/json.ts';
import { hasEndedStatus } from '../../model/past.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The filter for the campaigns of a workspace; an omitted field matches all. */
export interface ImportFilter {
  readonly statuses?: readonly CampaignStatus[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A pattern with `*` and `?`, without regard to case. */
  readonly name?: string | undefined;
}

/** Campaigns that may get a file, and the others. */
export interface SortedOut {
  readonly candidates: readonly Live[];
  readonly leftOut: readonly LeftOut[];
}

/** Separates the campaigns for which there is a reason against a file. */
export function sortOut(
  campaigns: readonly Live[],
  reasonAgainst: (live: Live) => LeftOutReason | undefined,
): SortedOut {
  const judged = campaigns.map((live) => ({ live, reason: reasonAgainst(live) }));
  return {
    candidates: judged.flatMap(({ live, reason }) => (reason ? [] : [live])),
    leftOut: judged.flatMap(({ live, reason }) => (reason ? [{ id: live.id, live, reason }] : [])),
  };
}

/** Whether a filter selects a campaign. */
export function selectedBy({ statuses, channels, tags, name }: ImportFilter): (live: Live) => boolean {
  const pattern = name === undefined ? undefined : wildcardPattern(name);
  return (live) => {
    const own = live.components.basic_details?.tags;
    const labels = isList(own) ? own : [];
    return (
      (statuses === undefined || (live.statusAs === undefined && statuses.includes(live.status))) &&
      (channels?.includes(live.channel) ?? true) &&
      (tags?.some((tag) => labels.includes(tag)) ?? true) &&
      (pattern?.testExact(live.name ?? '') ?? true)
    );
  };
}

/** The keys of managed campaigns, and the keys that files have. */
interface Managed {
  readonly keys: ReadonlyMap<CampaignId, CampaignKey>;
  readonly claimed: ReadonlySet<string>;
}

/** What a search shows against a file. `filter`: omitted if the campaign was named, so that it is wanted in any status. */
export function reasonInRow(
  live: Live,
  { keys, claimed }: Managed,
  filter?: ImportFilter,
): LeftOutReason | undefined {
  const key = keys.get(live.id);
  if (key !== undefined) return { code: claimed.has(key) ? 'managed' : 'file-gone', key };
  if (live.readOnly !== undefined) return { code: live.readOnly };
  if (!DELIVERY_TYPES.some((type) => type === live.deliveryType)) return { code: 'delivery-type' };
  const isAnyStatus = filter !== undefined && filter.statuses === undefined;
  if (isAnyStatus && live.statusAs !== undefined) return { code: 'other-status' };
  if (isAnyStatus && hasEndedStatus(live)) return { code: 'ended' };
  return live.name === undefined || live.name.trim() === '' ? { code: 'no-name' } : undefined;
}

/**
 * What the whole campaign shows against a file. A file has only components that we know, because the service refuses
 * other fields in a request (open point V20), so a campaign with other components gets one only if it was named. An API
 * key in its content would get into the history.
 */
export function reasonInContent(
  { components, unknownParts = [] }: Live,
  { secrets, isNamed }: { readonly secrets: Secrets; readonly isNamed: boolean },
): LeftOutReason | undefined {
  const secret = componentNames(components).filter((name) => secrets.areIn(components[name] ?? {}));
  if (secret.length > 0) return { code: 'secret', components: secret };
  const fields = unknownParts.flatMap(({ name, isObject }) => (isObject ? [name] : []));
  return isNamed || fields.length === 0 ? undefined : { code: 'unknown-component', fields };
}

/** Files or campaigns by name, channel and type. */
export function byIdentity<Thing extends Pick<Live, 'name' | 'channel' | 'deliveryType'>>(
  things: readonly Thing[],
): ReadonlyMap<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const one of things) groups.set(identityOf(one), [...(groups.get(identityOf(one)) ?? []), one]);
  return groups;
}

/**
 * By name, channel and type: the files that describe such a campaign already, because a second one would be a copy that
 * is not kept in sync. `here`: the unbound files of the workspace; `others`: those that are only for other workspaces.
 */
export function reasonsInFiles({
  here,
  others,
}: Readonly<Record<'here' | 'others', readonly Desired[]>>): ReadonlyMap<string, LeftOutReason> {
  const reasons = (files: readonly Desired[], code: 'file-exists' | 'other-workspace') =>
    files.map((one): [string, LeftOutReason] => [identityOf(one), { code, file: one.file }]);
  return new Map([...reasons(others, 'other-workspace'), ...reasons(here, 'file-exists')]);
}
