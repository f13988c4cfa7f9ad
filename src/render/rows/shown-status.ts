import type { Live } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import type { Shown } from './row.ts';

/** What a status of the service may look like to be shown unchanged. */
const WORD = /^[a-z][a-z _-]{0,30}$/i;

/** A campaign, as far as its status is concerned. */
type Stated = Pick<PlannedCampaign, 'liveStatus' | 'campaignId' | 'file'> & {
  readonly live?: Pick<Live, 'statusAs'> | undefined;
};

/** The live status; `new` for a campaign that isn't in the service yet. */
export function statusOf({ liveStatus, campaignId, file, live }: Stated): string {
  if (live?.statusAs !== undefined) return otherStatus(live.statusAs);
  return liveStatus ?? (campaignId === null && file !== null ? 'new' : '–');
}

/** The service's word for a status that is none of the eight (open point S12). */
export function otherStatus(word: string): string {
  return WORD.test(word) ? word : 'another';
}

/** What all rows of a campaign show of it. */
export function shownIn(campaign: Stated & Pick<PlannedCampaign, 'key' | 'dashboard'>): Shown {
  const { key, file, dashboard } = campaign;
  return { subject: key, live: statusOf(campaign), dashboard, file };
}
