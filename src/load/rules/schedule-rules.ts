import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { clockAt, instantOf, isZone } from '../../model/local-time.ts';
import { nearest } from '../../model/nearest.ts';
import { dayAt, expiryInstant, isScheduled, sendDays, startInstant } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { DAY_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { textsInBody } from './placed.ts';

// Rules about dates, times and intervals that involve several values, or the calendar.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];
const ZONE: Path = [SCHEDULE, 'timezone'];
const RHYTHM: Path = [SCHEDULE, 'periodic_details'];

/** Dates that exist in the calendar; JSON Schema checks only their shape. */
export const daysExist: Rule = {
  code: 'FORMAT',
  check: ({ body }) =>
    textsInBody(body).flatMap(({ path, text }) => {
      if (!/time$/.test(String(path.at(-1))) && !isComparedWithTimes(body, path)) return [];
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text)?.map(Number) ?? [];
      if (year === undefined || month === undefined || day === undefined) return [];
      const date = new Date(Date.UTC(year, month - 1, day));
      if (date.getUTCMonth() + 1 === month && date.getUTCDate() === day) return [];
      return [{ path, params: { seen: text, wanted: 'a day of the calendar' } }];
    }),
};

/**
 * The values that a condition on a date compares with, alone or in a list; filters and goals spell the type
 * differently.
 */
function isComparedWithTimes(body: JsonObject, path: Path): boolean {
  const at = path.findLastIndex((step) => step === 'value' || step === 'value1');
  if (at < path.length - 2) return false;
  return /^datetime$/i.test(bare(valueAt(body, [...path.slice(0, at), 'data_type'])));
}

/** Specification, scheduling_details: `timezone` is a name from the IANA database. */
export const zoneIsKnown: Rule = {
  code: 'TIMEZONE',
  check: ({ body }) => {
    const zone = valueAt(body, ZONE);
    if (typeof zone !== 'string' || isZone(zone)) return [];
    const near = nearest(zone, Intl.supportedValuesOf('timeZone'), 1);
    return [{ path: ZONE, params: { zone, near } }];
  },
};

/** An expiry before the start, a window that ends before it, or an interval that ends before it begins, sends nothing. */
export const spansRunForward: Rule = {
  code: 'SCHEDULE',
  check: ({ body }) => {
    const isBestTime = valueAt(body, [SCHEDULE, 'delivery_type']) === 'SEND_IN_BTS';
    const ends: readonly Path[] = [
      EXPIRY,
      ...(isBestTime ? [[SCHEDULE, 'bts_details', 'window_end_time']] : []),
    ];
    const spans: readonly (readonly [from: Path, to: Path])[] = [
      ...ends.map((end) => [START, end] as const),
      ...boundsOf(body).map(
        (path) =>
          [
            [...path, 'start_time'],
            [...path, 'end_time'],
          ] as const,
      ),
    ];
    return spans
      .filter(([from, to]) => instantAt(body, from) > instantAt(body, to))
      .map(([from, to]) => ({ path: to, params: { why: 'backwards', after: bare(valueAt(body, from)) } }));
  },
};

/** Open point V17: a time that a clock change skips would be sent at another time than the file says. */
export const timesAreNotSkipped: Rule = {
  code: 'TIME_SKIPPED',
  check: ({ body }) => {
    const bounds = boundsOf(body).flatMap((path) =>
      ['start_time', 'end_time'].map((name) => [...path, name]),
    );
    return [START, EXPIRY, ...bounds].flatMap((path) => {
      const seen = valueAt(body, path);
      const zone = zoneOf(body);
      if (typeof seen !== 'string' || hasOffset(seen)) return [];
      const instant = instantOf(seen, zone);
      const isShown = Number.isNaN(instant) || clockAt(instant, zone) === seen.slice(0, 16);
      return isShown ? [] : [{ path, params: { seen, zone } }];
    });
  },
};

/**
 * Specification, scheduling_details; open points V15 and V16: a campaign that is sent at once has no start time. What was
 * sent too early can't be taken back.
 */
export const startIsKept: Rule = {
  code: 'SCHEDULE',
  check: ({ body }) => {
    if (body.campaign_delivery_type !== 'ONE_TIME' || valueAt(body, START) === undefined) return [];
    if (valueAt(body, [SCHEDULE, 'delivery_type']) !== 'ASAP') return [];
    return [{ path: START, on: 'key', only: 'start', params: { why: 'start-with-asap' } }];
  },
};

/**
 * Open points V2 and V15: a campaign can't be published after its start or its expiry. A live one may be edited to end
 * at once; one whose start is moved into the past may be sent at once.
 */
export const timesAreAhead: Rule = {
  code: 'START_PAST',
  check: ({ body, status }) => {
    const schedule = body[SCHEDULE];
    const type = bare(body.campaign_delivery_type);
    if (!isJsonObject(schedule) || status === 'PAUSED') return [];
    const start = isScheduled(type) ? startInstant(schedule) : NaN;
    const expiry = type === 'ONE_TIME' ? NaN : expiryInstant(schedule);
    const past = (field: 'start_time' | 'expiry_time', instant: number) => ({
      ...{ path: [SCHEDULE, field], from: instant + 1 },
      params: { field, seen: bare(schedule[field]) },
    });
    if (!Number.isNaN(start)) return [{ ...past('start_time', start), only: 'publish' }];
    return Number.isNaN(expiry) ? [] : [{ ...past('expiry_time', expiry), only: 'draft' }];
  },
};

