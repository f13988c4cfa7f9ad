import {
  componentNames,
  DELIVERY_TYPES,
  identityOf,
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
import type { InWorkspace } from '../context.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The filter for the campaigns of a workspace; an omitted field matches all. */
export interface ImportFilter {
  readonly statuses?: readonly CampaignStatus[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A pattern with `*` and `?`, without regard to case. */
  readonly name?: string | undefined;
}

/** Separates the campaigns for which there is a reason against a file. */
export function sortOut(
  campaigns: readonly Live[],
  reasonAgainst: (live: Live) => LeftOutReason | undefined,
): { readonly candidates: readonly Live[]; readonly leftOut: readonly LeftOut[] } {
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

/**
 * By name, channel and type: the unbound files that describe such a campaign already, because a second one would be a
 * copy that is not kept in sync. A campaign that gets a key by hand may also have a file for another workspace.
 */
export function reasonsInFiles(
  { context, workspace, state }: InWorkspace & { readonly state: State },
  { key }: { readonly key?: string | undefined },
): ReadonlyMap<string, LeftOutReason> {
  const workspacesToLoad = [...context.configuration.workspaces.values()];
  const { desired } = loadFor(context, { workspacesToLoad, ...LENIENTLY });
  const own = desired.get(workspace.name) ?? [];
  const unbound = own.filter((one) => !state.bindings.has(one.key));
  const inOwn = new Set(own.map(({ file }) => file));
  const others = [...desired.values()].flat().filter(({ file }) => key === undefined && !inOwn.has(file));
  return new Map<string, LeftOutReason>([
    ...others.map((one) => [identityOf(one), { code: 'other-workspace', file: one.file }] as const),
    ...unbound.map((one) => [identityOf(one), { code: 'file-exists', file: one.file }] as const),
  ]);
}
