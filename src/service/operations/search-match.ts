import type { CampaignRecord } from '../campaign/campaign-record.ts';
import { listAt, textAt, type JsonValue } from '../json.ts';
import type { SearchQuery } from './search-query.ts';

/** A record with the status that the clock has brought it to. */
interface Candidate {
  readonly record: CampaignRecord;
  readonly status: string;
}

/** Whether a campaign belongs to a search's results (Specification, Search Campaigns). */
export function matches(candidate: Candidate, query: SearchQuery): boolean {
  const { record } = candidate;
  return isShown(candidate, query) && FILTERS.every((filter) => filter(record, query));
}

/** Newest first, then by id. Open point W12. */
export function bySearchOrder(a: CampaignRecord, b: CampaignRecord): number {
  return compare(b.created_at, a.created_at) || compare(a.id, b.id);
}

/** Drafts are shown when asked for by status, flow nodes, children and archived campaigns when asked for by switch. */
function isShown({ record, status }: Candidate, query: SearchQuery): boolean {
  if (record.flow_id !== undefined || record.parent_id !== undefined) {
    if (query.children === 'without') return false;
  }
  if (status === 'ARCHIVED' && query.archived === 'without') return false;
  return query.statuses === null ? status !== 'DRAFT' : query.statuses.includes(status);
}

/** Filters combine with AND, values of one filter with OR. Open point W12. */
const FILTERS: readonly ((record: CampaignRecord, query: SearchQuery) => boolean)[] = [
  (record, { ids }) => isOneOf(ids, record.id) || isOneOf(ids, record.campaign_id),
  (record, { channels }) => isOneOf(channels, record.channel),
  (record, { createdBy }) => isOneOf(createdBy, record.created_by),
  (record, { createdFrom }) => createdFrom === null || record.created_at >= createdFrom,
  (record, { createdTo }) => createdTo === null || record.created_at <= createdTo,
  (record, { deliveryTypes }) => isOneOf(deliveryTypes, record.campaign_delivery_type),
  (record, { name }) =>
    name === null || folded(textAt(record, 'basic_details', 'name')).includes(folded(name)),
  (record, { tags }) =>
    tags === null || listAt(record, 'basic_details', 'tags').some((tag) => isOneOf(tags, tag)),
  (record, { versionNumber }) => versionNumber === null || record.version_number === versionNumber,
];

function isOneOf(wanted: readonly string[] | null, value: JsonValue | undefined): boolean {
  return wanted === null || wanted.some((word) => word === value);
}

function folded(text: string | null): string {
  return (text ?? '').toLowerCase();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
