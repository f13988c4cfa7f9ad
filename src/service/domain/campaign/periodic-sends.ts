import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { listAt, textAt, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import { localTimeToInstant } from './local-time.ts';

/** A local date and time, stored as if it were UTC, in milliseconds since 1970. */
type WallTime = number;

/**
 * The first send of a PERIODIC campaign strictly after an instant, in milliseconds since 1970, or `null` if there is
 * none left. Specification, scheduling_details. The caller limits the total number of sends. Days are those of the
 * schedule's time zone. As with every other start, a local time that a daylight-saving gap skips moves to after the
 * gap, and for one that occurs twice the earlier instant is used.
 */
export function nextSend(schedule: JsonObject, after: number): number | null {
  const zone = textAt(schedule, 'timezone') ?? 'UTC';
  const text = textAt(schedule, 'start_time') ?? '';
  const wall = HAS_OFFSET.test(text) ? null : localTimeToInstant(text, 'UTC');
  const start = localTimeToInstant(text, zone);
  if (wall === null || start === null || after >= LAST_WALL) return null;
  const from = Math.max(after, start - 1);
  const sends = recurrences(valueAt(schedule, 'periodic_details'), wall)
    .map((recurrence) => firstSend({ recurrence, wall, zone, after: from }))
    .filter((send) => send !== null);
  const next = Math.min(...sends);
  const expiry = localTimeToInstant(textAt(schedule, 'expiry_time') ?? '', zone) ?? Infinity;
  return sends.length === 0 || next > expiry ? null : next;
}

const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

const DAY_MS = 86_400_000;

/** Date-times have four digits for the year. */
const LAST_WALL: WallTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The days of a schedule: those of one rule, or a union of several. */
interface Recurrence {
  readonly freq: Frequency;
  readonly interval: number;
  readonly byDay?: string[];
  readonly byMonthDay?: number[];
}

type Frequency = keyof typeof LONGEST;

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** Longer intervals are shortened to these, because the second send would be after the year 9999 anyway. */
const LONGEST = { DAILY: 4_000_000, WEEKLY: 580_000, MONTHLY: 120_000 } as const;

/** By default on the day of the start. Fields of another frequency are ignored (V16). */
function recurrences(details: JsonValue | undefined, start: WallTime): readonly Recurrence[] {
  const named = textAt(details, 'sending_frequency');
  const freq = FREQUENCIES.find((name) => name === named);
  if (!freq) return [];
  const interval = valueAt(details, 'repeat_frequency');
  const isInterval = typeof interval === 'number' && Number.isInteger(interval) && interval >= 1;
  const repeat: Recurrence = { freq, interval: isInterval ? Math.min(interval, LONGEST[freq]) : 1 };
  if (freq === 'DAILY') return [repeat];
  const listed = weekdays(listAt(details, 'repeat_on_days_of_week'));
  if (freq === 'WEEKLY') {
    const byDay =
      listed.length > 0 ? [...new Set(listed)] : WEEKDAYS.slice(new Date(start).getUTCDay()).slice(0, 1);
    return [{ ...repeat, byDay }];
  }
  const inMonth = listAt(details, 'repeat_on_days_of_week_for_month').flatMap(weekdaysOfMonth);
  const byDay = [...new Set([...listed, ...inMonth])];
  const dates = listAt(details, 'repeat_on_date_of_month').filter(isDateOfMonth);
  const byMonthDay = [...new Set(dates.length + byDay.length > 0 ? dates : [new Date(start).getUTCDate()])];
  return [
    ...(byMonthDay.length > 0 ? [{ ...repeat, byMonthDay }] : []),
    ...(byDay.length > 0 ? [{ ...repeat, byDay }] : []),
  ];
}

/** Weekdays as recurrence rules name them, in the order of `Date`. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Weeks of a month as recurrence rules number them. */
const WEEKS = { FIRST: 1, SECOND: 2, THIRD: 3, FOURTH: 4, LAST: -1 };

function weekdays(days: readonly JsonValue[]): string[] {
  return days.flatMap((day) => (typeof day === 'string' && DAYS.includes(day) ? day.slice(0, 2) : []));
}

function weekdaysOfMonth(entry: JsonValue): string[] {
  const week = valueAt(WEEKS, textAt(entry, 'week_granularity') ?? '');
  const days = typeof week === 'number' ? listAt(entry, 'repeat_on_days_of_week') : [];
  return weekdays(days).map((day) => `${Number(week)}${day}`);
}

function isDateOfMonth(date: JsonValue): date is number {
  return typeof date === 'number' && Number.isInteger(date) && date >= 1 && date <= 31;
}

/**
 * The rule works on local times, where no hour is skipped or repeated, and only its results are converted to instants.
 * Every zone is less than two days away from UTC, so the search starts two days early and skips the few sends before
 * `after`.
 */
function firstSend(search: {
  readonly recurrence: Recurrence;
  readonly wall: WallTime;
  readonly zone: string;
  readonly after: number;
}): number | null {
  const { recurrence, wall, zone, after } = search;
  let earlier = Math.max(after - 2 * DAY_MS, wall - 1);
  const span = { dtstart: utc(wall), until: utc(searchEnd(recurrence, earlier)) };
  // Weeks start on Monday, which matters for schedules such as every other week.
  const rule = new RRuleTemporal({ ...recurrence, ...span, wkst: 'MO' });
  for (;;) {
    const found = rule.next(new Date(earlier));
    if (found === null) return null;
    earlier = found.epochMilliseconds;
    const instant = localTimeToInstant(new Date(earlier).toISOString().slice(0, -1), zone);
    if (instant === null || instant > after) return instant;
  }
}

/** 29 February every 25 years occurs once in 400 years, so no date that occurs at all is more than 16 periods away. */
const PERIODS_SEARCHED = 20;

/** Where the search ends, so that it terminates for a date that never occurs. */
function searchEnd({ freq, interval }: Recurrence, from: WallTime): WallTime {
  const days = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 }[freq];
  return Math.min(from + PERIODS_SEARCHED * interval * days * DAY_MS, LAST_WALL);
}

function utc(wall: WallTime): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC');
}
