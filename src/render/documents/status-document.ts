import { jsonText } from '../../model/json.ts';
import type { Plan } from '../../model/plan.ts';

/** When a campaign was last applied, by key. */
export type LastApplies = ReadonlyMap<string, string>;

/** The status of a workspace as JSON for machines: `schemas/status.schema.json`. */
export function statusDocument(plan: Plan, applies: LastApplies): string {
  return jsonText({
    format: 'campaign-status/1',
    workspace: plan.workspace,
    campaigns: plan.campaigns.map(({ key, campaignId, liveStatus, verdict, held }) => ({
      key,
      campaign_id: campaignId,
      live_status: liveStatus,
      last_apply: applies.get(key) ?? null,
      verdict,
      held: held.map(({ reason }) => reason),
    })),
  });
}
