import { SENDING_STATUSES, type CampaignStatus, type Desired, type Live } from './campaign.ts';
import { heldBy, type Held } from './held.ts';
import type { JsonObject } from './json.ts';
import { written } from './read-view.ts';
import { dayAt, deliveryDays, hasExpired, startInstant, startIsPast } from './schedule.ts';
import { bare } from './show.ts';
import { isEmergencyStop, type Action } from './transitions.ts';
import type { Policy } from './workspace.ts';
import { ruleFor } from './team-rules.ts';

// What isn't sent because of its time. The service doesn't publish a campaign whose start is in the past, one that has
// expired would never be sent, and in a blackout the team sends nothing. The quota of about a hundred creations a day is too
// small to waste one on such a campaign. So a plan blocks it, and a run asks the same right before it sends, because it may
// have waited for quota or past midnight. Files are checked with the same rules (startIsPast, hasExpired), except those of
// campaigns that are already live.

interface TimingContext {
  readonly policy: Pick<Policy, 'rules'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The schedule that will be published: the file's, or otherwise the live one. */
export function scheduleToPublish(desired: Desired, live: Live | undefined): JsonObject {
  return written(desired.components.scheduling_details ?? live?.components.scheduling_details ?? {});
}

/** The schedule that a live campaign has. Live may show it without its day (open point W5). */
export function scheduleBefore(live: Live, applied: JsonObject | undefined): JsonObject {
  const shown = written(live.components.scheduling_details ?? {});
  return Number.isNaN(startInstant(shown)) ? written(applied ?? shown) : shown;
}

/** Why a campaign isn't created, at `createdAt` if later: its start is past, or it has expired. */
export function untimelyCreation(
  desired: Desired,
  { now, createdAt }: { readonly now: number; readonly createdAt?: number },
): Held | undefined {
  if (desired.status !== 'ACTIVE') return undefined;
  const late = createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() };
  return pastTime(desired, scheduleToPublish(desired, undefined), { now: createdAt ?? now, late });
}

/** Why a campaign isn't started: its start or its expiry is in the past, or it would be sent in a blackout. */
export function untimelyStart(
  { desired, live }: { readonly desired: Desired; readonly live: Live | undefined },
  action: Action,
  context: TimingContext,
): Held | undefined {
  if (isEmergencyStop(action)) return undefined;
  const schedule = scheduleToPublish(desired, live);
  const past = action === 'PUBLISH' ? pastTime(desired, schedule, context) : undefined;
  return past ?? inBlackout(desired, { action, schedule }, context);
}

/**
 * Why a live campaign doesn't get the schedule of its file: it would start in the past, so that the service may send it at
 * once, or send on more days of a blackout. A schedule that was so before may stay, and a campaign that has begun may get
 * any start, because it doesn't begin again. `status` is that in which the edit arrives; `applied`, what was last sent.
 */
export function untimelySchedule(
  { desired, live }: { readonly desired: Desired; readonly live: Live },
  { status, applied }: { readonly status: CampaignStatus; readonly applied: JsonObject | undefined },
  context: TimingContext,
): Held | undefined {
  const { scheduling_details: wanted } = desired.components;
  if (!wanted || !SENDING_STATUSES.includes(status)) return undefined;
  const [schedule, before] = [written(wanted), scheduleBefore(live, applied)];
  const [start, startBefore] = [startInstant(schedule), startInstant(before)];
  const mayStay = start === startBefore || startBefore < context.now;
  const past =
    !mayStay && startIsPast(desired.deliveryType, schedule, context.now)
      ? pastTime(desired, schedule, context)
      : undefined;
  const found = past ?? inBlackout(desired, { action: 'UPDATE', schedule, before }, context);
  return found && { ...found, reason: 'locked', components: ['scheduling_details'] };
}

function pastTime(
  { deliveryType }: Desired,
  schedule: JsonObject,
  { now, late = {} }: { readonly now: number; readonly late?: { readonly createdAt?: string } },
): Held | undefined {
  const { start_time: start, expiry_time: expiry, timezone } = schedule;
  const at = { zone: typeof timezone === 'string' ? timezone : undefined, ...late };
  if (startIsPast(deliveryType, schedule, now))
    return heldBy('transition-not-possible', { code: 'start-past', start: bare(start), ...at });
  return hasExpired(deliveryType, schedule, now)
    ? heldBy('transition-not-possible', { code: 'expired', expiry: bare(expiry), ...at })
    : undefined;
}

/** The first day in a blackout on which users would get the message, and didn't by the schedule `before`. */
function inBlackout(
  { key, deliveryType }: Desired,
  { action, schedule, before }: { action: Action | 'UPDATE'; schedule: JsonObject; before?: JsonObject },
  { policy, now }: TimingContext,
): Held | undefined {
  const rule = ruleFor(policy.rules?.blackout, key);
  if (!rule || rule.level !== 'error') return undefined;
  // A send today may still be yesterday by another clock, so the clock of the schedule decides.
  const daysOf = (one: JsonObject) => {
    const today = dayAt(now, one.timezone);
    return rule.days.flatMap(({ from, to }) =>
      deliveryDays(deliveryType, one, { span: { from: from < today ? today : from, to }, now }),
    );
  };
  const was = new Set(before ? daysOf(before) : []);
  const [day] = daysOf(schedule)
    .filter((one) => !was.has(one))
    .sort();
  if (day === undefined) return undefined;
  return heldBy('transition-not-possible', { code: 'blackout', action, day, days: rule.days, key });
}
