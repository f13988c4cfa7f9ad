import { valueAt, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { sameButForCase } from '../../model/nearest.ts';
import { bare, clip } from '../../model/show.ts';
import { renderInFlow } from '../yaml/render-value.ts';
import { inOtherUnit } from './number-words.ts';
import { otherName, otherNameHint, weekdaysIn } from './other-names.ts';
import type { Places } from './schema-place.ts';

// An unknown name that other programs have for something that a campaign file says with one known field, or with
// several.

/** What such a name stands for. */
export interface OtherField {
  readonly field: string;
  readonly hint: string;
  /** The names that are missing only because of it, if the hint says how to write them. */
  readonly standsFor?: readonly string[];
}

interface Place {
  readonly known: readonly string[];
  readonly body: JsonObject;
  readonly places: Places;
}

export function otherField(path: Path, place: Place): OtherField | undefined {
  const name = String(path.at(-1));
  const isTrigger = path.length === 2 && path[0] === 'trigger_condition';
  if (isTrigger && EVENTS.includes(name)) return asEvent(path, place);
  if (isTrigger && DELAYS.includes(name)) return asDelay(path, place);
  const converted = inOtherUnit(path, place);
  if (converted)
    return valueAt(place.body, [...path.slice(0, -1), converted.field]) === undefined
      ? converted
      : alreadyThere(converted.field);
  return sameMap(path, place) ?? (path[0] === 'scheduling_details' ? asRhythm(path, place) : undefined);
}

/** A known field of the same map. A value of a closed list is written along with its name, as is a number. */
function sameMap(path: Path, { known, body, places }: Place): OtherField | undefined {
  const field = otherName(path, known, body);
  if (field === undefined) return undefined;
  const home = [...path.slice(0, -1), field];
  if (valueAt(body, home) !== undefined) return alreadyThere(field);
  const seen = valueAt(body, path);
  const line = lineOf(field, seen, places.values(home));
  if (line !== undefined)
    return { field, hint: `write ${line}`, standsFor: [field, 'repeat_on_date_of_month'] };
  const hint = otherNameHint(field, seen);
  return field === 'custom_template_id'
    ? { field, hint, standsFor: [field, 'html_content', 'subject'] }
    : { field, hint };
}

function alreadyThere(field: string): OtherField {
  return { field, hint: `${field} is already there: remove one of the two` };
}

function lineOf(field: string, seen: JsonValue = null, values: readonly string[]): string | undefined {
  if (field === 'repeat_on_date_of_month') {
    const dates = [seen].flat().map(bare).join(',');
    return /^\d\d?(?:,\d\d?)*$/.test(dates) ? `${field}: [${dates.replaceAll(',', ', ')}]` : undefined;
  }
  const days = field === 'repeat_on_days_of_week' ? weekdaysIn(seen) : [];
  if (days.length > 0) return `${field}: [${days.join(', ')}]`;
  const value = values.find((one) => one === seen) ?? sameButForCase(bare(seen), values);
  return value === undefined ? undefined : `${field}: ${value}`;
}

// What triggers a campaign, and after how long.

const EVENTS = ['event', 'event_name', 'action', 'action_name', 'on'];
const DELAYS = ['delay', 'delay_time', 'send_after', 'wait', 'wait_time'];

function asEvent(path: Path, { body }: Place): OtherField {
  const field = 'included_filters';
  if (valueAt(body, ['trigger_condition', field]) !== undefined) return alreadyThere(field);
  const seen = valueAt(body, path);
  const event = typeof seen === 'string' ? clip(renderInFlow(seen)) : '…';
  const filter = `{ filter_type: actions, action_name: ${event}, executed: true }`;
  return {
    field,
    hint: `write ${field}: { filter_operator: and, filters: [${filter}] }`,
    standsFor: [field],
  };
}

function asDelay(path: Path, { body }: Place): OtherField {
  const trigger = valueAt(body, path.slice(0, -1));
  const [, value = '…', unit = ''] =
    /^(\d+) ?(m|h|d|minutes?|hours?|days?|)$/i.exec(bare(valueAt(body, path))) ?? [];
  const units = ['MINUTES', 'HOURS', 'DAYS'];
  const known = unit === '' ? undefined : units.find((one) => one.startsWith(unit.charAt(0).toUpperCase()));
  const parts = [
    ['trigger_delay_value', value],
    ['trigger_delay_granularity', known ?? '… (MINUTES, HOURS or DAYS)'],
    ['trigger_relation', 'AFTER'],
  ].filter(([name = '']) => valueAt(trigger, [name]) === undefined);
  const isDelay = valueAt(trigger, ['trigger_delay_type']) === 'DELAY';
  const lines = [...(isDelay ? [] : [['trigger_delay_type', 'DELAY']]), ...parts];
  const [field = 'trigger_delay_value'] = parts[0] ?? [];
  if (lines.length === 0) return alreadyThere(field);
  const hint = `write ${lines.map((line) => line.join(': ')).join(', ')}, each on a line of its own`;
  return { field, hint, standsFor: parts.map(([name = '']) => name) };
}

// How often a campaign is sent, one level too high, or in one text.

function asRhythm(path: Path, { body, places }: Place): OtherField | undefined {
  const field = 'periodic_details';
  const home = ['scheduling_details', field];
  const name = String(path.at(-1));
  const seen = valueAt(body, path);
  const isText = name === 'cron' || name === 'rrule';
  const inside =
    path.length > 2 ? undefined : otherName([...home, name], places.names(home), body, path.slice(0, -1));
  const line = isText
    ? 'sending_frequency (DAILY, WEEKLY or MONTHLY) and its days; the time of day is that of start_time'
    : lineOf(inside ?? '', seen, places.values([...home, inside ?? '']));
  if (line === undefined) return undefined;
  if (valueAt(body, home) !== undefined)
    return { field, hint: `write ${line}${path.length > 2 ? '' : `, below ${field}`}`, standsFor: [] };
  const repeats = body.campaign_delivery_type === 'PERIODIC';
  const type = repeats
    ? ''
    : 'to repeat it, write campaign_delivery_type: PERIODIC at the left margin; here, ';
  return {
    field,
    hint: `${type}write ${field}:, and below it, indented by 2 more spaces, ${line}`,
    standsFor: [field],
  };
}
