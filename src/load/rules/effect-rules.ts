import type { Channel } from '../../model/campaign.ts';
import { isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { mapsIn } from './placed.ts';

// Values that the service accepts and stores, but that have no effect, so the author hardly meant them (open point V16):
// warnings, in every campaign.

const TRIGGERED = ['EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];
const REPEATED = [...TRIGGERED, 'BUSINESS_EVENT_TRIGGERED', 'PERIODIC'];

/** A field, and the values of the field at `by` with which it has an effect. */
interface Idle {
  readonly path: Path;
  readonly by: Path;
  readonly usedBy: readonly string[];
  /** The only channel for which the specification says so; if omitted, all channels. */
  readonly channel?: Channel;
}

const at = (path: string): Path => path.split('.');

function idle(names: string, by: string, ...usedBy: readonly string[]): Idle[] {
  return names.split(' ').map((name) => ({ path: at(name), by: at(by), usedBy }));
}

/** Fields of a component that only campaigns of some delivery types use. */
function ofType(names: string, ...usedBy: readonly string[]): Idle[] {
  return idle(names, 'campaign_delivery_type', ...usedBy);
}

function ofPush(component: string, names: string, ...usedBy: readonly string[]): Idle[] {
  const paths = names.split(' ').map((name) => `${component}.${name}`);
  return ofType(paths.join(' '), ...usedBy).map((one) => ({ ...one, channel: 'PUSH' }));
}

const RHYTHM = 'scheduling_details.periodic_details';
const FREQUENCY = `${RHYTHM}.sending_frequency`;
const SCHEDULING = 'scheduling_details.delivery_type';
const FENCE = 'scheduling_details.geo_fence_timelimit';
const DELAY = 'trigger_condition.trigger_delay_type';
const VARIATIONS = 'campaign_content.variation_details';
const PLACE = 'basic_details.geofences';

/** Specification, the notes of trigger_condition, scheduling_details, delivery_controls and both basic_details. */
const IDLE: readonly Idle[] = [
  ...ofType('trigger_condition', ...TRIGGERED),
  ...ofType('basic_details.business_event', 'BUSINESS_EVENT_TRIGGERED'),
  ...ofType(`${PLACE} ${FENCE}`, 'LOCATION_TRIGGERED'),
  ...ofType('basic_details.send_to_triggered_platform_only', 'EVENT_TRIGGERED'),
  ...ofType(RHYTHM, 'PERIODIC'),
  ...ofType('scheduling_details.expiry_time', ...REPEATED),
  // Open point V23: for a campaign that is sent once, the flag adds nothing to the limit.
  ...ofType('campaign_audience_limit.metric campaign_audience_limit.frequency', ...REPEATED),
  ...ofPush('basic_details', 'broadcast_live_activity_id'),
  ...ofPush('delivery_controls', 'campaign_throttle_rpm', 'ONE_TIME', 'PERIODIC', 'BUSINESS_EVENT_TRIGGERED'),
  ...ofPush(
    'delivery_controls',
    'minimum_delay_between_two_notification_in_hour',
    ...['EVENT_TRIGGERED', 'DEVICE_TRIGGERED'],
  ),
  ...ofPush(
    'delivery_controls',
    'max_time_to_show_message_of_same_camapign expiry_time_of_sync_data_in_hour send_message_in_offline_mode',
    'DEVICE_TRIGGERED',
  ),
  ...ofPush('delivery_controls', 'send_limit_value send_limit_granularity_in_hours', 'LOCATION_TRIGGERED'),
  ...ofPush('delivery_controls', 'ignore_global_minimum_delay', 'EVENT_TRIGGERED'),
  ...idle(`${RHYTHM}.repeat_on_days_of_week`, FREQUENCY, 'WEEKLY', 'MONTHLY'),
  ...idle(
    `${RHYTHM}.repeat_on_date_of_month ${RHYTHM}.repeat_on_days_of_week_for_month`,
    FREQUENCY,
    'MONTHLY',
  ),
  ...idle('scheduling_details.bts_details', SCHEDULING, 'SEND_IN_BTS'),
  ...idle('scheduling_details.user_timezone_details', SCHEDULING, 'SEND_IN_USER_TIMEZONE'),
  ...idle(`${FENCE}.timebounds`, `${FENCE}.notification_schedule`, 'LIMITED_TIME'),
  ...idle(
    'trigger_condition.trigger_delay_value trigger_condition.trigger_delay_granularity',
    DELAY,
    'DELAY',
  ),
  ...idle('trigger_condition.trigger_relation', DELAY, 'DELAY', 'INTELLIGENT_DELAY'),
  ...idle('trigger_condition.intelligent_delay_optimization', DELAY, 'INTELLIGENT_DELAY'),
  ...idle(`${VARIATIONS}.manual_distribution_percentage`, `${VARIATIONS}.distribution_type`, 'MANUAL'),
  ...idle(
    `${VARIATIONS}.sherpa_campaign_duration ${VARIATIONS}.sherpa_distribution_metric`,
    `${VARIATIONS}.distribution_type`,
    'SHERPA',
  ),
  // Specification, Geofences: how long a user must stay counts only if staying triggers the message.
  ...idle(`${PLACE}.dwell_time_value ${PLACE}.dwell_time_granularity`, `${PLACE}.triggered_at`, 'dwell'),
  ...idle('basic_details.subscription_category', 'basic_details.content_type', 'PROMOTIONAL'),
];

export const fieldsHaveEffect: Rule = {
  code: 'NO_EFFECT',
  check: ({ body, sound }) => {
    const found = IDLE.flatMap(({ path, by, usedBy, channel = body.channel }) => {
      const kind = valueAt(body, by);
      if (typeof kind !== 'string' || usedBy.includes(kind) || !sound(by)) return [];
      if (valueAt(body, path) === undefined || channel !== body.channel || isDeviceDelay(body, path))
        return [];
      return [{ path, on: 'key' as const, params: { field: String(path.at(-1)), because: `with ${kind}` } }];
    });
    // A part of something that has no effect is not reported again.
    const isPart = (path: Path) => found.some((one) => one.path !== path && startsWith(path, one.path));
    return found.filter(({ path }) => !isPart(path));
  },
};

function startsWith(path: Path, above: Path): boolean {
  return above.every((step, index) => path[index] === step);
}

/** Open point V2: a campaign with such a delay can't be published, which the rules for publishing report. */
function isDeviceDelay({ campaign_delivery_type: type }: JsonObject, path: Path): boolean {
  return type === 'DEVICE_TRIGGERED' && /^trigger_delay_(?:value|granularity)$/.test(String(path.at(-1)));
}

const CONTROLS = 'delivery_controls';
const GOALS = 'conversion_goal_details';

export const settingsCount: Rule = {
  code: 'NO_EFFECT',
  check: (checked) => [
    ...emptyQueue(checked),
    ...zeros(checked),
    ...secondPrimaryGoal(checked),
    ...secondValues(checked),
  ],
};

/** Specification, Push delivery_controls: with all restrictions bypassed, no message is ever queued. */
function emptyQueue({ body }: Checked): Found<'NO_EFFECT'>[] {
  const flags = ['queuing_enabled', 'ignore_frequency_capping', 'ignore_global_minimum_delay'];
  if (!flags.every((name) => valueAt(body, [CONTROLS, name]) === true)) return [];
  const because = 'where frequency capping and the minimum delay are both ignored';
  return [{ path: [CONTROLS, 'queuing_enabled'], params: { field: 'queuing_enabled', because } }];
}

/** No specification says whether a pace of 0 stops the campaign or removes the limit. */
const ZEROS: readonly (readonly [component: string, field: string, because: string])[] = [
  [CONTROLS, 'campaign_throttle_rpm', 'at 0, or stops the campaign: the service does not say which'],
  [GOALS, 'attribution_window_in_hours', 'at 0 hours, because no conversion counts'],
];

function zeros({ body }: Checked): Found<'NO_EFFECT'>[] {
  return ZEROS.flatMap(([component, field, because]) => {
    const seen = valueAt(body, [component, field]);
    if (typeof seen !== 'number' || seen > 0) return [];
    return [{ path: [component, field], only: 'edit' as const, params: { field, because } }];
  });
}

function secondPrimaryGoal({ body }: Checked): Found<'NO_EFFECT'>[] {
  const goals = valueAt(body, [GOALS, 'goals']);
  const field = 'is_primary_goal';
  const primary = (isList(goals) ? goals : []).flatMap((goal, index) =>
    valueAt(goal, [field]) === true ? [[GOALS, 'goals', index, field]] : [],
  );
  return primary.slice(1, 2).map((path) => ({
    ...{ path, only: 'edit' as const, judged: [[GOALS, 'goals']] },
    params: { field, because: 'beside another primary goal' },
  }));
}

/** Open points V5 and V13: a second value is the upper bound of `between`, in filters and in goals. */
function secondValues({ body }: Checked): Found<'NO_EFFECT'>[] {
  return ['trigger_condition', 'segmentation_details', GOALS]
    .flatMap((name) => mapsIn(body[name], [name]))
    .flatMap(({ map, path }) => {
      const how = map.operator ?? map.condition;
      if (map.value1 === undefined || typeof how !== 'string' || how === 'between') return [];
      const params = { field: 'value1', because: `with ${bare(how)}` };
      return [{ path: [...path, 'value1'], on: 'key' as const, params }];
    });
}
