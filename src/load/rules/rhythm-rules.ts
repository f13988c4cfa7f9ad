import {
  isJsonObject,
  isList,
  memberOf,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { dayAt, expiryInstant, sendDays, startInstant } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { DAY_MS } from '../../model/time.ts';
import { onValue } from '../problem.ts';
import type { Rule, RuleInputs } from './rule.ts';

// On which days a periodic campaign is sent.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];
const DETAILS: Path = [SCHEDULE, 'periodic_details'];

/** A periodic campaign that expires before its first send is an error if the file publishes it. */
export const expiryLeavesASend: Rule = (inputs) => {
  const { body, status, isPublished, hasEnded } = inputs;
  const schedule = periodicSchedule(inputs);
  if (
    !schedule ||
    hasEnded ||
    status === 'STOPPED' ||
    (isPublished && keepsRhythm(inputs, [...PLACES, EXPIRY]))
  )
    return [];
  const [start, expiry] = [startInstant(schedule), expiryInstant(schedule)];
  if (!(start <= expiry) || expiry > start + YEARS_AHEAD * 366 * DAY_MS) return [];
  if (firstSend(schedule, { start, end: expiry }) !== undefined) return [];
  const first = firstSend({ ...schedule, expiry_time: null }, { start, end: start + DAYS_AHEAD * DAY_MS });
  const until = first === undefined ? 'its first send' : `its first send on ${first}`;
  const message = `the campaign expires on ${dayAt(expiry, schedule.timezone)}, before ${until}, so it is never sent`;
  const later = first === undefined ? 'a later time' : `a time after ${atFirst(body, first)}`;
  const isWanted = status === 'ACTIVE' || (isPublished && status === undefined);
  return [
    onValue(
      EXPIRY,
      isWanted ? 'E_SCHEDULE' : 'W_SCHEDULE',
      message,
      `write ${later}, or check on which days the campaign repeats`,
    ),
  ];
};

const YEARS_AHEAD = 10;

/** A weekly campaign whose start is on none of its weekdays is first sent later than its start says. */
export const weeklyStartIsSent: Rule = (inputs) => {
  const { body, now, isPublished, keepsLive } = inputs;
  const schedule = periodicSchedule(inputs);
  if (!schedule || (isPublished && keepsRhythm(inputs, PLACES))) return [];
  const details = isJsonObject(schedule.periodic_details) ? schedule.periodic_details : {};
  const { repeat_on_days_of_week: days, sending_frequency: frequency } = details;
  const start = startInstant(schedule);
  if (frequency !== 'WEEKLY' || !isList(days) || days.length === 0 || !Number.isFinite(start)) return [];
  const from = dayAt(start, schedule.timezone);
  const first = firstSend(schedule, { start, end: start + DAYS_AHEAD * DAY_MS });
  if (first === undefined || first === from) return [];
  // What was sent already can't be corrected.
  if (now !== undefined && first < dayAt(now, schedule.timezone)) return [];
  const weekday = new Date(from).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
  const message = `start_time is on a ${weekday}, but the campaign repeats on ${days.map(bare).join(', ')}, so it is first sent on ${first}`;
  const hint = `write start_time: ${atFirst(body, first)}, or add ${weekday.toUpperCase()} to repeat_on_days_of_week`;
  const problem = onValue(START, 'W_SCHEDULE', message, hint);
  return [keepsLive({ place: START, body }) ? { ...problem, isKept: true } : problem];
};

const PLACES = [START, DETAILS];

/** The schedule of a periodic campaign, if the schema accepts it. */
function periodicSchedule({ body, isSound }: RuleInputs): JsonObject | undefined {
  const schedule = body[SCHEDULE];
  const isPeriodic = body.campaign_delivery_type === 'PERIODIC' && isSound([SCHEDULE]);
  return isPeriodic && isJsonObject(schedule) ? schedule : undefined;
}

function keepsRhythm({ body, keepsLive }: RuleInputs, places: readonly Path[]): boolean {
  return places.every((place) => keepsLive({ place, body }));
}

/** The first day between two instants on which a schedule sends. */
function firstSend(
  schedule: JsonObject,
  { start, end }: { readonly start: number; readonly end: number },
): string | undefined {
  const span = { from: dayAt(start, schedule.timezone), to: dayAt(end, schedule.timezone) };
  return sendDays('PERIODIC', schedule, { span, now: start })[0];
}

/** The time of the start on the day of the first send. */
function atFirst(body: JsonObject, first: string): string {
  return bare(valueAt(body, START)).replace(/^[\d-]{10}/, first);
}

/** A rhythm of several weeks may skip the rest of the week of the start. */
const DAYS_AHEAD = 370;

/** Open point W3: an empty list of days is the same as none, with which the campaign is never sent. */
export const daysAreChosen: Rule = ({ body, isSound, keepsLive }) => {
  const path = DETAILS;
  const details = valueAt(body, path);
  if (!isJsonObject(details) || !isSound(path) || keepsLive({ place: path, body })) return [];
  const names = memberOf(LISTS_OF_DAYS, bare(details.sending_frequency)) ?? [];
  const lists = names.filter((name) => isList(details[name]));
  const [name] = lists;
  if (name === undefined || lists.some((one) => !isEmptyList(details[one]))) return [];
  return [onValue([...path, name], 'E_RANGE', `${name} is empty`, 'write at least one entry')];
};

const LISTS_OF_DAYS: Readonly<Record<string, readonly string[]>> = {
  WEEKLY: ['repeat_on_days_of_week'],
  MONTHLY: ['repeat_on_date_of_month', 'repeat_on_days_of_week', 'repeat_on_days_of_week_for_month'],
};

function isEmptyList(value: JsonValue | undefined): boolean {
  return isList(value) && value.length === 0;
}
