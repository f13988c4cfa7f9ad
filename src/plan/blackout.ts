import { blackoutDay, dayAfterBlackout, lateUsersOn, newBlackoutDay } from '../model/blackout.ts';
import type { Desired, Live } from '../model/campaign.ts';
import type { BlackoutCause } from '../model/held.ts';
import type { JsonObject } from '../model/json.ts';
import { startInstant } from '../model/schedule.ts';
import { scheduleToPublish } from '../model/start-past.ts';
import { ruleFor } from '../model/team-rules.ts';
import type { Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';

interface Scheduled {
  readonly desired: Desired;
  readonly live: Live | undefined;
}

type Context = Pick<CampaignContext, 'policy' | 'now'>;

/** What blocks a start: the campaign would send on a day on which the team sends nothing. */
export function blackoutFor(
  scheduled: Scheduled,
  action: Action,
  context: Context,
): BlackoutCause | undefined {
  return blackoutOf(scheduled, action, context);
}

/** What blocks a new schedule of a live campaign: a day in a blackout on which it didn't send by the schedule `before`. */
export function blackoutAfter(
  scheduled: Scheduled,
  before: JsonObject,
  context: Context,
): BlackoutCause | undefined {
  return blackoutOf(scheduled, 'UPDATE', { ...context, before });
}

function blackoutOf(
  { desired, live }: Scheduled,
  action: BlackoutCause['action'],
  { policy, now, before }: Context & { readonly before?: JsonObject },
): BlackoutCause | undefined {
  const rule = ruleFor(policy.rules?.blackout, desired.key);
  if (!rule || rule.level !== 'error') return undefined;
  const schedule = scheduleToPublish(desired, live);
  const scheduled = { deliveryType: desired.deliveryType, schedule, now };
  const day = before ? newBlackoutDay(rule, { ...scheduled, before }) : blackoutDay(rule, scheduled);
  if (day === undefined) return undefined;
  const isSentAtOnce = Number.isNaN(startInstant(schedule));
  const lateUsers = lateUsersOn(day, scheduled);
  return {
    ...{ code: 'blackout', action, day, days: rule.days, key: desired.key },
    ...(rule.except.length > 0 && { hasExceptions: true }),
    ...(isSentAtOnce && action !== 'UPDATE' && { after: dayAfterBlackout(rule, day) }),
    ...(lateUsers && { lateUsers }),
  };
}
