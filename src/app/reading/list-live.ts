import type { LiveAnswer } from '../../model/live-answer.ts';
import {
  DELIVERY_TYPES,
  STATUSES,
  type CampaignId,
  type CampaignStatus,
  type Live,
} from '../../model/campaign.ts';
import type { Unmanaged } from '../../model/drift.ts';
import { hasEndedStatus } from '../../model/past.ts';
import { boundIds, type Binding } from '../../model/state.ts';
import type { KnownCampaigns } from '../../apply/ports.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';

/**
 * The maximum number of pages that are listed, of 15 campaigns each: within a minute's limit of searches (open point
 * W25).
 */
const PAGES_AT_MOST = 80;

/** One pass over a workspace: managed campaigns, and those that no file manages. */
interface LiveListing {
  readonly managed: ReadonlyMap<CampaignId, LiveAnswer>;
  /** Undefined if the service could not be listed. */
  readonly unmanaged: Unmanaged | undefined;
}

/**
 * Lists a workspace instead of reading each managed campaign, which costs about the same and shows the other campaigns,
 * too. A campaign whose row is incomplete, or older than our last write, is read by its ID.
 */
export async function listLive(
  service: Pick<CampaignService, 'listCampaigns' | 'readCampaigns'>,
  known: KnownCampaigns,
): Promise<LiveListing> {
  const listing = await service.listCampaigns({ children: false, pagesAtMost: PAGES_AT_MOST });
  const rows = listing.kind === 'listed' ? listing.campaigns : [];
  const found = new Map(
    rows.flatMap((one) => (one.kind === 'present' ? [[one.live.id, one.live] as const] : [])),
  );
  const shown = [...known].flatMap(([id, { components, updatedAt }]): [CampaignId, LiveAnswer][] => {
    const live = found.get(id);
    const isWhole = live && components.every((name) => live.components[name]);
    const isBehind = (live?.updatedAt ?? '') < (updatedAt ?? '');
    return isWhole && !isBehind ? [[id, { kind: 'present', live }]] : [];
  });
  const seen = new Set(shown.map(([id]) => id));
  const rest = [...known.keys()].filter((id) => !seen.has(id));
  // If listing fails, the managed campaigns are read instead, and those responses say why.
  const asked =
    rest.length === 0 ? new Map<CampaignId, LiveAnswer>() : await service.readCampaigns(rest, known);
  return {
    managed: new Map([...shown, ...asked]),
    unmanaged:
      listing.kind === 'listed'
        ? unmanagedOf([...found.values()], { managed: new Set(known.keys()), isWhole: listing.isWhole })
        : undefined,
  };
}

/** Whether a service has campaigns that no file manages, determined from one page of those that have not ended. */
export async function firstUnmanaged(
  service: Pick<CampaignService, 'listCampaigns'>,
  bindings: Iterable<Binding>,
): Promise<Unmanaged | undefined> {
  const statuses: readonly CampaignStatus[] = STATUSES.filter((status) => !hasEndedStatus({ status }));
  const listing = await service.listCampaigns({ children: false, statuses, pagesAtMost: 1 });
  if (listing.kind === 'unknown') return undefined;
  const lives = listing.campaigns.flatMap((one) => (one.kind === 'present' ? [one.live] : []));
  return unmanagedOf(lives, { managed: boundIds(bindings), isWhole: listing.isWhole });
}

function unmanagedOf(
  lives: readonly Live[],
  { managed, isWhole }: { readonly managed: ReadonlySet<CampaignId>; readonly isWhole: boolean },
): Unmanaged {
  const could = lives.filter(
    ({ id, readOnly, deliveryType }) =>
      !managed.has(id) && readOnly === undefined && DELIVERY_TYPES.some((type) => type === deliveryType),
  );
  // Whether a campaign with an unknown status still sends is unknown, too (open point S12).
  const campaigns = could.filter((live) => live.statusAs !== undefined || !hasEndedStatus(live));
  return {
    campaigns: campaigns.toSorted(byName),
    ended: could.length - campaigns.length,
    isWhole,
  };
}

function byName(left: Live, right: Live): number {
  const [one, other] = [left, right].map(({ name = '', id }) => `${name}\0${id}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
