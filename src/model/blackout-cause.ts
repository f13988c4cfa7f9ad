import { blackoutDay, dayAfterBlackout, lateUsersOn, newBlackoutDay } from './blackout.ts';
import type { Desired, Live } from './campaign.ts';
import type { BlackoutCause } from './held.ts';
import type { JsonObject } from './json.ts';
import { startInstant } from './schedule.ts';
import { scheduleToPublish } from './start-past.ts';
import { ruleFor } from './team-rules.ts';
import type { Action } from './transitions.ts';
import type { Policy } from './workspace.ts';

// A plan blocks what would be sent in a blackout. A run checks again right before it sends, because it may have waited
// past midnight.

interface Scheduled {
  readonly desired: Desired;
  readonly live: Live | undefined;
}

interface Context {
  readonly policy: Pick<Policy, 'rules'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

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
    code: 'blackout',
    action,
    day,
    days: rule.days,
    key: desired.key,
    ...(isSentAtOnce && action !== 'UPDATE' && { after: dayAfterBlackout(rule, day) }),
    ...(lateUsers && { lateUsers }),
  };
}
