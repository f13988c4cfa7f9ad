import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { instantOf } from '../../model/local-time.ts';
import { dayAt, expiryInstant, sendDays, startInstant } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { DAY_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';

// On which days a periodic campaign is sent.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];
const RHYTHM: Path = [SCHEDULE, 'periodic_details'];
const YEARS_AHEAD = 10;

export const daysAreMeant: Rule = {
  code: 'SCHEDULE',
  check: (checked) => [...withoutSend(checked), ...notOnStart(checked)],
};

/** A periodic campaign that expires before its first send. */
function withoutSend(checked: Checked): Found<'SCHEDULE'>[] {
  const schedule = periodicSchedule(checked) ?? {};
  const [start, expiry] = [startInstant(schedule), expiryInstant(schedule)];
  if (!(start <= expiry) || expiry > start + YEARS_AHEAD * 366 * DAY_MS) return [];
  if (firstSend(schedule, { start, end: expiry }) !== undefined) return [];
  return [{ path: EXPIRY, only: 'publish', judged: [START, RHYTHM, EXPIRY], params: { why: 'no-send' } }];
}

/** A rhythm of several weeks may skip the rest of the week of the start. */
const DAYS_AHEAD = 370;

/** A weekly campaign whose start is on none of its weekdays is first sent later than its start says. */
function notOnStart(checked: Checked): Found<'SCHEDULE'>[] {
  const schedule = periodicSchedule(checked) ?? {};
  const days = valueAt(schedule, ['periodic_details', 'repeat_on_days_of_week']);
  const start = startInstant(schedule);
  const isWeekly = valueAt(schedule, ['periodic_details', 'sending_frequency']) === 'WEEKLY';
  if (!isWeekly || !isList(days) || days.length === 0 || !Number.isFinite(start)) return [];
  const first = firstSend(schedule, { start, end: start + DAYS_AHEAD * DAY_MS });
  if (first === undefined || first === dayAt(start, schedule.timezone)) return [];
  // What was sent already can't be corrected.
  const until = instantOf(`${first}T00:00:00`, bare(schedule.timezone ?? 'UTC')) + DAY_MS;
  return [
    { path: START, only: 'edit', judged: [START, RHYTHM], until, params: { why: 'not-on-start', first } },
  ];
}

/** The schedule of a periodic campaign, if the schema accepts it. */
function periodicSchedule({ body, sound }: Checked): JsonObject | undefined {
  const schedule = body[SCHEDULE];
  const isPeriodic = body.campaign_delivery_type === 'PERIODIC' && sound([SCHEDULE]);
  return isPeriodic && isJsonObject(schedule) ? schedule : undefined;
}

/** The first day between two instants on which a schedule sends. */
function firstSend(
  schedule: JsonObject,
  { start, end }: { readonly start: number; readonly end: number },
): string | undefined {
  const span = { from: dayAt(start, schedule.timezone), to: dayAt(end, schedule.timezone) };
  return sendDays('PERIODIC', schedule, { span, now: start })[0];
}

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
