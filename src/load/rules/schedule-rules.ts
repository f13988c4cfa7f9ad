import { clockAt, instantOf, isZone } from '../../model/local-time.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { onValue, type Problem } from '../problem.ts';
import { startIsPast } from '../../model/schedule.ts';
import { textsInBody, type Rule } from './rule.ts';
import { bare, clip } from '../../model/show.ts';

// Rules about dates, clocks and spans that look at several values at once, or at the calendar.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];

/** Days that the calendar has; JSON Schema only sees their shape. */
export const daysExist: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }) => {
    if (!/time$/.test(String(path.at(-1))) && !isComparedWithTimes(body, path)) return [];
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text) ?? [];
    if (year === undefined) return [];
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)) return [];
    return [
      onValue(path, 'E_FORMAT', `"${clip(text)}" is a day that never comes`, 'check the month and the day'),
    ];
  });

/** What a condition on a date compares with, alone or in a list; filters and goals spell the type their own way. */
function isComparedWithTimes(body: JsonObject, path: Path): boolean {
  const at = path.findLastIndex((step) => step === 'value' || step === 'value1');
  if (at < path.length - 2) return false;
  return /^datetime$/i.test(bare(valueAt(body, [...path.slice(0, at), 'data_type'])));
}

/** Specification, scheduling_details: `timezone` is a name of the IANA database. */
export const zoneIsKnown: Rule = ({ body }) => {
  const zone = valueAt(body, [SCHEDULE, 'timezone']);
  if (typeof zone !== 'string' || isZone(zone)) return [];
  const message = `"${clip(zone)}" is not the name of a time zone`;
  return [onValue([SCHEDULE, 'timezone'], 'E_TIMEZONE', message, zoneHint(zone))];
};

function zoneHint(zone: string): string {
  const city = (name: string) => name.split('/').at(-1)?.toLowerCase().replaceAll(' ', '_');
  const same = Intl.supportedValuesOf('timeZone').find((one) => city(one) === city(zone));
  return same === undefined ? 'write a name such as Europe/Berlin or UTC' : `did you mean ${same}?`;
}

/** An expiry before the start, or a span that ends before it begins, sends nothing. */
export const spansRunForward: Rule = ({ body }) => {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule)) return [];
  const zone = zoneOf(schedule);
  const spans = [
    { from: START, to: [SCHEDULE, 'expiry_time'], words: 'the campaign expires before it starts' },
    ...boundsOf(body).map((path) => ({
      from: [...path, 'start_time'],
      to: [...path, 'end_time'],
      words: 'the span ends before it begins',
    })),
  ];
  return spans
    .filter(({ from, to }) => instantAt(body, from, zone) > instantAt(body, to, zone))
    .map(({ from, to, words }) =>
      onValue(to, 'E_SCHEDULE', words, `choose a time after ${bare(valueAt(body, from))}`),
    );
};

/** Open point V17: what a change of clocks skips is sent at another time than the file says. */
export const localTimesExist: Rule = ({ body }) => {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule)) return [];
  const zone = zoneOf(schedule);
  const bounds = boundsOf(body).flatMap((path) => [
    [...path, 'start_time'],
    [...path, 'end_time'],
  ]);
  return [START, [SCHEDULE, 'expiry_time'], ...bounds].flatMap((path): Problem[] => {
    const local = valueAt(body, path);
    if (typeof local !== 'string' || hasOffset(local)) return [];
    const instant = instantOf(local, zone);
    if (Number.isNaN(instant) || clockAt(instant, zone) === local.slice(0, 16)) return [];
    const message = `clocks in ${zone} never show ${local}`;
    return [onValue(path, 'W_TIME_SKIPPED', message, 'choose a time before or after the change of clocks')];
  });
};

/** What is to go live can't start in the past. Where a plan follows, the same rule holds the publishing there. */
export const startIsAhead: Rule = ({ body, status, now, isPlanned, isLive }) => {
  const schedule = body[SCHEDULE];
  if (now === undefined || isPlanned || isLive || status !== 'ACTIVE' || !isJsonObject(schedule)) return [];
  if (!startIsPast(bare(body.campaign_delivery_type), schedule, now)) return [];
  return [
    onValue(
      START,
      'E_START_PAST',
      `start_time ${bare(schedule.start_time)} is in the past, so the campaign can't be published`,
      'choose a time in the future; if it is live already, remove status, or apply once so that this is recorded',
    ),
  ];
};

/** Open point V14: where a zone may be left out, UTC is meant. */
function zoneOf({ timezone }: JsonObject): string {
  return typeof timezone === 'string' ? timezone : 'UTC';
}

function boundsOf(body: JsonObject): Path[] {
  const path: Path = [SCHEDULE, 'geo_fence_timelimit', 'timebounds'];
  const bounds = valueAt(body, path);
  return isList(bounds) ? bounds.map((_, index) => [...path, index]) : [];
}

/** NaN where there is no time to read. Open point V19: an offset in the text wins over the zone. */
function instantAt(body: JsonObject, path: Path, zone: string): number {
  const text = valueAt(body, path);
  if (typeof text !== 'string') return NaN;
  return hasOffset(text) ? Date.parse(text) : instantOf(text, zone);
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
