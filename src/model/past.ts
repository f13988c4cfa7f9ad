import type { CampaignStatus, Live } from './campaign.ts';

/** Statuses in which a campaign no longer sends; one that sends repeatedly may still do so in SENT (see `isPast`). */
export const ENDED_STATUSES: readonly CampaignStatus[] = ['SENT', 'STOPPED', 'ARCHIVED'];

/**
 * Whether a campaign only describes the past: it was stopped, archived, or sent for the only time. The specification
 * doesn't say whether a campaign that sends repeatedly is also SENT between two sends, so it may still send.
 */
export function isPast({
  status,
  deliveryType,
  statusAs,
}: Pick<Live, 'status' | 'deliveryType' | 'statusAs'>): boolean {
  if (statusAs !== undefined) return false;
  return status === 'SENT' ? deliveryType === 'ONE_TIME' : ENDED_STATUSES.includes(status);
}

/** Whether a campaign is SENT, STOPPED or ARCHIVED. One that sends repeatedly may still send: see `isPast`. */
export function hasEndedStatus({ status }: { readonly status: CampaignStatus }): boolean {
  return ENDED_STATUSES.includes(status);
}
