import { isList, memberOf, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import { likelyValue, nearest } from '../../model/nearest.ts';

// Names that people write for a field with another name.

/** The tracking parameter whose name lacks its prefix, or is in capitals. */
export function parameterLike(path: Path, known: readonly string[]): string | undefined {
  if (path[0] !== 'utm_params') return undefined;
  const prefixed = `utm_${String(path.at(-1))
    .replace(/^utm[_-]?/i, '')
    .toLowerCase()}`;
  return nearest(prefixed, known, 1) ?? prefixed;
}

/** Names for how often a campaign is sent, beginning with the known one. */
const RHYTHMS = ['sending_frequency', 'frequency', 'interval', 'repeat', 'recurrence', 'cadence'];
/** Names for both the days of a week and those of a month. */
const DAYS = ['days', 'day', 'repeat_on', 'on'];

/** Fields, and the names that other programs have for them. */
const OTHER_NAMES: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['name', ['attribute', 'attribute_name', 'field', 'field_name', 'property']],
  ['action_name', ['event_name', 'event']],
  ['start_time', ['send_at', 'send_time', 'send_on', 'scheduled_at', 'schedule_time']],
  ['repeat_on_days_of_week', [...DAYS, 'weekday', 'weekdays', 'day_of_week', 'days_of_week']],
  ['repeat_on_date_of_month', [...DAYS, 'date', 'dates', 'day_of_month', 'days_of_month']],
  ['subject', ['subject_line', 'title', 'headline']],
  ['preview_text', ['preheader', 'preheader_text', 'pre_header', 'preview', 'snippet']],
  ['sender_name', ['from_name', 'from_label', 'sender']],
  ['from_address', ['from', 'from_email', 'from_email_address', 'sender_address', 'sender_email']],
  ['reply_to_address', ['reply_to', 'reply_to_email', 'reply_email']],
  ['custom_template_id', ['template_id']],
  ['html_content', ['body', 'html', 'html_body', 'content', 'email_body', 'message', 'template']],
  ['cc_ids', ['cc']],
  ['bcc_ids', ['bcc', 'bcc_email']],
  ['message', ['body', 'alert', 'text', 'push_text', 'content', 'subtitle_text']],
  ['title', ['headline', 'heading', 'subject', 'push_title']],
  ['default_click_action_value', ['deep_link', 'deeplink', 'click_url', 'url', 'link', 'open_url', 'uri']],
  ['image_url', ['image', 'picture', 'rich_media', 'image_link', 'media_url', 'large_image']],
  ['name', ['title', 'campaign_name', 'label']],
  ['content_type', ['category', 'email_type']],
  ['subscription_category', ['message_type', 'subscription_group', 'topic', 'unsubscribe_group']],
  ['timezone', ['zeitzone', 'tz', 'zone', 'fuseau_horaire']],
  ['expiry_time', ['end_date', 'end_time', 'ends_at', 'stop_at', 'until', 'end']],
  ['repeat_frequency', ['repeat_every', 'every', 'interval', 'repeat_interval']],
  ['sending_frequency', RHYTHMS],
  ['variation_details', ['ab_test', 'a_b_test', 'variants', 'experiment']],
  ['campaign_throttle_rpm', ['throttle', 'rate_limit', 'send_rate', 'throttle_rpm', 'rpm']],
  ['negate', ['not', 'negated', 'is_not', 'inverse', 'invert', 'exclude']],
  ['filter_operator', ['operator', 'condition', 'match', 'logic', 'join']],
  [
    'primary_time_range',
    [
      'last_days',
      'last_n_days',
      'in_the_last',
      'within',
      'within_days',
      'days',
      'lookback',
      'lookback_days',
      'time_range',
      'period',
    ],
  ],
  ['goal_name', ['name', 'title', 'label']],
  ['goal_event_name', ['event', 'event_name', 'action_name']],
  ['is_primary_goal', ['primary', 'is_primary', 'primary_goal']],
  ['included_filters', ['filters', 'filter', 'include', 'included', 'includes']],
  ['trigger_delay_type', ['delay_type']],
  ['trigger_delay_value', ['delay_value', 'delay_amount']],
  ['trigger_delay_granularity', ['delay_unit', 'delay_units', 'delay_granularity', 'unit']],
];

/**
 * The field that an unknown name stands for: the first that is missing, or else one that is there. The other fields that
 * decide are beside it.
 */
export function otherName(
  path: Path,
  known: readonly string[],
  body: JsonValue,
  beside: Path = path.slice(0, -1),
): string | undefined {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const isOfWeek = isAboutWeekdays(valueAt(body, beside) ?? null, name);
  const fields = OTHER_NAMES.filter(([, names]) => names.includes(name))
    .map(([field]) => field)
    .filter(
      (field) =>
        known.includes(field) &&
        (field !== 'included_filters' || path[0] === 'trigger_condition') &&
        (field !== 'repeat_on_days_of_week' || isOfWeek) &&
        (field !== 'repeat_on_date_of_month' || !isOfWeek),
    );
  return fields.find((field) => valueAt(body, [...parent, field]) === undefined) ?? fields[0];
}

/** Whether a name for days is about those of a week: its value says so, or else how often the campaign is sent. */
function isAboutWeekdays(map: JsonValue, name: string): boolean {
  if (weekdaysIn(valueAt(map, [name])).length > 0 || name.includes('week')) return true;
  return !name.includes('month') && RHYTHMS.some((one) => /^week/i.test(bare(valueAt(map, [one]))));
}

/** The weekdays that a value names, as the service spells them; none if it has anything else. */
export function weekdaysIn(value: JsonValue = null): string[] {
  const words = isList(value) ? value : bare(value).split(/[\s,;]+/);
  const days = words.map((word) => likelyValue(bare(word), WEEKDAYS));
  return days.every((day) => day !== undefined) ? days : [];
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** What to write for such a name. Without its range of time, a filter counts everything that a user ever did. */
export function otherNameHint(field: string, seen: JsonValue | undefined): string {
  const days = typeof seen === 'number' ? seen : Number(/^(\d{1,4})(?: ?d| days)?$/.exec(bare(seen))?.[1]);
  if (field === 'primary_time_range' && days > 0)
    return `write primary_time_range: { type: inTheLast, value: ${days} }; without it, any time counts`;
  return typeof seen === 'number' ? `write ${field}: ${seen}` : `write ${field}`;
}

const OTHER_TOP_NAMES: Readonly<Record<string, string>> = {
  type: 'channel',
  audience: 'segmentation_details',
  targeting: 'segmentation_details',
  segment: 'segmentation_details',
  segments: 'segmentation_details',
  schedule: 'scheduling_details',
  scheduling: 'scheduling_details',
  delivery: 'delivery_controls',
  controls: 'delivery_controls',
  utm: 'utm_params',
  tracking: 'utm_params',
  goals: 'conversion_goal_details',
  control_group: 'control_group_details',
  trigger: 'trigger_condition',
  triggers: 'trigger_condition',
};

/** The missing key of a file that an unknown name at the left margin stands for. */
export function otherTopName(name: string, body: JsonValue): string | undefined {
  const key = memberOf(OTHER_TOP_NAMES, name);
  return key !== undefined && valueAt(body, [key]) === undefined ? key : undefined;
}