const YEARS_AHEAD = 10;

/** A periodic campaign that expires before its first send. */
export const somethingIsSent: Rule = {
  code: 'SCHEDULE',
  check: ({ body, sound }: Checked): Found<'SCHEDULE'>[] => {
    const schedule = body[SCHEDULE];
    const isPeriodic = body.campaign_delivery_type === 'PERIODIC' && sound([SCHEDULE]);
    if (!isPeriodic || !isJsonObject(schedule)) return [];
    const [start, expiry] = [startInstant(schedule), expiryInstant(schedule)];
    if (!(start <= expiry) || expiry > start + YEARS_AHEAD * 366 * DAY_MS) return [];
    const span = { from: dayAt(start, schedule.timezone), to: dayAt(expiry, schedule.timezone) };
    if (sendDays('PERIODIC', schedule, { span, now: start }).length > 0) return [];
    return [{ path: EXPIRY, only: 'publish', judged: [START, RHYTHM, EXPIRY], params: { why: 'no-send' } }];
  },
};

const LISTS_OF_DAYS: Readonly<Record<string, readonly string[]>> = {
  WEEKLY: ['repeat_on_days_of_week'],
  MONTHLY: ['repeat_on_date_of_month', 'repeat_on_days_of_week', 'repeat_on_days_of_week_for_month'],
};

/** Open point W3: an empty list of days is the same as none, with which the campaign is never sent. */
export const daysAreChosen: Rule = {
  code: 'RANGE',
  check: ({ body, sound }) => {
    const details = valueAt(body, RHYTHM);
    if (!isJsonObject(details) || !sound(RHYTHM)) return [];
    const names = memberOf(LISTS_OF_DAYS, bare(details.sending_frequency)) ?? [];
    const lists = names.filter((name) => isList(details[name]));
    if (lists.some((name) => isList(details[name]) && details[name].length > 0)) return [];
    return lists.slice(0, 1).map((field) => ({
      ...{ path: [...RHYTHM, field], only: 'edit', judged: [RHYTHM] },
      params: { field, seen: [], keyword: 'minItems', limit: 1 },
    }));
  },
};

/** Specification, trigger_condition: only the type of a delay makes the campaign wait, or the message is sent at once. */
export const delayHasType: Rule = {
  code: 'MISSING',
  check: ({ body: { campaign_delivery_type: type, trigger_condition: trigger } }) => {
    if (!isJsonObject(trigger) || trigger.trigger_delay_type !== undefined) return [];
    // On a device, publishing refuses the delay itself.
    if (type !== 'EVENT_TRIGGERED' && type !== 'LOCATION_TRIGGERED') return [];
    const isChosen = isJsonObject(trigger.intelligent_delay_optimization);
    if (!isChosen && !(Number(trigger.trigger_delay_value ?? 0) > 0)) return [];
    const [of, field] = ['trigger_condition', 'trigger_delay_type'];
    return [{ path: [of, field], params: { field, of, values: [isChosen ? 'INTELLIGENT_DELAY' : 'DELAY'] } }];
  },
};

const HOURS: Readonly<Record<string, number>> = { MINUTES: 1 / 60, HOURS: 1, DAYS: 24 };

/** Specification, trigger_condition: the service chooses a delay between two bounds. */
export const delayBoundsAreInOrder: Rule = {
  code: 'RANGE',
  check: ({ body }) => {
    const path: Path = ['trigger_condition', 'intelligent_delay_optimization'];
    const unit = (bound: 'min' | 'max') =>
      memberOf(HOURS, bare(valueAt(body, [...path, `${bound}_delay_granularity`]))) ?? NaN;
    const [min, max] = [
      valueAt(body, [...path, 'min_delay_value']),
      valueAt(body, [...path, 'max_delay_value']),
    ];
    if (typeof min !== 'number' || typeof max !== 'number' || !(min * unit('min') > max * unit('max')))
      return [];
    const [field, limit] = ['max_delay_value', (min * unit('min')) / unit('max')];
    return [{ path: [...path, field], params: { field, seen: max, keyword: 'minimum', limit } }];
  },
};

/** Open point V14: where a time zone may be omitted, UTC is meant. */
function zoneOf(body: JsonObject): string {
  const zone = valueAt(body, ZONE);
  return typeof zone === 'string' ? zone : 'UTC';
}

function boundsOf(body: JsonObject): Path[] {
  const path: Path = [SCHEDULE, 'geo_fence_timelimit', 'timebounds'];
  const bounds = valueAt(body, path);
  return isList(bounds) ? bounds.map((_, index) => [...path, index]) : [];
}

/** NaN if there is no valid time. Open point V19: an offset in the text overrides the time zone. */
function instantAt(body: JsonObject, path: Path): number {
  const text = valueAt(body, path);
  if (typeof text !== 'string') return NaN;
  const written = text.trim().replace(' ', 'T');
  return hasOffset(written) ? Date.parse(written) : instantOf(written, zoneOf(body));
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
