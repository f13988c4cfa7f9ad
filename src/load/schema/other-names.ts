import { memberOf, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';

// Names that people write for a field with another name.

/** The tracking parameter whose name lacks its prefix, or is in capitals. */
export function parameterLike(path: Path, known: readonly string[]): string | undefined {
  if (path[0] !== 'utm_params') return undefined;
  const prefixed = `utm_${String(path.at(-1))
    .replace(/^utm[_-]?/i, '')
    .toLowerCase()}`;
  return nearest(prefixed, known, 1) ?? prefixed;
}

/** Fields, and the names that other programs have for them. */
const OTHER_NAMES: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['name', ['attribute', 'attribute_name', 'field', 'field_name', 'property']],
  ['action_name', ['event_name', 'event']],
  ['start_time', ['send_at', 'send_time', 'send_on', 'scheduled_at', 'schedule_time']],
  ['repeat_on_days_of_week', ['days', 'weekdays', 'days_of_week']],
  ['repeat_on_date_of_month', ['days', 'days_of_month']],
  ['subject', ['subject_line']],
];

/** The missing field that an unknown name in the same map stands for. */
export function otherName(path: Path, known: readonly string[], body: JsonValue): string | undefined {
  const parent = path.slice(0, -1);
  const fields = OTHER_NAMES.filter(([, names]) => names.includes(String(path.at(-1)))).map(
    ([field]) => field,
  );
  return fields.find(
    (field) =>
      known.includes(field) &&
      valueAt(body, [...parent, field]) === undefined &&
      (field !== 'repeat_on_days_of_week' || valueAt(body, [...parent, 'sending_frequency']) === 'WEEKLY'),
  );
}

const OTHER_TOP_NAMES: Readonly<Record<string, string>> = {
  audience: 'segmentation_details',
  targeting: 'segmentation_details',
  trigger: 'trigger_condition',
  triggers: 'trigger_condition',
};

/** The missing key of a file that an unknown name at the left margin stands for. */
export function otherTopName(name: string, body: JsonValue): string | undefined {
  const key = memberOf(OTHER_TOP_NAMES, name);
  return key !== undefined && valueAt(body, [key]) === undefined ? key : undefined;
}
