import { clockAt, instantOf, isZone } from '../../model/local-time.ts';
import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { onValue, type Problem } from '../problem.ts';
import { startInstant } from '../../model/schedule.ts';
import { DAY_MS, HOUR_MS } from '../../model/time.ts';
import { nearest } from '../../model/nearest.ts';
import { textsInBody, type Rule } from './rule.ts';
import { bare, clip, counted } from '../../model/show.ts';

// Rules about dates, times and intervals that involve several values, or the calendar.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];

/** Dates that exist in the calendar; JSON Schema checks only their shape. */
export const daysExist: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }) => {
    if (!/time$/.test(String(path.at(-1))) && !isComparedWithTimes(body, path)) return [];
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text) ?? [];
    if (year === undefined) return [];
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)) return [];
    return [
      onValue(
        path,
        'E_FORMAT',
        `"${clip(text)}" isn't possible: the calendar has no such day`,
        'check the month and the day',
      ),
    ];
  });

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
export const zoneIsKnown: Rule = ({ body }) => {
  const zone = valueAt(body, [SCHEDULE, 'timezone']);
  if (typeof zone !== 'string' || isZone(zone)) return [];
  const message = `"${clip(zone)}" is not the name of a time zone`;
  const near = nearest(zone, Intl.supportedValuesOf('timeZone'), 1);
  const hint = `write ${near ?? 'the name of a large city in the same time zone, such as Europe/Berlin, or UTC'}`;
  return [onValue([SCHEDULE, 'timezone'], 'E_TIMEZONE', message, hint)];
};

/**
 * EST has no daylight saving time, and BST is Bangladesh in one program and Britain in another one. Node accepts such
 * names, so a plan would show a time that the service may not use. Etc/GMT+1 is seldom known to be an hour behind UTC.
 */
export const zoneIsAPlace: Rule = ({ body, keepsLive }) => {
  const place: Path = [SCHEDULE, 'timezone'];
  const zone = bare(valueAt(body, place)).toUpperCase();
  const message = isZone(zone) ? (abbreviationIn(zone) ?? reversedIn(zone)) : undefined;
  if (message === undefined) return [];
  const hint = `write a city, such as ${memberOf(CITIES, zone) ?? 'Europe/Berlin'}`;
  const problem = onValue(place, 'W_TIMEZONE', message, hint);
  return [keepsLive({ place, body }) ? { ...problem, isKept: true } : problem];
};

function abbreviationIn(zone: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(zone) || NOT_SHORT.includes(zone)) return undefined;
  return `${zone} is an abbreviation, which programs read in different ways: some ignore daylight saving time`;
}

/** `Etc/GMT+1` has the opposite sign of the offset. */
function reversedIn(zone: string): string | undefined {
  const [, sign, hours] = /^ETC\/GMT([+-])([1-9]\d?)$/.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  const where = sign === '+' ? 'behind' : 'ahead of';
  return `Etc/GMT${sign}${hours} is ${counted(Number(hours), 'hour')} ${where} UTC: the signs of these names are reversed`;
}

/** Names of three letters that mean one thing everywhere. */
const NOT_SHORT = ['UTC', 'GMT', 'UCT', 'PRC', 'ROC', 'ROK'];

const CITIES: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  AST: 'America/Halifax',
  HST: 'Pacific/Honolulu',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  EET: 'Europe/Athens',
};

/** Specification, bts_details: the end of the window that begins at the start. A time of day is always after it. */
const WINDOW_END: Path = [SCHEDULE, 'bts_details', 'window_end_time'];

/** An expiry before the start, a window that ends before it, or an interval that ends before it begins, sends nothing. */
export const spansRunForward: Rule = ({ body }) => {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule)) return [];
  const zone = zoneOf(schedule);
  const spans = [
    { from: START, to: EXPIRY, words: 'the campaign expires before it starts' },
    ...(schedule.delivery_type === 'SEND_IN_BTS'
      ? [{ from: START, to: WINDOW_END, words: 'the window for best times ends before the campaign starts' }]
      : []),
    ...boundsOf(body).map((path) => ({
      from: [...path, 'start_time'],
      to: [...path, 'end_time'],
      words: 'the interval ends before it begins',
    })),
  ];
  return spans
    .filter(({ from, to }) => instantAt(body, from, zone) > instantAt(body, to, zone))
    .map(({ from, to, words }) =>
      onValue(to, 'E_SCHEDULE', words, `choose a time after ${bare(valueAt(body, from))}`),
    );
};

/** Open point V17: a time that a clock change skips would be sent at another time than the file says. */
export const localTimesExist: Rule = ({ body, keepsLive }) => {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule)) return [];
  const zone = zoneOf(schedule);
  const bounds = boundsOf(body).flatMap((path) => [
    [...path, 'start_time'],
    [...path, 'end_time'],
  ]);
  return [START, EXPIRY, ...bounds].flatMap((path): Problem[] => {
    const local = valueAt(body, path);
    if (typeof local !== 'string' || hasOffset(local)) return [];
    const instant = instantOf(local, zone);
    if (Number.isNaN(instant)) return [];
    const hint = 'choose a time before or after the clock change';
    const shows = (at: number) => clockAt(at, zone) === local.slice(0, 16);
    if (!shows(instant)) {
      const skipped = `${local} does not exist in ${zone}; the clocks skip it that day`;
      return [onValue(path, 'W_TIME_SKIPPED', skipped, hint)];
    }
    if (!SET_BACK.some((by) => shows(instant - by) || shows(instant + by))) return [];
    const twice = `${local} occurs twice in ${zone}, because the clocks are set back that day`;
    const problem = onValue(path, 'W_SCHEDULE', twice, hint);
    return [keepsLive({ place: path, body }) ? { ...problem, isKept: true } : problem];
  });
};

/** How far clocks are set back. */
const SET_BACK = [HOUR_MS, HOUR_MS / 2];

/** `2072` in place of `2027`. */
export const startIsInSight: Rule = ({ body, now, keepsLive }) => {
  const schedule = body[SCHEDULE];
  if (now === undefined || !isJsonObject(schedule)) return [];
  if (!(startInstant(schedule) > now + YEARS_AHEAD * 366 * DAY_MS)) return [];
  const message = `start_time is more than ${YEARS_AHEAD} years ahead`;
  const problem = onValue(START, 'W_SCHEDULE', message, 'check the year');
  return [keepsLive({ place: START, body }) ? { ...problem, isKept: true } : problem];
};

const YEARS_AHEAD = 10;

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
function instantAt(body: JsonObject, path: Path, zone: string): number {
  const text = valueAt(body, path);
  if (typeof text !== 'string') return NaN;
  const written = text.trim().replace(' ', 'T');
  return hasOffset(written) ? Date.parse(written) : instantOf(written, zone);
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
