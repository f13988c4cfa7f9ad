import type { CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { startInstant } from '../../domain/campaign/campaign-status.ts';
import { metaTime } from '../../domain/campaign/wire-time.ts';
import { listAt, valueAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { Reachability } from '../../store/reachability-table.ts';
import { done, type Call, type Done } from './operation.ts';
import { readMeta } from './read-search.ts';

/** Specification, Get Campaign Meta; request and rows are open point W15. */
export function campaignMeta({ workspace: { appKey }, body, store }: Call): Done {
  const query = readMeta(body);
  const countsChildren = (record: CampaignRecord): boolean =>
    query.includesChildren && record.campaign_delivery_type === 'PERIODIC' && record.parent_id === undefined;
  const rows = store.campaigns.search(appKey, query).map((record) =>
    rowOf(record, {
      children: countsChildren(record) ? store.campaigns.countChildren(appKey, record.campaign_id) : null,
      reachability: record.status === 'SCHEDULED' ? store.reachability.find(appKey, record.id) : null,
    }),
  );
  return done({ campaigns: rows });
}

/** Fields that the record lacks are left out, except the estimate, which is `null` until it is computed. */
function rowOf(
  record: CampaignRecord,
  found: { readonly children: number | null; readonly reachability: Reachability | null },
): JsonObject {
  const basic = (name: string): JsonValue | undefined => valueAt(record, 'basic_details', name);
  return {
    campaign_id: record.campaign_id,
    ...optional('version_number', record.version_number),
    channel: record.channel,
    platform: listAt(record, 'basic_details', 'platforms'),
    ...optional('created_by', record.created_by),
    campaign_delivery_type: record.campaign_delivery_type,
    ...optional('campaign_name', basic('name')),
    ...optional('campaign_team', basic('team')),
    campaign_tags: listAt(record, 'basic_details', 'tags'),
    campaign_status: record.status,
    ...optional('campaign_start_time', startTimeOf(record)),
    ...optional('parent_campaign_id', record.parent_id),
    ...(found.children !== null && { total_child_campaigns: found.children }),
    ...(record.status === 'DRAFT' && optional('rejection_comment', record.rejection_comment)),
    reachability_details: estimateOf(found.reachability),
  };
}

/** The start in UTC. A start that isn't a valid instant, as in a seeded record, stays as it is. */
function startTimeOf(record: CampaignRecord): JsonValue | undefined {
  const start = startInstant(record);
  return start === null ? valueAt(record, 'scheduling_details', 'start_time') : metaTime(start);
}

function estimateOf(reachability: Reachability | null): JsonValue {
  if (!reachability) return null;
  return { count: reachability.count, last_updated_time: metaTime(reachability.at) };
}

function optional(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
