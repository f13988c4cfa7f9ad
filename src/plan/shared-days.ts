import { dayAt, daysAfter, sendDays, startInstant } from '../model/schedule.ts';
import type { Sends } from './senders.ts';
import { timeOfDay } from './time-of-day.ts';

/** More than a year, so that rare repetitions are found. */
const DAYS_COMPARED = 400;

/** Whether two campaigns, one of which repeats, are both sent on some day; `undefined` if their schedules don't tell. */
export function shareADay(one: Sends, other: Sends): boolean | undefined {
  const schedules = [one, other].map(({ components }) => components.scheduling_details ?? {});
  const now = Math.max(...schedules.map(startInstant));
  if (Number.isNaN(now)) return undefined;
  const from = dayAt(now, schedules[0]?.timezone);
  const at = { span: { from, to: daysAfter(from, DAYS_COMPARED) }, now };
  const days = sendDays(one.deliveryType, one.components.scheduling_details ?? {}, at);
  const others = new Set(sendDays(other.deliveryType, other.components.scheduling_details ?? {}, at));
  return days.some((day) => others.has(day));
}

/** Whether two campaigns, one of which repeats, are sent at one time of day, if ever on the same day. */
export function haveOneTime(one: Sends, other: Sends): boolean {
  if (![one, other].some(({ deliveryType }) => deliveryType === 'PERIODIC')) return false;
  const time = timeOfDay(one);
  return time !== undefined && time === timeOfDay(other);
}

/** Whether both campaigns repeat. */
export function bothRepeat(one: Sends, other: Sends): boolean {
  return one.deliveryType === 'PERIODIC' && other.deliveryType === 'PERIODIC';
}
