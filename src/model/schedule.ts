import { isJsonObject, isList, type JsonObject, type JsonValue } from './json.ts';
import { hasOffset, instantIn, localAt } from './local-time.ts';
import { bare } from './show.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

// When a campaign's own schedule sends. Days are those of the clock that the schedule names: a start at 09:00 on 24
// December is a send on that day, whatever the time is elsewhere. Sends that an event, a device or a location triggers
// have no schedule, so they aren't covered here.

/** A day on a calendar, `2026-12-24`. Days compare as texts. */
export type Day = string;

/** Both days are included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
  /** The number of days after which the search ends. */
  readonly atMost?: number;
}

/** For which days sends are asked. */
export interface SpanAsked {
  readonly span: DaySpan;
  /** When the campaign would be published (epoch ms). */
  readonly now: number;
}

export function isScheduled(deliveryType: string): boolean {
  return deliveryType === 'ONE_TIME' || deliveryType === 'PERIODIC';
}

export function sendsAtOnce(deliveryType: string, { delivery_type: type }: JsonObject): boolean {
  return deliveryType === 'ONE_TIME' && type === 'ASAP';
}

/** In epoch milliseconds; NaN without a start of its own (`ASAP`). UTC is the default (V14); an offset wins (V19). */
export function startInstant({ delivery_type: type, start_time: start, timezone }: JsonObject): number {
  if (typeof start !== 'string' || type === 'ASAP') return NaN;
  return instantIn(start, timezone);
}

/** When the first users can get a message: where each user's clock counts, the earliest clocks of the world decide. */
export function firstInstant(schedule: JsonObject): number {
  const isLocal = schedule.delivery_type === 'SEND_IN_USER_TIMEZONE';
  return startInstant(schedule) - (isLocal ? EARLIEST_ZONE_MS : 0);
}

/** Open points V2 and V15: it can't be published then. Files, plans and sends all ask this function. */
export function startIsPast(deliveryType: string, schedule: JsonObject, now: number): boolean {
  return isScheduled(deliveryType) && startInstant(schedule) < now;
}

/** Whether a campaign can't be sent anymore, or never could. A campaign that is sent once has no expiry. */
export function hasExpired(deliveryType: string, schedule: JsonObject, now: number): boolean {
  return deliveryType !== 'ONE_TIME' && expiryInstant(schedule) < now;
}

/** When a schedule expires, in epoch milliseconds; NaN if it never does. */
export function expiryInstant({ expiry_time: expiry, timezone }: JsonObject): number {
  return typeof expiry === 'string' ? instantIn(expiry, timezone) : NaN;
}

/** The days within a span on which a schedule sends, in order. */
export function sendDays(deliveryType: string, schedule: JsonObject, { span, now }: SpanAsked): Day[] {
  if (!isScheduled(deliveryType)) return [];
  const start = startInstant(schedule);
  const first = dayAt(Number.isNaN(start) ? now : start, schedule.timezone);
  if (deliveryType === 'ONE_TIME') return span.from <= first && first <= span.to ? [first] : [];
  return periodicDays(schedule, first, span);
}

/** The calendar repeats after this many years, so a repetition that sends on no day until then never does. */
export const CALENDAR_YEARS = 28;

/** The first days on which a PERIODIC schedule sends, within so many years of its start; undefined if it has no start. */
export function firstSendDays(
  schedule: JsonObject,
  { atMost, years = CALENDAR_YEARS }: { readonly atMost: number; readonly years?: number },
): Day[] | undefined {
  const start = startInstant(schedule);
  if (Number.isNaN(start)) return undefined;
  const from = dayAt(start, schedule.timezone);
  return periodicDays(schedule, from, { from, to: daysAfter(from, Math.ceil(years * 365.25)), atMost });
}

/** The days within a span on which users may get it: those of `sendDays` or, if sent once, until its last user has it. */
export function deliveryDays(deliveryType: string, schedule: JsonObject, at: SpanAsked): Day[] {
  const { span, now } = at;
  const start = startInstant(schedule);
  if (deliveryType !== 'ONE_TIME' || Number.isNaN(start)) return sendDays(deliveryType, schedule, at);
  const first = dayAt(start, schedule.timezone);
  const last = lastDeliveryDay(schedule, { start, now });
  const end = last > first ? last : first;
  return daysOf({ from: first > span.from ? first : span.from, to: end < span.to ? end : span.to });
}

/** The last day, by the clock of the schedule or by the user's own, on which a campaign that is sent once is delivered. */
function lastDeliveryDay(
  schedule: JsonObject,
  { start, now }: { readonly start: number; readonly now: number },
): Day {
  const { delivery_type: type, timezone: zone, user_timezone_details: details } = schedule;
  if (type === 'SEND_IN_BTS') return dayAt(Math.max(start, windowEnd(schedule, start)), zone);
  // The local day counts, and everywhere that is the day of the start. Only users whose local time has already passed
  // it when the campaign is published may get it at once, and for them it may be the next day.
  const isSentIfPassed = isJsonObject(details) && details.send_if_user_timezone_has_passed === true;
  return type === 'SEND_IN_USER_TIMEZONE' && now <= start && isSentIfPassed
    ? dayAt(now + EARLIEST_ZONE_MS, 'UTC')
    : dayAt(start, zone);
}

/** How far the earliest clocks of the world are ahead of UTC. */
export const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/**
 * Specification, bts_details: when the window for best times ends, as a date-time or a time of day. A best time is a
 * time of day, so without a readable end it is at most a day after the start.
 */
