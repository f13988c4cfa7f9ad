import type { Channel } from '../../model/campaign.ts';
import {
  isJsonObject,
  isList,
  memberOf,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { missingName, onKey, onValue, type Problem } from '../problem.ts';
import type { Rule } from './rule.ts';
import { bare, counted } from '../../model/show.ts';

// Values that the service accepts and stores, but that have no effect, so the author hardly meant them (open point
// V16): warnings.

const TRIGGERED = ['EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];
const CONTROLS = 'delivery_controls';
const SCHEDULE = 'scheduling_details';
const TRIGGER = 'trigger_condition';
const PERIODIC: Path = [SCHEDULE, 'periodic_details'];
const VARIATIONS: Path = ['campaign_content', 'variation_details'];

/** A field, and the values of the field at `by` with which it has an effect. */
interface Idle {
  readonly path: Path;
  readonly usedBy: readonly string[];
  /** The delivery type that the campaign has if the field is omitted. */
  readonly by?: Path;
  /** The only channel for which the specification says so; if omitted, all channels. */
  readonly channel?: Channel;
}

const controls = (name: string, usedBy: readonly string[]): Idle => ({
  path: [CONTROLS, name],
  usedBy,
  channel: 'PUSH',
});

/** Specification, the notes of trigger_condition, scheduling_details, delivery_controls and both basic_details. */
const IDLE: readonly Idle[] = [
  { path: [TRIGGER], usedBy: TRIGGERED },
  { path: ['basic_details', 'business_event'], usedBy: ['BUSINESS_EVENT_TRIGGERED'] },
  { path: ['basic_details', 'geofences'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: ['basic_details', 'send_to_triggered_platform_only'], usedBy: ['EVENT_TRIGGERED'] },
  { path: PERIODIC, usedBy: ['PERIODIC'] },
  { path: [SCHEDULE, 'geo_fence_timelimit'], usedBy: ['LOCATION_TRIGGERED'] },
  { path: [SCHEDULE, 'expiry_time'], usedBy: [...TRIGGERED, 'BUSINESS_EVENT_TRIGGERED', 'PERIODIC'] },
  controls('campaign_throttle_rpm', ['ONE_TIME', 'PERIODIC', 'BUSINESS_EVENT_TRIGGERED']),
  controls('minimum_delay_between_two_notification_in_hour', ['EVENT_TRIGGERED', 'DEVICE_TRIGGERED']),
  controls('max_time_to_show_message_of_same_camapign', ['DEVICE_TRIGGERED']),
  controls('expiry_time_of_sync_data_in_hour', ['DEVICE_TRIGGERED']),
  controls('send_message_in_offline_mode', ['DEVICE_TRIGGERED']),
  controls('send_limit_value', ['LOCATION_TRIGGERED']),
  controls('send_limit_granularity_in_hours', ['LOCATION_TRIGGERED']),
  controls('ignore_global_minimum_delay', ['EVENT_TRIGGERED']),
  {
    path: [...PERIODIC, 'repeat_on_days_of_week'],
    by: [...PERIODIC, 'sending_frequency'],
    usedBy: ['WEEKLY', 'MONTHLY'],
  },
  {
    path: [...PERIODIC, 'repeat_on_date_of_month'],
    by: [...PERIODIC, 'sending_frequency'],
    usedBy: ['MONTHLY'],
  },
  {
    path: [...PERIODIC, 'repeat_on_days_of_week_for_month'],
    by: [...PERIODIC, 'sending_frequency'],
    usedBy: ['MONTHLY'],
  },
  { path: [SCHEDULE, 'bts_details'], by: [SCHEDULE, 'delivery_type'], usedBy: ['SEND_IN_BTS'] },
  {
    path: [SCHEDULE, 'user_timezone_details'],
    by: [SCHEDULE, 'delivery_type'],
    usedBy: ['SEND_IN_USER_TIMEZONE'],
  },
  {
    path: [SCHEDULE, 'geo_fence_timelimit', 'timebounds'],
    by: [SCHEDULE, 'geo_fence_timelimit', 'notification_schedule'],
    usedBy: ['LIMITED_TIME'],
  },
  { path: [TRIGGER, 'trigger_delay_value'], by: [TRIGGER, 'trigger_delay_type'], usedBy: ['DELAY'] },
  { path: [TRIGGER, 'trigger_delay_granularity'], by: [TRIGGER, 'trigger_delay_type'], usedBy: ['DELAY'] },
  {
    path: [TRIGGER, 'trigger_relation'],
    by: [TRIGGER, 'trigger_delay_type'],
    usedBy: ['DELAY', 'INTELLIGENT_DELAY'],
  },
  {
    path: [TRIGGER, 'intelligent_delay_optimization'],
    by: [TRIGGER, 'trigger_delay_type'],
    usedBy: ['INTELLIGENT_DELAY'],
  },
  {
    path: [...VARIATIONS, 'manual_distribution_percentage'],
    by: [...VARIATIONS, 'distribution_type'],
    usedBy: ['MANUAL'],
  },
  {
    path: [...VARIATIONS, 'sherpa_campaign_duration'],
    by: [...VARIATIONS, 'distribution_type'],
    usedBy: ['SHERPA'],
  },
  {
    path: [...VARIATIONS, 'sherpa_distribution_metric'],
    by: [...VARIATIONS, 'distribution_type'],
    usedBy: ['SHERPA'],
  },
  // Specification, Geofences: how long a user must stay counts only if staying triggers the message.
  ...['dwell_time_value', 'dwell_time_granularity'].map((name) => ({
    path: ['basic_details', 'geofences', name],
    by: ['basic_details', 'geofences', 'triggered_at'],
    usedBy: ['dwell'],
  })),
  {
    path: ['basic_details', 'subscription_category'],
    by: ['basic_details', 'content_type'],
    usedBy: ['PROMOTIONAL'],
  },
];

export const fieldsHaveEffect: Rule = ({ body, isSound }) => {
  const idle = IDLE.flatMap(({ path, usedBy, by = ['campaign_delivery_type'], channel = body.channel }) => {
    const kind = valueAt(body, by);
    if (typeof kind !== 'string' || usedBy.includes(kind) || !isSound(by)) return [];
    if (valueAt(body, path) === undefined || isDeviceDelay(body, path)) return [];
    return channel !== body.channel ? [] : [noEffect(path, kind, usedBy)];
  });
  // A part of something that has no effect is not reported again.
  const names = idle.map(({ path }) => path.join('.'));
  return withOneDelay(
    idle.filter(({ path }) => !names.some((one) => path.join('.').startsWith(`${one}.`))),
    body[TRIGGER],
  );
};

const DELAY_FIELDS = ['trigger_delay_value', 'trigger_delay_granularity', 'trigger_relation'];

/** The fields of a delay beside ASAP are one mistake, and it may be the ASAP. */
function withOneDelay(idle: readonly Problem[], trigger: JsonValue | undefined): Problem[] {
  const ofDelay = idle.filter(({ path }) => path[0] === TRIGGER && DELAY_FIELDS.includes(String(path[1])));
  const [first, ...others] = ofDelay;
  if (!first || others.length === 0 || valueAt(trigger, ['trigger_delay_type']) !== 'ASAP') return [...idle];
  const [value, unit] = DELAY_FIELDS.map((name) => valueAt(trigger, [name]));
  const isWhole = typeof value === 'number' && typeof unit === 'string';
  const length = isWhole ? ` of ${counted(value, unit.toLowerCase().replace(/s$/, ''))}` : '';
  const message = 'trigger_delay_type: ASAP sends at once, so the delay has no effect';
  const hint = `to keep the delay${length}, write trigger_delay_type: DELAY; to send at once, remove ${ofDelay.map(({ path }) => String(path[1])).join(', ')}`;
  const one = { ...first, message, hint };
  return idle.flatMap((problem) => (problem === first ? [one] : others.includes(problem) ? [] : [problem]));
}

/** Open point V2: a campaign with such a delay can't be published, which the rules for publishing report. */
function isDeviceDelay({ campaign_delivery_type: type }: JsonObject, path: Path): boolean {
  const field = String(path.at(-1));
  return type === 'DEVICE_TRIGGERED' && /^trigger_delay_(?:value|granularity)$/.test(field);
}

function noEffect(path: Path, kind: string, usedBy: readonly string[]): Problem {
  return onKey(
    path,
    'W_NO_EFFECT',
    `${String(path.at(-1))} has no effect with ${kind}`,
    `remove it; it is for ${usedBy.join(', ')}`,
  );
}

/**
 * Specification, scheduling_details; open points V15 and V16: a campaign that is sent at once has no start time. An error
 * where the file publishes the campaign, because what was sent too early can't be taken back.
 */
export const startHasEffect: Rule = ({ body, status, isPublished }) => {
  const path: Path = [SCHEDULE, 'start_time'];
  if (body.campaign_delivery_type !== 'ONE_TIME' || valueAt(body, path) === undefined) return [];
  if (valueAt(body, [SCHEDULE, 'delivery_type']) !== 'ASAP') return [];
  const message = 'delivery_type: ASAP sends the campaign at once, not at this start_time';
  const hint =
    'to send it at this time, write delivery_type: AT_FIXED_TIME; to send it at once, remove start_time';
  const isWanted = status === 'ACTIVE' && !isPublished;
  return [onKey(path, isWanted ? 'E_SCHEDULE' : 'W_NO_EFFECT', message, hint)];
};

/** Specification, Push basic_details: nothing that a file can create uses it. */
export const liveActivityIsNotUsed: Rule = ({ body }) => {
  const path: Path = ['basic_details', 'broadcast_live_activity_id'];
  if (body.channel !== 'PUSH' || valueAt(body, path) === undefined) return [];
  return [onKey(path, 'W_NO_EFFECT', 'broadcast_live_activity_id has no effect in drafts', 'remove it')];
};

/**
 * Specification, Push delivery_controls, queuing_enabled: with all restrictions bypassed, no message is ever queued.
 */
export const queueHoldsSomething: Rule = ({ body }) => {
  const given = body[CONTROLS];
  if (!isJsonObject(given) || given.queuing_enabled !== true) return [];
  if (given.ignore_frequency_capping !== true || given.ignore_global_minimum_delay !== true) return [];
  return [
    onValue(
      [CONTROLS, 'queuing_enabled'],
      'W_NO_EFFECT',
      'the service switches queuing off when frequency capping and the minimum delay are both ignored',
      'set queuing_enabled: false, or respect one of the two',
    ),
  ];
};

/** No specification says whether 0 stops the campaign or removes the limit. */
export const throttleLetsThrough: Rule = ({ body, keepsLive }) => {
  const path: Path = [CONTROLS, 'campaign_throttle_rpm'];
  const given = valueAt(body, path);
  if (typeof given !== 'number' || given > 0 || keepsLive({ place: path, body })) return [];
  const message = `campaign_throttle_rpm is ${given}, so it is unclear whether anything is sent`;
  const hint = 'write the most messages per minute, such as 6000; for no limit, remove it';
  return [onValue(path, 'W_NO_EFFECT', message, hint)];
};

/** Open point V23: for a campaign that is sent once, the flag adds nothing to the limit. */
export const oneTimeLimitIsShort: Rule = ({ body }) => {
  if (body.campaign_delivery_type !== 'ONE_TIME') return [];
  return ['metric', 'frequency']
    .map((name): Path => ['campaign_audience_limit', name])
    .filter((path) => valueAt(body, path) !== undefined)
    .map((path) => {
      const message = `${String(path.at(-1))} has no effect with ONE_TIME`;
      return onKey(path, 'W_NO_EFFECT', message, 'remove it; the limit alone is enough');
    });
};

/** Open points V5 and V13: a second value is the upper bound of `between`, in filters and in goals. */
export const secondValueHasEffect: Rule = ({ body }) =>
  ['trigger_condition', 'segmentation_details', 'conversion_goal_details'].flatMap((component) =>
    comparisonsIn(body[component] ?? null, [component])
      .filter(({ how }) => how !== 'between')
      .map(({ path, how }) => noEffect([...path, 'value1'], how, ['between'])),
  );

/** Comparisons with a second value, at any depth. */
function comparisonsIn(value: JsonValue, path: Path): { readonly path: Path; readonly how: string }[] {
  if (isList(value)) return value.flatMap((item, index) => comparisonsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const how = value.operator ?? value.condition;
  const own = value.value1 !== undefined && typeof how === 'string' ? [{ path, how: bare(how) }] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, member]) => comparisonsIn(member, [...path, name])),
  ];
}

