import type { CampaignRecord, CampaignStatus } from './campaign-record.ts';
import { textAt } from '../json.ts';
import { localTimeToInstant } from './local-time.ts';

export const ACTIONS = ['STOP', 'PAUSE', 'RESUME'] as const;

export type Action = (typeof ACTIONS)[number];

interface ActionRule {
  readonly from: readonly CampaignStatus[];
  readonly deliveryTypes: readonly string[];
  readonly to: CampaignStatus;
}

/** Specification, States and transitions; the resulting states are open point W10. */
export const ACTION_RULES: Readonly<Record<Action, ActionRule>> = {
  STOP: { from: ['ACTIVE', 'SCHEDULED', 'PAUSED', 'SENDING'], deliveryTypes: ['ONE_TIME'], to: 'STOPPED' },
  PAUSE: {
    from: ['ACTIVE', 'SCHEDULED', 'SENDING'],
    deliveryTypes: ['PERIODIC', 'EVENT_TRIGGERED'],
    to: 'PAUSED',
  },
  RESUME: { from: ['PAUSED'], deliveryTypes: ['PERIODIC', 'EVENT_TRIGGERED'], to: 'ACTIVE' },
};

/** Delivery types that send at a scheduled time rather than on a trigger. */
const TIMED = ['ONE_TIME', 'PERIODIC'];

/** Whether the campaign sends at a scheduled time rather than on a trigger. */
export function isTimed(record: CampaignRecord): boolean {
  return TIMED.includes(record.campaign_delivery_type);
}

/** The instant of `start_time` in its zone, `null` where the schedule has none (open point V15). */
export function startInstant(record: CampaignRecord): number | null {
  const schedule = record.scheduling_details;
  const start = textAt(schedule, 'start_time');
  if (start === null || textAt(schedule, 'delivery_type') === 'ASAP') return null;
  return localTimeToInstant(start, textAt(schedule, 'timezone') ?? 'UTC');
}

/** The status after publishing: scheduled if the start is in the future, otherwise active. Open point W19. */
export function publishedStatus(record: CampaignRecord, now: number): CampaignStatus {
  const start = startInstant(record);
  return start !== null && start >= now ? 'SCHEDULED' : 'ACTIVE';
}
