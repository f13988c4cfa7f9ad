import { blackoutDay, dayAfterBlackout, lateUsersOn } from '../model/blackout.ts';
import type { Desired, Live } from '../model/campaign.ts';
import type { BlackoutCause } from '../model/held.ts';
import { startInstant } from '../model/schedule.ts';
import { scheduleToPublish } from '../model/start-past.ts';
import { ruleFor } from '../model/team-rules.ts';
import type { Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';

/** What blocks a start: the campaign would send on a day on which the team sends nothing. */
export function blackoutFor(
  { desired, live }: { readonly desired: Desired; readonly live: Live | undefined },
  action: Action,
  { policy, now }: Pick<CampaignContext, 'policy' | 'now'>,
): BlackoutCause | undefined {
  const rule = ruleFor(policy.rules?.blackout, desired.key);
  if (!rule || rule.level !== 'error') return undefined;
  const schedule = scheduleToPublish(desired, live);
  const scheduled = { deliveryType: desired.deliveryType, schedule, now };
  const day = blackoutDay(rule, scheduled);
  if (day === undefined) return undefined;
  const isSentAtOnce = Number.isNaN(startInstant(schedule));
  const lateUsers = lateUsersOn(day, scheduled);
  return {
    ...{ code: 'blackout', action, day, days: rule.days, key: desired.key },
    ...(isSentAtOnce && { after: dayAfterBlackout(rule, day) }),
    ...(lateUsers && { lateUsers }),
  };
}
