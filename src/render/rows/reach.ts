import {
  hasWords,
  isLocalTime,
  plainFieldName,
  settingWords,
  componentName,
} from '../../messages/field-names.ts';
import {
  COMPONENTS,
  SENDING_STATUSES,
  type ComponentName,
  type DeliveryType,
  type Desired,
} from '../../model/campaign.ts';
import { leaves } from '../../model/component-leaves.ts';
import { CHANNEL_RULES } from '../../model/channel.ts';
import {
  isJsonObject,
  isList,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  memberOf,
} from '../../model/json.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { written } from '../../model/read-view.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { exceptThose, hasFilters, related, eventWords, quoted, text } from './filters.ts';
import { valueWords } from './differences.ts';
import { counted, scheduledMinute, weekdayMinute } from '../../model/show.ts';

/** What is known of a campaign whose change is shown, and whether users get it from then on. */
interface Reaching extends Pick<PlannedCampaign, 'live' | 'verdict'> {
  readonly desired: Desired;
  readonly isStarted: boolean;
}

/**
 * What a reviewer should never miss, a line each: whom a campaign reaches and when, with what a new or started one begins,
 * and every setting of a new one. Of an edit, only what it can change, or what it touches while the campaign sends.
 */
export function factsOf(
  { desired, live, verdict, isStarted }: Reaching,
  edited: readonly ComponentName[],
): string[] {
  const { deliveryType } = desired;
  const isNew = verdict === 'create';
  const isSending = live !== undefined && SENDING_STATUSES.includes(live.status);
  // A live schedule is shown as a file would write it.
  const { scheduling_details: schedule, ...others } = live?.components ?? {};
  const own = schedule ? { ...others, scheduling_details: written(schedule) } : others;
  const whole = { ...desired, components: { ...own, ...desired.components } };
  const { components } = whole;
  const isTouched = (name: ComponentName) =>
    isNew || isStarted || edited.includes(name) || (isSending && components[name] !== undefined);
  // Offline, live is the record, which may lack a component that no file ever had.
  const known = (name: ComponentName, words: () => string) =>
    isNew || components[name]
      ? words()
      : `unknown: the file leaves out ${name}, and its live value isn't known`;
  const audience = components.segmentation_details;
  const isReached = isTouched('segmentation_details') || audience?.is_all_user_campaign === true;
  const isTimed = !isNew && (isTouched(TIMED_BY[deliveryType]) || edited.includes('scheduling_details'));
  return [
    ...(isReached
      ? [`to: ${known('segmentation_details', () => recipientsOf(audience, deliveryType))}`]
      : []),
    ...(isTimed ? [`when: ${known(TIMED_BY[deliveryType], () => timingOf(whole))}`] : []),
    ...(isNew || isStarted ? [known('campaign_content', () => titleOf(whole))] : []),
    ...(isNew ? COMPONENTS : edited).flatMap((name) =>
      settingLine(name, desired.components[name], isNew ? undefined : (live?.components[name] ?? {})),
    ),
  ].map(visibleLine);
}

/** The component that says when a campaign of a type sends. */
const TIMED_BY: Readonly<Record<DeliveryType, ComponentName>> = {
  ONE_TIME: 'scheduling_details',
  PERIODIC: 'scheduling_details',
  EVENT_TRIGGERED: 'trigger_condition',
  DEVICE_TRIGGERED: 'trigger_condition',
  LOCATION_TRIGGERED: 'basic_details',
  BUSINESS_EVENT_TRIGGERED: 'basic_details',
};

/** Only a campaign that is sent to an audience waits for one. A triggered one without it reaches everybody who triggers it. */
function recipientsOf(segmentation: JsonObject | undefined, type: DeliveryType): string {
  const isSent = type === 'ONE_TIME' || type === 'PERIODIC';
  if (!segmentation)
    return `${isSent ? 'no users yet' : 'everybody who triggers it'}: segmentation_details is missing`;
  const isAll = isSent || type === 'BUSINESS_EVENT_TRIGGERED';
  return audienceWords(segmentation, isAll ? 'all users' : 'all users who trigger it');
}

