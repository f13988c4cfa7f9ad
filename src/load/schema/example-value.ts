import { isJsonObject, memberOf, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { operatorMissingHint } from './group-words.ts';
import type { Places } from './schema-place.ts';
import { weekdayOf } from './time-words.ts';

/** Texts of a certain form, by the end of their field's name. */
const FORMS: readonly (readonly [field: RegExp, example: string])[] = [
  [/timezone$/, 'Europe/Berlin'],
  [/time$/, '2031-05-04T09:00:00'],
  [/^latitude$/, '"52.52"'],
  [/^longitude$/, '"13.40"'],
  [/^radius$/, '"150"'],
];

/** An A/B test needs at least two variations. */
const OF_VARIATIONS: Readonly<Record<string, string>> = {
  no_of_variations: '2',
  manual_distribution_percentage: '{ variation_1: 50, variation_2: 50 }',
};

/** The pattern of whole numbers that are written as text. */
export const WHOLE_NUMBER = '^[0-9]+$';

/** A value of a place as it is written in a file; undefined if one like it says nothing, such as any text. */
export function exampleValue(places: Places, path: Path): string | undefined {
  const [entry] = places.values([...path, 0]);
  if (entry !== undefined) return `[${entry}]`;
  const ofVariations = memberOf(OF_VARIATIONS, String(path.at(-1)));
  if (ofVariations !== undefined) return ofVariations;
  const type = places.type(path);
  // What is safe to copy: with true, a push is sent at night, too.
  if (type === 'boolean') return path.at(-1) === 'bypass_dnd' ? 'false' : 'true';
  if (type === 'integer' || type === 'number') return '1';
  if (type === 'array' && places.type([...path, 0]) === 'integer') return '[1]';
  if (type !== 'string') return undefined;
  const field = String(path.at(-1));
  const known = FORMS.find(([name]) => name.test(field));
  if (known) return known[1];
  return places.pattern(path) === WHOLE_NUMBER ? '"1"' : undefined;
}

/** The weekday of the start, in a list of weekdays: another one would move the first send. */
export function exampleDays(path: Path, body: JsonValue): string | undefined {
  if (path.at(-1) !== 'repeat_on_days_of_week') return undefined;
  return `[${weekdayOf(valueAt(body, ['scheduling_details', 'start_time'])) ?? 'MONDAY'}]`;
}

const START = 'delivery_type: AT_FIXED_TIME, start_time: 2031-05-04T09:00:00, timezone: Europe/Berlin';
const EVENT = '{ filter_type: actions, action_name: Signed Up, executed: true }';
const USERS =
  '{ filter_type: user_attributes, data_type: string, name: your_attribute, operator: in, value: [your value] }';

function rhythmOn(days = '[SUNDAY]'): string {
  return `periodic_details: { sending_frequency: WEEKLY, repeat_frequency: 1, repeat_on_days_of_week: ${days} }`;
}

/** Maps inside a schedule that a delivery type needs. */
function insideSchedule(name: string, body: JsonValue): string | undefined {
  if (name === 'periodic_details') return rhythmOn(exampleDays(['repeat_on_days_of_week'], body));
  if (name === 'bts_details') return 'bts_details: { send_in_bts: true }';
  return name === 'user_timezone_details'
    ? 'user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: false }'
    : undefined;
}

/** A component, or a map inside it, as a line of a file to be pasted and adapted; undefined if one like it says nothing. */
export function exampleLine(path: Path, body: JsonValue): string | undefined {
  const [component, name, ...inside] = path;
  if (name !== undefined)
    return component === 'scheduling_details' && inside.length === 0
      ? insideSchedule(String(name), body)
      : undefined;
  const deliveryType = valueAt(body, ['campaign_delivery_type']);
  const group = (filter: string) => `included_filters: { filter_operator: and, filters: [${filter}] }`;
  const content = memberOf(
    {
      scheduling_details: `${START}${deliveryType === 'PERIODIC' ? `, ${rhythmOn()}` : ''}`,
      trigger_condition: `${group(EVENT)}, trigger_delay_type: ASAP`,
      segmentation_details: group(USERS),
      delivery_controls: 'bypass_dnd: false',
    },
    String(component),
  );
  return content === undefined ? undefined : `${String(component)}: { ${content} }`;
}

/** What to write in place of an empty map, if its fields are known. */
export function contentHint(path: Path, body: JsonValue): string | undefined {
  const seen = valueAt(body, path) ?? null;
  const isEmpty = seen === null || (isJsonObject(seen) && Object.keys(seen).length === 0);
  const line = isEmpty && path.length > 1 ? exampleLine(path, body) : undefined;
  return line === undefined ? undefined : `write ${line}`;
}

/** What to do about a missing name whose value has to be known, or is always the same; undefined for all others. */
export function missingHint(name: string, path: Path): string | undefined {
  // Open point V13: inside an action there is only one type.
  if (name === 'filter_type' && path.includes('attributes'))
    return 'add filter_type: user_attributes, or run campaigns fmt';
  if (name === 'filter_operator') return operatorMissingHint(String(path.at(-1)));
  if (name === 'bypass_dnd') return 'add bypass_dnd: false (true sends during quiet hours, too)';
  return name === 'id' && path.includes('filters')
    ? 'add id, the ID of the segment in the service'
    : undefined;
}
