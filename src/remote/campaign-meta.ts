import pLimit from 'p-limit';
import { instantOfUpdate, STATUSES, type CampaignId } from '../model/campaign.ts';
import { isObject } from '../model/json.ts';
import type { CampaignMeta, MetaAnswers } from '../model/people.ts';
import type { CampaignService } from './campaign-service.ts';

/** How many requests are sent at a time. */
const SIDE_BY_SIDE = 4;

/**
 * What Get Campaign Meta says about each of these campaigns (open point W15): one request each. After the first one without
 * an answer, no more are sent: a pause or a stop may wait for this.
 */
export async function readMeta(
  service: Pick<CampaignService, 'read'>,
  ids: readonly CampaignId[],
): Promise<MetaAnswers> {
  const limit = pLimit(SIDE_BY_SIDE);
  let isSilent = false;
  const read = async (id: CampaignId) => {
    if (isSilent) return [id, undefined] as const;
    const body = { limit: 15, page: 1, campaign_fields: { id, status: STATUSES } };
    const answer = await service.read('meta', { method: 'POST', path: '/v5/campaigns/meta', body });
    if (answer.kind !== 'done') isSilent = true;
    return [id, answer.kind === 'done' ? metaIn(answer.data.campaigns, id) : undefined] as const;
  };
  return new Map(await Promise.all(ids.map((id) => limit(() => read(id)))));
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
