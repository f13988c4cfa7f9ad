import { clockAt, instantOf, isZone } from '../../model/local-time.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { expiryInstant, isScheduled, startInstant } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { DAY_MS, HOUR_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { textsInBody } from './rule.ts';

// Rules about dates, times and intervals that involve several values, or the calendar.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];
const ZONE: Path = [SCHEDULE, 'timezone'];

type Schedule = Found<'SCHEDULE'>;

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
    return [{ path: ZONE, params: { why: 'unknown', zone, near } }];
  },
};

/** Names of three letters that mean one thing everywhere. */
const NOT_SHORT = ['UTC', 'GMT', 'UCT', 'PRC', 'ROC', 'ROK'];

/**
 * EST has no daylight saving time, and BST is Bangladesh in one program and Britain in another one. Node accepts such
 * names, so a plan would show a time that the service may not use. Etc/GMT+1 is seldom known to be an hour behind UTC.
 */
export const zoneIsAPlace: Rule = {
  code: 'TIMEZONE',
  check: ({ body }) => {
    const zone = bare(valueAt(body, ZONE));
    const upper = zone.toUpperCase();
    if (!isZone(zone)) return [];
    if (/^ETC\/GMT[+-][1-9]\d?$/.test(upper)) return [{ path: ZONE, params: { why: 'reversed', zone } }];
    const isShort = /^[A-Z]{3}$/.test(upper) && !NOT_SHORT.includes(upper);
    return isShort ? [{ path: ZONE, params: { why: 'abbreviation', zone } }] : [];
  },
};

/** An expiry before the start, a window that ends before it, or an interval that ends before it begins, sends nothing. */
export const spansRunForward: Rule = {
  code: 'SCHEDULE',
  check: ({ body }) => {
    const isBestTime = valueAt(body, [SCHEDULE, 'delivery_type']) === 'SEND_IN_BTS';
    const spans: [from: Path, to: Path][] = [
      [START, EXPIRY],
      ...(isBestTime ? [[START, [SCHEDULE, 'bts_details', 'window_end_time']] satisfies [Path, Path]] : []),
      ...boundsOf(body).map((path): [Path, Path] => [
        [...path, 'start_time'],
        [...path, 'end_time'],
      ]),
    ];
    return spans
      .filter(([from, to]) => instantAt(body, from) > instantAt(body, to))
      .map(([from, to]) => ({ path: to, params: { why: 'backwards', after: bare(valueAt(body, from)) } }));
  },
};

/** Open point V17: a time that a clock change skips would be sent at another time than the file says. */
export const timesAreNotSkipped: Rule = {
  code: 'TIME_SKIPPED',
  check: ({ body }) =>
    localTimes(body)
      .filter(({ seen, zone, instant }) => !shows(seen, zone, instant))
      .map(({ path, seen, zone }) => ({ path, params: { seen, zone } })),
};

/** How far clocks are set back. */
const SET_BACK = [HOUR_MS, HOUR_MS / 2];
const YEARS_AHEAD = 10;

/** Times that are probably not the ones that were meant. */
export const timesAreMeant: Rule = {
  code: 'SCHEDULE',
  check: (checked) => [...twice(checked), ...farAhead(checked), ...startWithAsap(checked)],
};

function twice({ body }: Checked): Schedule[] {
  return localTimes(body)
    .filter(({ seen, zone, instant }) => shows(seen, zone, instant))
    .filter(({ seen, zone, instant }) =>
      SET_BACK.some((by) => shows(seen, zone, instant - by) || shows(seen, zone, instant + by)),
    )
    .map(({ path, seen, zone }) => ({ path, params: { why: 'twice', seen, zone } }));
}

/** `2072` in place of `2027`. */
function farAhead({ body: { [SCHEDULE]: schedule } }: Checked): Schedule[] {
  const start = isJsonObject(schedule) ? startInstant(schedule) : NaN;
  if (Number.isNaN(start)) return [];
  return [{ path: START, until: start - YEARS_AHEAD * 366 * DAY_MS, params: { why: 'far-ahead' } }];
}

/**
 * Specification, scheduling_details; open points V15 and V16: a campaign that is sent at once has no start time. What was
 * sent too early can't be taken back.
 */
function startWithAsap({ body }: Checked): Schedule[] {
  if (body.campaign_delivery_type !== 'ONE_TIME' || valueAt(body, START) === undefined) return [];
  if (valueAt(body, [SCHEDULE, 'delivery_type']) !== 'ASAP') return [];
  return [{ path: START, on: 'key', only: 'start', params: { why: 'start-with-asap' } }];
}

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
    const past = (
      field: 'start_time' | 'expiry_time',
      instant: number,
    ): Omit<Found<'START_PAST'>, 'only'> => ({
      ...{ path: [SCHEDULE, field], from: instant + 1 },
      params: { field, seen: bare(schedule[field]) },
    });
    if (!Number.isNaN(start)) return [{ ...past('start_time', start), only: 'publish' }];
    return Number.isNaN(expiry) ? [] : [{ ...past('expiry_time', expiry), only: 'draft' }];
  },
};

interface LocalTime {
  readonly path: Path;
  readonly seen: string;
  readonly zone: string;
  readonly instant: number;
}

/** The times of a schedule that its own clock shows. */
function localTimes(body: JsonObject): LocalTime[] {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule)) return [];
  const zone = zoneOf(schedule);
  const bounds = boundsOf(body).flatMap((path) => ['start_time', 'end_time'].map((name) => [...path, name]));
  return [START, EXPIRY, ...bounds].flatMap((path) => {
    const seen = valueAt(body, path);
    if (typeof seen !== 'string' || hasOffset(seen)) return [];
    const instant = instantOf(seen, zone);
    return Number.isNaN(instant) ? [] : [{ path, seen, zone, instant }];
  });
}

function shows(local: string, zone: string, instant: number): boolean {
  return clockAt(instant, zone) === local.slice(0, 16);
}

/** Open point V14: where a time zone may be omitted, UTC is meant. */
function zoneOf({ timezone }: JsonObject): string {
  return typeof timezone === 'string' ? timezone : 'UTC';
}

function boundsOf(body: JsonObject): Path[] {
  const path: Path = [SCHEDULE, 'geo_fence_timelimit', 'timebounds'];
  const bounds = valueAt(body, path);
  return isList(bounds) ? bounds.map((_, index) => [...path, index]) : [];
}

/** NaN if there is no valid time. Open point V19: an offset in the text overrides the time zone. */
function instantAt(body: JsonObject, path: Path): number {
  const [text, schedule] = [valueAt(body, path), body[SCHEDULE]];
  if (typeof text !== 'string' || !isJsonObject(schedule)) return NaN;
  const written = text.trim().replace(' ', 'T');
  return hasOffset(written) ? Date.parse(written) : instantOf(written, zoneOf(schedule));
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