/** The fields that say together whom a campaign reaches. */
export const AUDIENCE_FIELDS: readonly string[] = [
  ...['included_filters', 'excluded_filters', 'is_all_user_campaign', 'send_campaign_to_opt_out_users'],
];

/** Whom a campaign reaches, a line for each filter: `all users`, `users in "VIP" except those in "Staff"`. */
export function audienceWords(segmentation: JsonObject, all = 'all users'): string {
  const { included_filters: those, excluded_filters: others, is_all_user_campaign: isAll } = segmentation;
  const except = hasFilters(others) ? ` ${exceptThose(others)}` : '';
  const optedOut = segmentation.send_campaign_to_opt_out_users === true ? ', and users who opted out' : '';
  if (isAll === true)
    return `${all}${hasFilters(those) ? ` (its filters have no effect: ${related(those)})` : ''}${except}${optedOut}`;
  if (hasFilters(those)) return `users ${related(those)}${except}${optedOut}`;
  return except === ''
    ? "no users: it has no filters and isn't for all users"
    : `unknown users (included_filters is missing)${except}${optedOut}`;
}

/** Characters of a title that are shown. */
const TITLE_CHARS = 120;

/** What recipients see first: `subject line: Welcome`. Never empty, since missing content matters, too. */
function titleOf({ channel, components }: Desired): string {
  if (!components.campaign_content) return 'no content yet';
  const { headline: field } = CHANNEL_RULES[channel];
  const name = plainFieldName(field);
  const [first, ...others] = new Set(textsIn(components.campaign_content, field));
  if (first === undefined) return `no ${name} yet`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${name}: ${clipTo(valueWords(first), TITLE_CHARS)}${more}`;
}

/** The texts of that name, at any depth: platforms, languages and variations keep them in different places. */
function textsIn(value: JsonValue | undefined, field: string): string[] {
  if (isList(value)) return value.flatMap((one) => textsIn(one, field));
  if (!isJsonObject(value)) return [];
  const own = value[field];
  const found = typeof own === 'string' && own !== '' ? [own] : [];
  return [...found, ...Object.values(value).flatMap((one) => textsIn(one, field))];
}

/** What is said with whom a campaign reaches and when, is shown in full elsewhere, or only labels or measures it. */
const SAID: Readonly<Partial<Record<ComponentName, 'all' | readonly string[]>>> = {
  campaign_content: 'all',
  conversion_goal_details: 'all',
  basic_details: ['name', 'tags', 'team', 'business_event', 'geofences'],
  segmentation_details: ['included_filters', 'excluded_filters', 'is_all_user_campaign'],
  trigger_condition: [
    ...['included_filters', 'secondary_included_filters', 'trigger_delay_type', 'trigger_delay_value'],
    ...['trigger_delay_granularity', 'trigger_relation', 'trigger_attr'],
  ],
  scheduling_details: ['delivery_type', 'start_time', 'timezone', 'periodic_details'],
};

/**
 * The settings of a component in words: `delivery controls: ignores quiet hours (bypass_dnd)`. Of an edited campaign, those
 * that differ from `before` and that the schema has words for.
 */
function settingLine(name: ComponentName, settings: JsonObject = {}, before?: JsonObject): string[] {
  const said = SAID[name] ?? [];
  const words = leaves(settings).flatMap(({ path, value }) => {
    const field = String(path.at(-1) ?? '');
    if (said === 'all' || said.includes(String(path[0]))) return [];
    if (before && (sameJson(valueAt(before, path), value) || !hasWords(field))) return [];
    return settingWords(field, value, shown(field, value, settings)) || [];
  });
  return words.length === 0 ? [] : [`${componentName(name)}: ${words.join(' · ')}`];
}

/** A local time in the zone of its schedule; any other value in words. */
function shown(field: string, value: JsonValue, { timezone: zone }: JsonObject): string {
  if (isList(value) && value.length === 0) return 'none';
  if (!isLocalTime(field) || typeof value !== 'string') return valueWords(value);
  return scheduledMinute(value, typeof zone === 'string' ? zone : undefined);
}

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
  return `${frequencyWords(details)}${on}${often}, from ${from}${end}`;
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
