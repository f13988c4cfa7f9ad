import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { hasOffset, instantIn, canonicalZone, timesShown } from '../../model/local-time.ts';
import { nearest } from '../../model/nearest.ts';
import { expiryInstant, firstSendDays, isScheduled, startInstant } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, FoundIn, Rule } from '../check.ts';
import type { ContentText } from '../content/texts.ts';

// Rules about dates, times and intervals that involve several values, or the calendar.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];
const WINDOW_END: Path = [SCHEDULE, 'bts_details', 'window_end_time'];
const ZONE: Path = [SCHEDULE, 'timezone'];

export const SCHEDULE_RULES: readonly Rule[] = [
  { stage: 'always', code: 'FORMAT', find: missingTime, isFor: isTime },
  { stage: 'always', code: 'TIMEZONE', check: unknownZone },
  { stage: 'always', code: 'SCHEDULE', check: backwards },
  { stage: 'always', code: 'MISSING', check: delayWithoutType },
  { stage: 'sending', code: 'START_PAST', check: timesAhead },
  { stage: 'sending', code: 'SCHEDULE', check: startWithoutEffect },
  { stage: 'sending', code: 'SCHEDULE', check: missingSends },
  { stage: 'advice', code: 'TIME_SKIPPED', check: skippedTimes },
];

/** A date or a time of day that doesn't exist (open point V19), also in a filter; JSON Schema checks only its shape. */
function missingTime({ text }: ContentText): FoundIn<'FORMAT'>[] {
  const times = [...text.matchAll(/(?:^|[T ]|:\d\d[+-])(\d\d):(\d\d)/g)];
  if (times.some(([, hour, minute]) => Number(minute) > 59 || Number(hour) * 60 + Number(minute) > 24 * 60))
    return [{ params: { seen: text, wanted: 'a time of day, such as 21:30' } }];
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() + 1 === month && date.getUTCDate() === day) return [];
  return [{ params: { seen: text, wanted: 'a day of the calendar' } }];
}

/**
 * Whether a field is a time, or what a condition on a date compares with, alone or in a list; filters and goals spell the
 * type differently.
 */
function isTime(body: JsonObject, path: Path): boolean {
  if (/time$/.test(String(path.at(-1)))) return true;
  const at = path.findLastIndex((step) => step === 'value' || step === 'value1');
  if (at === -1 || at < path.length - 2) return false;
  return /^datetime$/i.test(bare(valueAt(body, [...path.slice(0, at), 'data_type'])));
}

/** Specification, scheduling_details: `timezone` is a name from the IANA database. */
function unknownZone({ body }: Checked): Found<'TIMEZONE'>[] {
  const zone = valueAt(body, ZONE);
  if (typeof zone !== 'string' || canonicalZone(zone) !== undefined) return [];
  return [{ path: ZONE, params: { zone, near: nearest(zone, Intl.supportedValuesOf('timeZone'), 1) } }];
}

/** An expiry before the start, a window that ends before it, or an interval that ends before it begins, sends nothing. */
function backwards({ body }: Checked): Found<'SCHEDULE'>[] {
  const isBestTime = valueAt(body, [SCHEDULE, 'delivery_type']) === 'SEND_IN_BTS';
  const window = isBestTime ? [[START, WINDOW_END] as const] : [];
  return [[START, EXPIRY] as const, ...window, ...boundsOf(body)]
    .filter(([from, to]) => instantAt(body, from) > instantAt(body, to))
    .map(([from, to]) => ({ path: to, params: { why: 'backwards', after: bare(valueAt(body, from)) } }));
}

/**
 * Open point V17: a time that a clock change skips would be sent at another time than the file says, and one that comes
 * again may be sent twice. Of the sends of a periodic campaign, those of a year count.
 */
function skippedTimes({ body }: Checked): Found<'TIME_SKIPPED'>[] {
  const zone = bare(valueAt(body, ZONE) ?? 'UTC');
  return [START, EXPIRY, WINDOW_END, ...boundsOf(body).flat()].flatMap((path): Found<'TIME_SKIPPED'>[] => {
    const text = bare(valueAt(body, path) ?? '').replace(' ', 'T');
    if (!text.includes('T') || hasOffset(text) || canonicalZone(zone) === undefined) return [];
    const later = path === START ? sendDaysOf(body, { years: 1 }) : [];
    const seen = [text, ...later.map((day) => `${day}${text.slice(10)}`)];
    const changed = seen.find((one) => timesShown(one, zone) !== 1);
    if (changed === undefined) return [];
    return [{ path, params: { seen: changed, zone, times: timesShown(changed, zone) } }];
  });
}