function windowEnd({ bts_details: details, timezone: zone }: JsonObject, start: number): number {
  const text = isJsonObject(details) ? bare(details.window_end_time ?? '').trim() : '';
  const end = /^\d{4}-\d\d-\d\d/.test(text) ? instantIn(text.replace(' ', 'T'), zone) : NaN;
  if (!Number.isNaN(end)) return end;
  const [, until] = /^(\d\d:\d\d)(?::\d\d)?$/.exec(text) ?? [];
  if (until === undefined) return start + DAY_MS - 1;
  const [day, from] = [dayAt(start, zone), clockAt(start, zone).slice(11, 16)];
  return instantIn(`${until < from ? daysAfter(day, 1) : day}T${until}`, zone);
}

export function daysOf({ from, to }: DaySpan): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day);
  return days;
}

export function weekOf(day: Day): Day {
  return dayOf(calendarDay(numberOf(day)).monday);
}

export function daysAfter(day: Day, count: number): Day {
  return dayOf(numberOf(day) + count);
}

/** The day that clocks show at an instant; in UTC if the zone is missing or unknown. */
export function dayAt(instant: number, zone: JsonValue | undefined): Day {
  return clockAt(instant, zone).slice(0, 10);
}

/** What clocks show at an instant, with seconds; in UTC if the zone is missing or unknown. */
export function clockAt(instant: number, zone: JsonValue | undefined): string {
  const there = localAt(instant, typeof zone === 'string' ? zone : 'UTC');
  return there ?? new Date(instant).toISOString().slice(0, 19);
}

/** Days since 1970, by which repetitions are counted. */
function numberOf(day: Day): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function dayOf(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

type CalendarDay = ReturnType<typeof calendarDay>;

function calendarDay(number: number) {
  const date = new Date(number * DAY_MS);
  const weekday = (date.getUTCDay() + 6) % 7;
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return { number, weekday, monday: number - weekday, date: date.getUTCDate(), month };
}

/** Specification, scheduling_details: the days of a PERIODIC campaign within a span, from its first one to its expiry. */
function periodicDays(schedule: JsonObject, first: Day, { from, to, atMost = Infinity }: DaySpan): Day[] {
  const details = isJsonObject(schedule.periodic_details) ? schedule.periodic_details : {};
  const sends = repeatOf(details, first);
  const total = typeof details.no_of_occurences === 'number' ? details.no_of_occurences : Infinity;
  const last = lastDay(schedule);
  const found: Day[] = [];
  // Only a limited number of sends has to be counted from the first one.
  let number = numberOf(total === Infinity && from > first ? from : first);
  const [begin, end] = [numberOf(from), numberOf(to < last ? to : last)];
  for (let count = 0; number <= end && count < total && found.length < atMost; number += 1) {
    if (!sends(calendarDay(number))) continue;
    count += 1;
    if (number >= begin) found.push(dayOf(number));
  }
  return found;
}

/** The last day whose send is not after the expiry. */
function lastDay(schedule: JsonObject): Day {
  const end = expiryInstant(schedule);
  if (Number.isNaN(end)) return '9999-12-31';
  const day = dayAt(end, schedule.timezone);
  return sendInstant(schedule, day) > end ? daysAfter(day, -1) : day;
}

/** When a PERIODIC schedule sends on a day (epoch ms): at the time of day of its start, whatever the clocks do in between. */
export function sendInstant(schedule: JsonObject, day: Day): number {
  const { start_time: start, timezone: zone } = schedule;
  if (typeof start !== 'string') return NaN;
  const time = hasOffset(start) ? clockAt(startInstant(schedule), zone).slice(11, 16) : start.slice(11);
  return instantIn(`${day}T${time}`, zone);
}

/** Whether a campaign sends on a day. A rule that lists no day repeats on the day of the start. */
function repeatOf(details: JsonObject, first: Day): (day: CalendarDay) => boolean {
  const { sending_frequency: frequency, repeat_frequency: every } = details;
  const interval = typeof every === 'number' && every >= 1 ? every : 1;
  const start = calendarDay(numberOf(first));
  const isDue = (distance: number) => distance % interval === 0;
  const weekdays = weekdaysIn(details.repeat_on_days_of_week);
  switch (bare(frequency)) {
    case 'DAILY':
      return ({ number }) => isDue(number - start.number);
    case 'WEEKLY': {
      const days = weekdays.length > 0 ? weekdays : [start.weekday];
      return ({ monday, weekday }) => isDue((monday - start.monday) / 7) && days.includes(weekday);
    }
    case 'MONTHLY': {
      const dates = isList(details.repeat_on_date_of_month) ? details.repeat_on_date_of_month : [];
      const weeks = weeksIn(details.repeat_on_days_of_week_for_month);
      const isBare = dates.length + weekdays.length + weeks.length === 0;
      const wanted = isBare ? [start.date] : dates;
      return (day) =>
        isDue(day.month - start.month) &&
        (wanted.includes(day.date) ||
          weekdays.includes(day.weekday) ||
          weeks.some(({ week, days }) => days.includes(day.weekday) && isInWeek(day, week)));
    }
    default:
      return () => false;
  }
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const WEEKS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];

function weekdaysIn(days: JsonValue | undefined): number[] {
  return isList(days) ? days.map((day) => WEEKDAYS.indexOf(bare(day))).filter((index) => index >= 0) : [];
}

function weeksIn(entries: JsonValue | undefined): { readonly week: string; readonly days: number[] }[] {
  return (isList(entries) ? entries : []).filter(isJsonObject).map((entry) => ({
    week: bare(entry.week_granularity),
    days: weekdaysIn(entry.repeat_on_days_of_week),
  }));
}

/** Whether a day is, say, the second of its weekday in its month. */
function isInWeek({ number, date, month }: CalendarDay, week: string): boolean {
  if (week === 'LAST') return calendarDay(number + 7).month !== month;
  return Math.ceil(date / 7) === WEEKS.indexOf(week) + 1;
}
