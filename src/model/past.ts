import type { CampaignStatus, Live } from './campaign.ts';

/** Statuses in which a campaign no longer sends. */
export const ENDED_STATUSES: readonly CampaignStatus[] = ['SENT', 'STOPPED', 'ARCHIVED'];

/**
 * Whether a campaign only describes the past: it was stopped, archived, or sent for the only time. A periodic campaign
 * that is SENT between two sends isn't past.
 */
export function isPast({
  status,
  deliveryType,
  statusAs,
}: Pick<Live, 'status' | 'deliveryType' | 'statusAs'>): boolean {
  if (statusAs !== undefined) return false;
  return status === 'SENT' ? deliveryType === 'ONE_TIME' : ENDED_STATUSES.includes(status);
}

/** Whether a campaign was sent, stopped or archived, so that it sends nothing anymore. */
export function hasEnded({ status }: { readonly status: CampaignStatus }): boolean {
  return ENDED_STATUSES.includes(status);
}
