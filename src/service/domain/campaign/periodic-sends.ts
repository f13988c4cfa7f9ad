import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { listAt, textAt, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import { localTimeToInstant } from './local-time.ts';

/** A wall clock time, read as if it were UTC, in milliseconds since 1970. */
type WallTime = number;

/**
 * The first send of a PERIODIC campaign strictly after an instant, in milliseconds since 1970; `null` if none is left.
 * Specification, scheduling_details. The caller counts how many sends there may be in all. Days are those of the
 * schedule's time zone. As with every other start, a local time that a daylight-saving gap skips is moved to after the
 * gap, and one that occurs twice is the earlier one.
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
  return sends.length === 0 || next > expiryOf(schedule, zone) ? null : next;
}

const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

const DAY_MS = 86_400_000;

/** The notation of times has four digits for the year. */
const LAST_WALL: WallTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function expiryOf(schedule: JsonObject, zone: string): number {
  return localTimeToInstant(textAt(schedule, 'expiry_time') ?? '', zone) ?? Infinity;
}

/** The days of a schedule: those of one rule, a union when there are several. */
interface Recurrence {
  readonly freq: Frequency;
  readonly interval: number;
  readonly byDay?: string[];
  readonly byMonthDay?: number[];
}

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY';

/** A part that lists no day repeats on the day of the start. Fields of another frequency say nothing (V16). */
function recurrences(details: JsonValue | undefined, start: WallTime): readonly Recurrence[] {
  const freq = FREQUENCIES.find((name) => name === textAt(details, 'sending_frequency'));
  if (freq === undefined) return [];
  const repeat = { freq, interval: intervalOf(details, freq) };
  switch (freq) {
    case 'DAILY':
      return [repeat];
    case 'WEEKLY': {
      const byDay = distinct(weekdays(listAt(details, 'repeat_on_days_of_week')));
      return [{ ...repeat, byDay: byDay.length > 0 ? byDay : [weekdayOf(start)] }];
    }
    case 'MONTHLY': {
      const byMonthDay = distinct(listAt(details, 'repeat_on_date_of_month').filter(isDateOfMonth));
      const byDay = distinct([
        ...weekdays(listAt(details, 'repeat_on_days_of_week')),
        ...listAt(details, 'repeat_on_days_of_week_for_month').flatMap(weekdaysOfMonth),
      ]);
      const kinds = [
        ...(byMonthDay.length > 0 ? [{ ...repeat, byMonthDay }] : []),
        ...(byDay.length > 0 ? [{ ...repeat, byDay }] : []),
      ];
      return kinds.length > 0 ? kinds : [{ ...repeat, byMonthDay: [new Date(start).getUTCDate()] }];
    }
  }
}

/** A day that is listed a thousand times is one day. */
function distinct<T>(days: readonly T[]): T[] {
  return [...new Set(days)];
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const satisfies readonly Frequency[];

/** An interval is cut where the second send would come after the year 9999 anyway. */
const LONGEST: Readonly<Record<Frequency, number>> = {
  DAILY: 4_000_000,
  WEEKLY: 580_000,
  MONTHLY: 120_000,
};

function intervalOf(details: JsonValue | undefined, freq: Frequency): number {
  const interval = valueAt(details, 'repeat_frequency');
  if (typeof interval !== 'number' || !Number.isInteger(interval) || interval < 1) return 1;
  return Math.min(interval, LONGEST[freq]);
}

/** The days of the week as recurrence rules call them, Sunday first. */
const WEEKDAYS: ReadonlyMap<string, string> = new Map(
  ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map((day) => [
    day,
    day.slice(0, 2),
  ]),
);

/** The weeks of a month as recurrence rules count them. */
const WEEKS: ReadonlyMap<string, number> = new Map([
  ['FIRST', 1],
  ['SECOND', 2],
  ['THIRD', 3],
  ['FOURTH', 4],
  ['LAST', -1],
]);

function weekdayOf(wall: WallTime): string {
  return [...WEEKDAYS.values()][new Date(wall).getUTCDay()] ?? 'MO';
}

function weekdays(days: readonly JsonValue[]): string[] {
  return days.flatMap((day) => (typeof day === 'string' ? (WEEKDAYS.get(day) ?? []) : []));
}

function weekdaysOfMonth(entry: JsonValue): string[] {
  const week = WEEKS.get(textAt(entry, 'week_granularity') ?? '');
  return week === undefined
    ? []
    : weekdays(listAt(entry, 'repeat_on_days_of_week')).map((day) => `${week}${day}`);
}

function isDateOfMonth(date: JsonValue): date is number {
  return typeof date === 'number' && Number.isInteger(date) && date >= 1 && date <= 31;
}

/**
 * The rule runs on wall times, where no hour is skipped or comes twice; only its results become instants. No zone is
 * two days away from UTC, so the search begins that much earlier and passes over the few sends that are too early.
 */
function firstSend(search: {
  readonly recurrence: Recurrence;
  readonly wall: WallTime;
  readonly zone: string;
  readonly after: number;
}): number | null {
  const { recurrence, wall, zone, after } = search;
  let earlier = Math.max(after - 2 * DAY_MS, wall - 1);
  const span = { dtstart: utc(wall), until: utc(lastLook(recurrence, earlier)) };
  // Weeks begin on Monday, which decides what every other week is.
  const rule = new RRuleTemporal({ ...recurrence, ...span, wkst: 'MO' });
  for (;;) {
    const found = rule.next(new Date(earlier));
    if (found === null) return null;
    earlier = found.epochMilliseconds;
    const instant = localTimeToInstant(new Date(earlier).toISOString().slice(0, -1), zone);
    if (instant === null || instant > after) return instant;
  }
}

/** A 29th of February every 25 years comes once in 400 years: no date that comes at all needs more periods than 16. */
const PERIODS_LOOKED_AT = 20;

/** Where to stop looking, so that a date that never comes ends the search. */
function lastLook({ freq, interval }: Recurrence, from: WallTime): WallTime {
  const days = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 }[freq];
  return Math.min(from + PERIODS_LOOKED_AT * interval * days * DAY_MS, LAST_WALL);
}

function utc(wall: WallTime): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC');
}
