import type { Desired } from '../../model/campaign.ts';
import { isJsonObject, isList, memberOf, type JsonObject } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { scheduledMinute, weekdayMinute } from '../../model/utc-words.ts';
import { eventWords, hasFilters, quoted, related, text } from './filters.ts';

/** When a campaign sends, in words: `30 min after "Signed Up"`, `weekly on Monday, from Thu 2031-05-01 09:00 Europe/Berlin`. */
export function timingOf({ deliveryType, components }: Desired): string {
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
      return `at ${placesOf(details)}${from}`;
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
  const { trigger_delay_type: type, trigger_relation: relation } = trigger;
  if (type === 'INTELLIGENT_DELAY') return `at each user's best moment after ${event}`;
  if (type !== 'DELAY') return `right after ${event}`;
  const unit = text(trigger.trigger_delay_granularity);
  const delay = `${text(trigger.trigger_delay_value)} ${memberOf(UNITS, unit) ?? unit}`;
  if (relation !== 'BEFORE') return `${delay} after ${event}`;
  const anchor = isJsonObject(trigger.trigger_attr) ? text(trigger.trigger_attr.name) : 'a time';
  return `${delay} before ${anchor} of ${event}`;
}

const UNITS: Readonly<Record<string, string>> = { MINUTES: 'min', HOURS: 'h', DAYS: 'd' };

function placesOf({ geofences }: JsonObject): string {
  const places = isList(geofences) ? geofences : [geofences];
  return places.map((place) => (isJsonObject(place) ? text(place.name) : '?')).join(', ');
}

function momentOf(schedule: JsonObject): string {
  const { delivery_type: type, start_time: start, timezone: zone } = schedule;
  if (type === 'ASAP') return 'as soon as it is published';
  if (typeof start !== 'string') return 'not scheduled yet';
  if (type === 'SEND_IN_USER_TIMEZONE') return `${weekdayMinute(start)} in each user's time zone`;
  const moment = scheduledMinute(start, typeof zone === 'string' ? zone : undefined);
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
  return `${frequencyWords(details)}${on}${often}, from ${from}${end}`;
}

/** The days on which it repeats. Those that have no effect with its frequency, such as weekdays with DAILY, are no days. */
function daysOf(details: JsonObject): string[] {
  const isMonthly = details.sending_frequency === 'MONTHLY';
  if (!isMonthly && details.sending_frequency !== 'WEEKLY') return [];
  return [
    // Each of them in the month, which "monthly on Monday" would not say.
    ...listWords(details.repeat_on_days_of_week, isMonthly ? 'every ' : ''),
    ...(isMonthly ? listWords(details.repeat_on_date_of_month, 'day ') : []),
    ...(isMonthly ? weekWords(details.repeat_on_days_of_week_for_month) : []),
  ];
}

const PERIODS: Readonly<Record<string, string>> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' };

function frequencyWords({ sending_frequency: frequency, repeat_frequency: every }: JsonObject): string {
  const period = memberOf(PERIODS, text(frequency));
  return typeof every === 'number' && every > 1 && period
    ? `every ${every} ${period}`
    : text(frequency).toLowerCase();
}

/** `the first Monday`, for each entry. */
function weekWords(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap(({ repeat_on_days_of_week: days, week_granularity: week }: JsonObject) =>
    listWords(isList(days) ? days : [days], `the ${text(week).toLowerCase()} `),
  );
}

/** `SATURDAY, SUNDAY` as `Saturday, Sunday`. */
function listWords(list: unknown, before: string): string[] {
  if (!Array.isArray(list) || list.length === 0) return [];
  const names = list.map(text).join(', ');
  return [before + names.replace(/[A-Z]+/g, (name) => name.charAt(0) + name.slice(1).toLowerCase())];
}
