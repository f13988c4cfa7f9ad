import type { CampaignStatus } from './campaign.ts';
import type { Lock } from './held.ts';

export type Locks = 'everything' | readonly Lock[];

const LIVE_LOCKS = [
  { component: 'trigger_condition' },
  { component: 'segmentation_details' },
  { component: 'conversion_goal_details' },
  { component: 'scheduling_details', field: 'delivery_type' },
  { component: 'scheduling_details', field: 'start_time' },
] as const satisfies readonly Lock[];

/** Specification, States and transitions, rule 4. PAUSED, SENDING and SENT are open points S3 and S4. */
export const LOCKS = {
  DRAFT: [],
  // Which field the "scheduling type" is, is open point S1.
  SCHEDULED: [{ component: 'scheduling_details', field: 'delivery_type' }],
  ACTIVE: LIVE_LOCKS,
  PAUSED: LIVE_LOCKS,
  SENDING: 'everything',
  SENT: 'everything',
  STOPPED: 'everything',
  ARCHIVED: 'everything',
} as const satisfies Record<CampaignStatus, Locks>;
