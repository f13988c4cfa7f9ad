import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { instantOf } from '../../model/local-time.ts';
import {
  EARLIEST_ZONE_MS,
  daysOf,
  deliveryDays,
  sendDays,
  startInstant,
  type Day,
} from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { ruleFor } from '../../model/team-rules.ts';
import { DAY_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';

export const BLACKOUT_RULES: readonly Rule[] = [
  { stage: 'sending', code: 'BLACKOUT', check: sendsInBlackout },
];

/** Sends on a blackout day, whenever the campaign is published. A paused or stopped campaign sends nothing. */
function sendsInBlackout({ body, key, rules, status }: Checked): Found<'BLACKOUT'>[] {
  const rule = ruleFor(rules.blackout, key);
  const schedule = body.scheduling_details;
  if (!rule || !isJsonObject(schedule) || status === 'PAUSED' || status === 'STOPPED') return [];
  const type = bare(body.campaign_delivery_type);
  const field = schedule.start_time === undefined ? 'delivery_type' : 'start_time';
  return rule.days.flatMap(daysOf).flatMap((day): Found<'BLACKOUT'>[] => {
    const time = timeOfSend(day, type, schedule);
    if (!time) return [];
    const params = { level: rule.level, key, day };
    return [{ path: ['scheduling_details', field], only: 'publish', ...time, params }];
  });
}

/** When it is so that users get a message on a day: before, and after, they don't. */
function timeOfSend(day: Day, deliveryType: string, schedule: JsonObject) {
  const begin = instantOf(`${day}T00:00:00`, bare(schedule.timezone ?? 'UTC'));
  const start = startInstant(schedule);
  // What starts at once is sent on the day on which it is published.
  const now = Number.isNaN(start) ? begin : start;
  const at = { span: { from: day, to: day }, now };
  if (deliveryDays(deliveryType, schedule, at).length === 0) return undefined;
  const isLate = sendDays(deliveryType, schedule, at).length === 0;
  if (isLate && schedule.delivery_type === 'SEND_IN_USER_TIMEZONE')
    return { from: Date.parse(day) - EARLIEST_ZONE_MS, until: start };
  return { from: Number.isNaN(start) ? now : -Infinity, until: begin + DAY_MS };
}
