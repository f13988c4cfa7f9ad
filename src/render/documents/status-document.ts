import type { LastApply } from '../../model/audit.ts';
import { jsonText } from '../../model/json.ts';
import type { Plan } from '../../model/plan.ts';

/** The status of a workspace as JSON for machines: `schemas/status.schema.json`. */
export function statusDocument(plan: Plan, applies: ReadonlyMap<string, LastApply>): string {
  return jsonText({
    format: 'campaign-status/1',
    workspace: plan.workspace,
    campaigns: plan.campaigns.map(({ key, campaignId, liveStatus, verdict, held }) => ({
      key,
      campaign_id: campaignId,
      live_status: liveStatus,
      last_apply: appliedAt(applies.get(key)),
      verdict,
      held: held.map(({ reason }) => reason),
    })),
  });
}

function appliedAt(last: LastApply | undefined): string | null {
  return last?.change === 'apply' ? last.at : null;
}
