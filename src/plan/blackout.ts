import { blackoutDay, dayAfterBlackout, lateUsersOn } from '../model/blackout.ts';
import type { Desired, Live } from '../model/campaign.ts';
import type { BlackoutCause } from '../model/held.ts';
import type { JsonObject } from '../model/json.ts';
import { startInstant, type Day } from '../model/schedule.ts';
import { scheduleToPublish } from '../model/start-past.ts';
import { ruleFor } from '../model/team-rules.ts';
import type { CampaignContext } from './context.ts';

/** What blocks a start or a new schedule: the campaign would send on a day on which the team sends nothing. */
export function blackoutFor(
  { desired, live }: { readonly desired: Desired; readonly live: Live | undefined },
  action: BlackoutCause['action'],
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
    ...(isSentAtOnce && action !== 'UPDATE' && { after: dayAfterBlackout(rule, day) }),
    ...(lateUsers && { lateUsers }),
  };
}

/** The first day of the team's blackout on which a campaign sends by a schedule; undefined if there is none. */
export function blackoutDayOf(
  { key, deliveryType }: Pick<Desired, 'key' | 'deliveryType'>,
  schedule: JsonObject,
  { policy, now }: Pick<CampaignContext, 'policy' | 'now'>,
): Day | undefined {
  const rule = ruleFor(policy.rules?.blackout, key);
  return rule && blackoutDay(rule, { deliveryType, schedule, now });
}
