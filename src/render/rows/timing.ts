import { isLocalTime } from '../../messages/field-names.ts';
import type { Desired } from '../../model/campaign.ts';
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from '../../model/json.ts';
import { localAt } from '../../model/local-time.ts';
import { dayAt, firstSendDays, sendInstant, startInstant } from '../../model/schedule.ts';
import { counted, scheduledMinute, weekdayMinute } from '../../model/show.ts';
import { valueWords } from './differences.ts';
import { eventWords, hasFilters, quoted, related, text } from './filters.ts';

// When a campaign sends, in words.

type Timed = Pick<Desired, 'deliveryType' | 'components'>;

/** When a campaign sends, in words: `30 min after "Signed Up"`, `weekly on Monday, from Thu 2031-05-01 09:00 Europe/Berlin`. */
export function timingOf({ deliveryType, components }: Timed): string {
  const schedule = components.scheduling_details ?? {};
  const trigger = components.trigger_condition ?? {};
  const details = components.basic_details ?? {};
  const from = startWords(schedule);
  switch (deliveryType) {
    case 'EVENT_TRIGGERED':
      return `${triggered(trigger)}${from}`;
    case 'DEVICE_TRIGGERED':
      return `on the device, ${triggered(trigger)}${from}`;
    case 'LOCATION_TRIGGERED':
      return `when a user ${placesOf(details)}, ${triggered(trigger)}${from}`;
    case 'BUSINESS_EVENT_TRIGGERED':
      return `on the business event ${quoted(text(details.business_event))}${from}`;
    case 'ONE_TIME':
      return `once, ${momentOf(schedule)}`;
    case 'PERIODIC':
      return periodOf(schedule);
  }
}

/** Since when a triggered campaign sends: `, from Tue 2031-12-02 09:00 Europe/Berlin`; empty if it is at once. */
function startWords(schedule: JsonObject): string {
  const { delivery_type: type, start_time: start } = schedule;
  return type === 'ASAP' || typeof start !== 'string' ? '' : `, from ${momentOf(schedule)}`;
}

function triggered(trigger: JsonObject): string {
  const { secondary_included_filters: second } = trigger;
  const only = hasFilters(second) ? `, only for users ${related(second)}` : '';
  const event = `${eventWords(trigger.included_filters) ?? 'an event'}${only}`;
  const { trigger_delay_type: type = 'ASAP', trigger_relation: relation, trigger_attr: attribute } = trigger;
  if (type === 'INTELLIGENT_DELAY') return `at each user's best moment after ${event}`;
  if (type === 'ASAP') return `right after ${event}`;
  const delay = durationOf(trigger.trigger_delay_value, trigger.trigger_delay_granularity);
  const start = isJsonObject(attribute) ? `${text(attribute.name)} of ` : '';
  const words = `${delay} ${relation === 'BEFORE' ? `before ${start || 'a time of '}` : `after ${start}`}${event}`;
  return type === 'DELAY' ? words : `${text(type)}: ${words}`;
}

const UNITS: Readonly<Record<string, string>> = { MINUTES: 'min', HOURS: 'h', DAYS: 'd' };

function durationOf(value: JsonValue | undefined, unit: JsonValue | undefined): string {
  return `${text(value)} ${memberOf(UNITS, text(unit)) ?? text(unit)}`;
}

function placesOf({ geofences }: JsonObject): string {
  const places = isList(geofences) ? geofences : [geofences];
  return places.map((place) => (isJsonObject(place) ? visitOf(place) : '?')).join(', or ');
}

/** `stays 10 min within 200 m of Shop (52.5, 13.4), 5 min response time` */
function visitOf({ triggered_at: at, ...place }: JsonObject): string {
  const where = `within ${text(place.radius)} m of ${text(place.name)} (${text(place.latitude)}, ${text(place.longitude)})`;
  const response = durationOf(place.response_time_value, place.response_time_granularity);
  const stay = durationOf(place.dwell_time_value, place.dwell_time_granularity);
  const verb = memberOf(VISITS, text(at)) ?? (at === 'dwell' ? `stays ${stay}` : `is (${text(at)})`);
  return `${verb} ${where}, ${response} response time`;
}

const VISITS: Readonly<Record<string, string>> = { ENTRY: 'enters the area', EXIT: 'leaves the area' };

function momentOf(schedule: JsonObject): string {
  const { delivery_type: type, start_time: start } = schedule;
  if (type === 'ASAP') return 'as soon as it is published';
  if (typeof start !== 'string') return 'not scheduled yet';
  if (type === 'SEND_IN_USER_TIMEZONE') return `${weekdayMinute(start)} in each user's time zone`;
  const moment = shown('start_time', start, schedule);
  return type === 'SEND_IN_BTS' ? `at each user's best time from ${moment}` : moment;
}

