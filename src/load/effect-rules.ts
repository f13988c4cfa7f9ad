import { instantOf } from '../model/local-time.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import { mistake, textsIn, type Rule } from './rule.ts';

// What the service takes and keeps, but a person hardly meant (open points V16 and V17): warnings.

const TRIGGERED = ['EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];
const CONTROLS = 'delivery_controls';
const PERIODIC: Path = ['scheduling_details', 'periodic_details'];

interface Idle {
  readonly path: Path;
  /** Delivery types that use the field. */
  readonly usedBy: readonly string[];
}

/** Fields that only some delivery types use. Specification, trigger_condition, scheduling_details, delivery_controls. */
const BY_DELIVERY_TYPE: readonly Idle[] = [
  { path: ['trigger_condition'], usedBy: TRIGGERED },
  { path: ['basic_details', 'business_event'], usedBy: ['BUSINESS_EVENT_TRIGGERED'] },
  { path: ['basic_details', 'geofences'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: PERIODIC, usedBy: ['PERIODIC'] },
  { path: ['scheduling_details', 'geo_fence_timelimit'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: [CONTROLS, 'campaign_throttle_rpm'], usedBy: ['ONE_TIME', 'PERIODIC', 'BUSINESS_EVENT_TRIGGERED'] },
  { path: [CONTROLS, 'max_time_to_show_message_of_same_camapign'], usedBy: ['DEVICE_TRIGGERED'] },
  { path: [CONTROLS, 'expiry_time_of_sync_data_in_hour'], usedBy: ['DEVICE_TRIGGERED'] },
  { path: [CONTROLS, 'send_message_in_offline_mode'], usedBy: ['DEVICE_TRIGGERED'] },
  { path: [CONTROLS, 'send_limit_value'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: [CONTROLS, 'send_limit_granularity_in_hours'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: [CONTROLS, 'ignore_global_minimum_delay'], usedBy: ['EVENT_TRIGGERED'] },
];

/** Fields of periodic_details that only some frequencies use. */
const BY_FREQUENCY: readonly Idle[] = [
  { path: [...PERIODIC, 'repeat_on_days_of_week'], usedBy: ['WEEKLY', 'MONTHLY'] },
  { path: [...PERIODIC, 'repeat_on_date_of_month'], usedBy: ['MONTHLY'] },
  { path: [...PERIODIC, 'repeat_on_days_of_week_for_month'], usedBy: ['MONTHLY'] },
];

/** The throttle's note on triggered campaigns is Push's; for e-mail the specification says nothing. */
const PUSH_ONLY = new Set(['campaign_throttle_rpm']);

export const fieldsHaveEffect: Rule = ({ body }) => [
  ...idle(body, BY_DELIVERY_TYPE, body.campaign_delivery_type),
  ...idle(body, BY_FREQUENCY, valueAt(body, [...PERIODIC, 'sending_frequency'])),
];

function idle(body: JsonObject, fields: readonly Idle[], kind: unknown) {
  if (typeof kind !== 'string') return [];
  return fields
    .filter(({ path, usedBy }) => valueAt(body, path) !== undefined && !usedBy.includes(kind))
    .filter(({ path }) => body.channel === 'PUSH' || !PUSH_ONLY.has(String(path.at(-1))))
    .map(({ path, usedBy }) => ({
      ...mistake(
        path,
        'W_NO_EFFECT',
        `${String(path.at(-1))} has no effect with ${kind}`,
        `remove it; it is for ${usedBy.join(', ')}`,
      ),
      on: 'key' as const,
    }));
}

export const localTimesExist: Rule = ({ body }) => {
  const schedule = body.scheduling_details;
  if (!isJsonObject(schedule)) return [];
  const { start_time: start, timezone: zone } = schedule;
  if (typeof start !== 'string' || typeof zone !== 'string') return [];
  const instant = instantOf(start, zone);
  if (Number.isNaN(instant) || clockIn(zone, instant) === start.slice(0, 16)) return [];
  return [
    mistake(
      ['scheduling_details', 'start_time'],
      'W_TIME_SKIPPED',
      `clocks in ${zone} never show ${start}`,
      'choose a time before or after the change of clocks',
    ),
  ];
};

function clockIn(zone: string, instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T');
}

/** Template expressions are the service's; that one is never closed can be seen from here. */
export const expressionsAreClosed: Rule = ({ body }) =>
  textsIn(body).flatMap(({ path, text }) => {
    const opened = text.split('{{').length;
    const closed = text.split('}}').length;
    if (opened === closed) return [];
    const what = opened > closed ? 'opened and not closed' : 'closed and not opened';
    return [mistake(path, 'W_EXPRESSION', `a template expression is ${what}`, 'write {{ … }}')];
  });