const RHYTHM: Path = [SCHEDULE, 'periodic_details'];
const DATES: Path = [...RHYTHM, 'repeat_on_date_of_month'];

/** A repetition that falls on no day, such as 30 February, and one that ends before all of its sends. */
function missingSends({ body }: Checked): Found<'SCHEDULE'>[] {
  const schedule = body[SCHEDULE];
  if (!isJsonObject(schedule) || Number.isNaN(startInstant(schedule))) return [];
  const { expiry_time: expiry, ...unlimited } = schedule;
  const isPeriodic = body.campaign_delivery_type === 'PERIODIC' && isJsonObject(schedule.periodic_details);
  if (!isPeriodic) return [];
  const endless = { ...body, [SCHEDULE]: unlimited };
  if (sendDaysOf(endless, { atMost: 1 }).length === 0) {
    const path = valueAt(body, DATES) === undefined ? RHYTHM : DATES;
    return [{ path, only: 'publish', params: { why: 'never' } }];
  }
  const wanted = valueAt(body, [...RHYTHM, 'no_of_occurences']);
  if (expiry === undefined || typeof wanted !== 'number') return [];
  const sends = sendDaysOf(body).length;
  if (sends >= sendDaysOf(endless).length) return [];
  return [{ path: EXPIRY, only: 'publish', params: { why: 'ends-early', sends, wanted } }];
}

/** The days on which a periodic campaign sends, as far as it says how many they are. */
function sendDaysOf(
  body: JsonObject,
  { atMost, years }: { readonly atMost?: number; readonly years?: number } = {},
): readonly string[] {
  const [schedule, wanted] = [body[SCHEDULE], valueAt(body, [...RHYTHM, 'no_of_occurences'])];
  if (body.campaign_delivery_type !== 'PERIODIC' || !isJsonObject(schedule)) return [];
  const isLimited = typeof wanted === 'number';
  return firstSendDays(schedule, { atMost: atMost ?? Infinity, ...(!isLimited && years && { years }) }) ?? [];
}

/**
 * Specification, scheduling_details; open points V15 and V16: a campaign that is sent at once has no start time. What was
 * sent too early can't be taken back.
 */
function startWithoutEffect({ body }: Checked): Found<'SCHEDULE'>[] {
  if (body.campaign_delivery_type !== 'ONE_TIME' || valueAt(body, START) === undefined) return [];
  if (valueAt(body, [SCHEDULE, 'delivery_type']) !== 'ASAP') return [];
  return [{ path: START, on: 'key', only: 'publish', params: { why: 'start-with-asap' } }];
}

/**
 * Open points V2 and V15: a campaign can't be published after its start or its expiry. A live one may be edited to end
 * at once; one whose start is moved into the past may be sent at once.
 */
function timesAhead({ body, status }: Checked): Found<'START_PAST'>[] {
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
}

/** Specification, trigger_condition: only the type of a delay makes the campaign wait, or the message is sent at once. */
function delayWithoutType({ body }: Checked): Found<'MISSING'>[] {
  const { campaign_delivery_type: type, trigger_condition: trigger } = body;
  if (!isJsonObject(trigger) || trigger.trigger_delay_type !== undefined) return [];
  // On a device, publishing refuses the delay itself.
  if (type !== 'EVENT_TRIGGERED' && type !== 'LOCATION_TRIGGERED') return [];
  const isChosen = isJsonObject(trigger.intelligent_delay_optimization);
  if (!isChosen && !(Number(trigger.trigger_delay_value ?? 0) > 0)) return [];
  const [of, field] = ['trigger_condition', 'trigger_delay_type'];
  return [{ path: [of, field], params: { field, of, values: [isChosen ? 'INTELLIGENT_DELAY' : 'DELAY'] } }];
}

function boundsOf(body: JsonObject): (readonly [Path, Path])[] {
  const path: Path = [SCHEDULE, 'geo_fence_timelimit', 'timebounds'];
  const bounds = valueAt(body, path);
  return (isList(bounds) ? bounds : []).map((_, index) => [
    [...path, index, 'start_time'],
    [...path, index, 'end_time'],
  ]);
}

/** NaN if there is no valid time. Open point V19: an offset in the text overrides the time zone, and V14: without either, UTC. */
function instantAt(body: JsonObject, path: Path): number {
  const text = valueAt(body, path);
  return typeof text === 'string' ? instantIn(text.trim().replace(' ', 'T'), valueAt(body, ZONE)) : NaN;
}
