import type { PlannedCampaign } from '../../model/plan.ts';

/** The live status; `new` for a campaign that isn't in the service yet. */
export function statusOf({
  liveStatus,
  campaignId,
  file,
}: Pick<PlannedCampaign, 'liveStatus' | 'campaignId' | 'file'>): string {
  return liveStatus ?? (campaignId === null && file !== null ? 'new' : '–');
}
