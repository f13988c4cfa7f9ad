import { isJsonObject, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { instantOf } from '../../model/local-time.ts';
import {
  daysAfter,
  EARLIEST_ZONE_MS,
  firstDeliveryDay,
  sendDays,
  startInstant,
  type Day,
  type DaySpan,
} from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { ruleFor } from '../../model/team-rules.ts';
import { DAY_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';

/** The field where it is written that some users get the message later than on the day of the start. */
const LATE: Readonly<Record<'best-time' | 'local-time-passed', Path>> = {
  'best-time': ['bts_details', 'window_end_time'],
  'local-time-passed': ['user_timezone_details', 'send_if_user_timezone_has_passed'],
};

export const BLACKOUT_RULES: readonly Rule[] = [
  { stage: 'sending', code: 'BLACKOUT', check: sendsInBlackout },
];

/** Sends on a blackout day. A paused or stopped campaign sends nothing. */
function sendsInBlackout({ body, key, rules, status }: Checked): Found<'BLACKOUT'>[] {
  const rule = ruleFor(rules.blackout, key);
  const schedule = body.scheduling_details;
  if (!rule || !isJsonObject(schedule) || status === 'PAUSED' || status === 'STOPPED') return [];
  return blackoutSends(rule.days, { deliveryType: bare(body.campaign_delivery_type), schedule }).map(
    ({ day, late, from, until }) => ({
      ...{ path: fieldOf(schedule, late && LATE[late]), only: 'publish', from, until },
      params: { level: rule.level, key, day, days: rule.days, late: late !== undefined },
    }),
  );
}

/** The field that says when the campaign sends. */
function fieldOf(schedule: JsonObject, late: Path | undefined): Path {
  const fields: readonly Path[] = [...(late ? [late] : []), ['start_time']];
  return [
    'scheduling_details',
    ...(fields.find((field) => valueAt(schedule, field) !== undefined) ?? ['delivery_type']),
  ];
}

/** A day of a blackout on which users get the message, and when that is so: before, and after, they don't. */
interface BlackoutSend {
  readonly day: Day;
  readonly late: keyof typeof LATE | undefined;
  readonly from: number;
  readonly until: number;
}

/** All such days, whenever a campaign is published. */
function blackoutSends(
  days: readonly DaySpan[],
  { deliveryType, schedule }: { readonly deliveryType: string; readonly schedule: JsonObject },
): BlackoutSend[] {
  const zone = typeof schedule.timezone === 'string' ? schedule.timezone : 'UTC';
  const begin = (day: Day) => instantOf(`${day}T00:00:00`, zone);
  const start = startInstant(schedule);
  return days.flatMap((span) =>
    daysOf(span).flatMap((day): BlackoutSend[] => {
      const until = begin(day) + DAY_MS;
      // What starts at once is sent on the day on which it is published.
      const now = Number.isNaN(start) ? begin(day) : start;
      const at = { span: { from: day, to: day }, now };
      if (firstDeliveryDay(deliveryType, schedule, at) === undefined) return [];
      const isLate = sendDays(deliveryType, schedule, at).length === 0;
      const lateBecause = schedule.delivery_type === 'SEND_IN_BTS' ? 'best-time' : 'local-time-passed';
      const late = isLate ? lateBecause : undefined;
      if (late === 'local-time-passed' && schedule.delivery_type === 'SEND_IN_USER_TIMEZONE')
        return [{ day, late, from: Date.parse(day) - EARLIEST_ZONE_MS, until: start }];
      return [{ day, late, from: Number.isNaN(start) ? now : -Infinity, until }];
    }),
  );
}

function daysOf({ from, to }: DaySpan): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day);
  return days;
}