/**
 * Specification, trigger_condition: only the type of a delay makes the campaign wait. An error in a new campaign, because
 * the message would be sent at once.
 */
export const delayHasType: Rule = ({ body }) => {
  const trigger = body[TRIGGER];
  const type = bare(body.campaign_delivery_type);
  if (!isJsonObject(trigger) || trigger.trigger_delay_type !== undefined) return [];
  if (!TRIGGERED.includes(type) || isDeviceDelay(body, [TRIGGER, 'trigger_delay_value'])) return [];
  const isChosen = isJsonObject(trigger.intelligent_delay_optimization);
  if (!isChosen && !(Number(trigger.trigger_delay_value ?? 0) > 0)) return [];
  return [missingName([TRIGGER], 'trigger_delay_type', ', so the message would not be delayed')];
};

const HOURS: Readonly<Record<string, number>> = { MINUTES: 1 / 60, HOURS: 1, DAYS: 24 };

/** Specification, trigger_condition: the service chooses a delay between two bounds. */
export const delayBoundsAreInOrder: Rule = ({ body }) => {
  const path: Path = [TRIGGER, 'intelligent_delay_optimization'];
  const bounds = valueAt(body, path);
  if (!isJsonObject(bounds)) return [];
  const hours = (name: string) => {
    const value = bounds[`${name}_delay_value`];
    const unit = memberOf(HOURS, bare(bounds[`${name}_delay_granularity`]));
    return typeof value === 'number' && unit !== undefined ? value * unit : NaN;
  };
  if (!(hours('min') > hours('max'))) return [];
  return [
    onValue(
      [...path, 'max_delay_value'],
      'E_RANGE',
      'max_delay is less than min_delay',
      'make max_delay at least min_delay',
    ),
  ];
};
