import { jsonText } from '../../model/json.ts';
import type { PruneReport } from '../../model/prune.ts';

/** A prune as JSON for machines: `schemas/prune.schema.json`. */
export function pruneDocument({ workspace, campaigns, kept, isDone }: PruneReport): string {
  return jsonText({
    format: 'campaign-prune/1',
    workspace,
    done: isDone,
    campaigns: campaigns.map(({ key, file, campaignId, liveStatus, files }) => ({
      key,
      file,
      campaign_id: campaignId,
      live_status: liveStatus,
      files,
    })),
    kept: kept.map(({ key, file, reason, workspaces }) => ({ key, file, reason, workspaces })),
  });
}