function periodOf(schedule: JsonObject): string {
  const details = isJsonObject(schedule.periodic_details) ? schedule.periodic_details : {};
  const days = daysOf(details);
  const on = days.length > 0 ? ` on ${days.join(' and ')}` : '';
  const times = details.no_of_occurences;
  const often = typeof times === 'number' ? `, ${counted(times, 'time')}` : '';
  const from = momentOf({ ...schedule, delivery_type: 'AT_FIXED_TIME' });
  // An end is among the other settings.
  const end = often === '' && schedule.expiry_time === undefined ? ', without an end' : '';
  return `${frequencyWords(details)}${on}${often}, from ${from}${end}${sendsWords(schedule, times)}`;
}

/** What the rule says otherwise than it seems to: the first send, if it isn't at the start, and how many there are. */
function sendsWords(schedule: JsonObject, times: JsonValue | undefined): string {
  const { start_time: start, expiry_time: expiry, timezone } = schedule;
  const wanted = typeof times === 'number' && expiry !== undefined ? times : 1;
  const [first, ...others] = firstSendDays(schedule, { atMost: wanted }) ?? [undefined];
  if (typeof start !== 'string' || Number.isNaN(startInstant(schedule))) return '';
  if (first === undefined) return '; never sent: no such day comes';
  const isAtStart = first === dayAt(startInstant(schedule), timezone);
  const opening = isAtStart ? '' : `; first sent ${shown('start_time', first + start.slice(10), schedule)}`;
  const count = others.length + 1;
  return count < wanted ? `${opening}; only ${counted(count, 'time')} before its end` : opening;
}

/** When a repeated campaign is sent next, if its first send is over: `; next sent Fri 2031-01-10 16:00 Europe/Berlin`. */
export function nextWords({ deliveryType, components }: Timed, nextSend: string | undefined): string {
  const { scheduling_details: schedule = {} } = components;
  const [first] = deliveryType === 'PERIODIC' ? (firstSendDays(schedule, { atMost: 1 }) ?? []) : [];
  const at = Date.parse(nextSend ?? '');
  if (first === undefined || !(at > sendInstant(schedule, first))) return '';
  const zone = typeof schedule.timezone === 'string' ? schedule.timezone : 'UTC';
  return `; next sent ${scheduledMinute(localAt(at, zone) ?? '', zone)}`;
}

/** The days on which it repeats. Those that have no effect with its frequency, such as weekdays with DAILY, are no days. */
function daysOf(details: JsonObject): string[] {
  const { sending_frequency: frequency, repeat_on_days_of_week: days } = details;
  if (frequency === 'WEEKLY') return listWords(days, '');
  if (frequency !== 'MONTHLY') return [];
  const weeks = details.repeat_on_days_of_week_for_month;
  return [
    // Each of them in the month, which "monthly on Monday" would not say.
    ...listWords(days, 'every '),
    ...listWords(details.repeat_on_date_of_month, 'day '),
    ...(isList(weeks) ? weeks.filter(isJsonObject) : []).flatMap((week) => {
      const { repeat_on_days_of_week: own, week_granularity: which } = week;
      return listWords(isList(own) ? own : [own], `the ${text(which).toLowerCase()} `);
    }),
  ];
}

const PERIODS: Readonly<Record<string, string>> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' };

function frequencyWords({ sending_frequency: frequency, repeat_frequency: every }: JsonObject): string {
  const period = memberOf(PERIODS, text(frequency));
  return typeof every === 'number' && every > 1 && period
    ? `every ${every} ${period}`
    : text(frequency).toLowerCase();
}

/** `SATURDAY, SUNDAY` as `Saturday, Sunday`. */
function listWords(list: unknown, before: string): string[] {
  if (!Array.isArray(list) || list.length === 0) return [];
  const names = list.map(text).join(', ');
  return [before + names.replace(/[A-Z]+/g, (name) => name.charAt(0) + name.slice(1).toLowerCase())];
}

/** A local time in the zone of its schedule; any other value in words. */
export function shown(field: string, value: JsonValue, { timezone: zone }: JsonObject): string {
  if (isList(value) && value.length === 0) return 'none';
  if (!isLocalTime(field) || typeof value !== 'string') return valueWords(value);
  return scheduledMinute(value, typeof zone === 'string' ? zone : undefined);
}
