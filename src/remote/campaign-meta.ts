import { instantOfUpdate, STATUSES, type CampaignId } from '../model/campaign.ts';
import { isObject } from '../model/json.ts';
import type { CampaignMeta, MetaAnswers } from '../model/people.ts';
import type { CampaignService } from './campaign-service.ts';
import { askAboutEach } from './content-calls.ts';

/** What Get Campaign Meta says about each of these campaigns (open point W15): one request each. */
export async function readMeta(
  service: Pick<CampaignService, 'read' | 'counted'>,
  ids: readonly CampaignId[],
): Promise<MetaAnswers> {
  const answers = await askAboutEach(service, ids, (id) => {
    const body = { limit: 15, page: 1, campaign_fields: { id, status: STATUSES } };
    return service.read('meta', { method: 'POST', path: '/v5/campaigns/meta', body });
  });
  return new Map(answers.map(([id, data]) => [id, data && metaIn(data.campaigns, id)]));
}

/** A campaign with versions has a row for each: what people get is in the live one, a rejection in the draft. */
function metaIn(rows: unknown, id: CampaignId): CampaignMeta | undefined {
  if (!Array.isArray(rows)) return undefined;
  // A service that ignores the filter would answer with the numbers of other campaigns.
  const own = rows.filter(isObject).filter((row) => row.campaign_id === id || row.campaign_id === undefined);
  if (own.length === 0) return undefined;
  const comments = own.map(({ rejection_comment: comment }) => comment);
  return {
    estimate: own.flatMap(({ reachability_details: details }) => estimateIn(details)).at(0),
    rejection: comments.find((one) => typeof one === 'string' && one.trim() !== '') as string | undefined,
  };
}

/** `{"count": 41000, "last_updated_time": "2024-11-27T09:05:42.661000"}`, a time in UTC. */
function estimateIn(details: unknown): { count: number; at: string }[] {
  if (!isObject(details)) return [];
  const { count, last_updated_time: time } = details;
  const at = typeof time === 'string' ? instantOfUpdate(time) : null;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && at !== null
    ? [{ count, at }]
    : [];
}
