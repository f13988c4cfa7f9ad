import type { CampaignId, CampaignStatus, Live } from '../model/campaign.ts';
import type { Unknown, RecordProblem } from '../model/live-answer.ts';
import { idsOf, liveVersion, type Decoded } from './decode-campaign.ts';
import type { ReadingProgress } from '../model/progress.ts';

/** Which campaigns of a workspace to list. */
export interface ListRequest {
  /** Whether to list what can't be managed: sends of periodic campaigns and steps of flows (S9, S10). */
  readonly children: boolean;
  /** By default all, including unknown ones. */
  readonly statuses?: readonly CampaignStatus[];
  /** By default there is no limit. */
  readonly pagesAtMost?: number;
}

/** A campaign in a listing, as its row shows it, or the reason why its row is malformed. */
type Listed =
  | { readonly kind: 'present'; readonly live: Live }
  | { readonly kind: 'summary'; readonly id: CampaignId }
  | { readonly kind: 'malformed'; readonly id: CampaignId | undefined; readonly problem: RecordProblem };

/** All campaigns of a workspace, each once. `isWhole` is false if there are more pages than requested. */
export type Listing =
  { readonly kind: 'listed'; readonly campaigns: readonly Listed[]; readonly isWhole: boolean } | Unknown;

/** One page of a search. */
export interface SearchPage {
  readonly page: number;
  readonly children: boolean;
  /** `null` omits the filter. */
  readonly statuses: readonly CampaignStatus[] | null;
}

export type PageAnswer =
  { readonly kind: 'rows'; readonly rows: readonly Decoded[]; readonly isLast: boolean } | Unknown;

/** A search that never returns a short page is broken. */
export const PAGES_AT_MOST = 1_000;

/**
 * An unknown status matches no list of statuses (open point S12), and a search without statuses finds everything but
 * drafts. Drafts come first: one that is published in between is found twice and not missed.
 */
const EVERY_STATUS: readonly (readonly CampaignStatus[] | null)[] = [['DRAFT'], null];

/** Lists a workspace by pages, each campaign once. One that moves between pages may be missed once. */
export async function listCampaigns(
  read: (page: SearchPage) => Promise<PageAnswer>,
  { children, statuses, pagesAtMost = PAGES_AT_MOST }: ListRequest,
): Promise<Listing> {
  const rows: Decoded[] = [];
  const searches = statuses ? [statuses] : EVERY_STATUS;
  let pagesLeft = pagesAtMost;
  for (const asked of searches)
    for (let page = 1; ; page += 1) {
      if (pagesLeft === 0) return { kind: 'listed', campaigns: byCampaign(rows), isWhole: false };
      pagesLeft -= 1;
      const answer = await read({ page, children, statuses: asked });
      if (answer.kind === 'unknown') return answer;
      rows.push(...answer.rows);
      if (answer.isLast) break;
    }
  return { kind: 'listed', campaigns: byCampaign(rows), isWhole: true };
}

/** Groups rows by campaign: they are its versions, or the same row again. */
function byCampaign(rows: readonly Decoded[]): Listed[] {
  const groups = new Map<string, Set<Decoded>>();
  const nameless: Listed[] = [];
  for (const row of rows) {
    const [id] = idsOf(row);
    if (id === undefined) {
      const problem = row.kind === 'malformed' ? row.problem : ({ code: 'malformed', part: 'id' } as const);
      nameless.push({ kind: 'malformed', id, problem });
    } else groups.set(id, (groups.get(id) ?? new Set()).add(row));
  }
  return [...[...groups].map(([id, own]) => listed(id as CampaignId, [...own])), ...nameless];
}

function listed(id: CampaignId, rows: readonly Decoded[]): Listed {
  const malformed = rows.find((row) => row.kind === 'malformed');
  if (malformed) return { kind: 'malformed', id, problem: malformed.problem };
  const live = liveVersion(rows.filter((row) => row.kind === 'record'));
  return live ? { kind: 'present', live } : { kind: 'summary', id };
}

/** Receives the progress of a read. A read of a single page isn't reported, because it ends at once. */
export type OnReading = (progress: ReadingProgress) => void;

/** Counts the campaigns in a read of several pages until it ends, whatever the reason. */
export async function countReads<Result>(
  { total, onReading }: { readonly total: number | undefined; readonly onReading: OnReading | undefined },
  read: (count: (campaigns: number) => void) => Promise<Result>,
): Promise<Result> {
  let done = 0;
  try {
    return await read((campaigns) => {
      done += campaigns;
      if (done !== total) onReading?.({ kind: 'reading', done, total });
    });
  } finally {
    if (done > 0) onReading?.({ kind: 'read' });
  }
}
