import { SENDING_STATUSES, type CampaignStatus } from '../model/campaign.ts';
import { say, type Phrase } from './phrase.ts';

/** Users who want to end a campaign, and can't, must know that it goes on. Empty for one that sends nothing. */
export function stillSends(status: CampaignStatus | undefined): Phrase {
  if (status === undefined || !SENDING_STATUSES.includes(status)) return [];
  return status === 'SCHEDULED' ? say`It will still be sent.` : say`It is still sending.`;
}
