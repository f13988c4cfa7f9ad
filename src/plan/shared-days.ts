import { dayAt, daysAfter, sendDays, startInstant } from '../model/schedule.ts';
import type { Sends } from './senders.ts';

/** More than a year, so that rare repetitions are found. */
const DAYS_COMPARED = 400;

/** Whether two campaigns that repeat are both sent on some day; `undefined` if their schedules don't tell. */
export function shareADay(one: Sends, other: Sends): boolean | undefined {
  const schedules = [one, other].map(({ components }) => components.scheduling_details ?? {});
  const now = Math.max(...schedules.map(startInstant));
  if (Number.isNaN(now)) return undefined;
  const from = dayAt(now, schedules[0]?.timezone);
  const at = { span: { from, to: daysAfter(from, DAYS_COMPARED) }, now };
  const [days = [], others = []] = schedules.map((schedule) => sendDays('PERIODIC', schedule, at));
  return days.some((day) => others.includes(day));
}

/** Whether both campaigns repeat. */
export function bothRepeat(one: Sends, other: Sends): boolean {
  return one.deliveryType === 'PERIODIC' && other.deliveryType === 'PERIODIC';
}
