import type { ComponentName, Components } from './campaign.ts';
import {
  byCodeUnit,
  isJsonObject,
  isList,
  sameJson,
  stableText,
  type JsonObject,
  type JsonValue,
  type Path,
} from './json.ts';

/** Lists whose order and repetitions mean nothing to the service: compared as sets. */
const SETS = new Set(['tags', 'platforms', 'locales', 'repeat_on_date_of_month', 'repeat_on_days_of_week']);

/** Fields that hold a date-time, compared as instants or local times and not as text. */
const DATE_TIMES = new Set(['start_time', 'expiry_time', 'end_time', 'specific_time', 'schedule_time']);

/** Enumerations of which the interface shows two spellings (open point V4; content fields, carousel). */
const LOOSE_ENUMS = new Set(['interruption_level', 'slider_transition']);

/**
 * The one spelling of a component that is used for comparing; never for sending.
 * Two components with equal canonical forms mean the same to the service.
 */
export function canonical(name: ComponentName, value: JsonObject): JsonObject {
  const shaped =
    name === 'campaign_content' ? keyed(value) : name === 'scheduling_details' ? written(value) : value;
  return sorted(shaped, '') as JsonObject;
}

/** Whether two components mean the same; an absent one equals only an absent one. */
export function sameComponent(
  name: ComponentName,
  left: JsonObject | undefined,
  right: JsonObject | undefined,
): boolean {
  if (left === undefined || right === undefined) return left === right;
  return sameJson(canonical(name, left), canonical(name, right));
}

/** One leaf of a component: a value that is neither object nor list, or a list, which counts whole. */
export interface Leaf {
  readonly path: Path;
  readonly value: JsonValue;
}

/** The leaves of a component in canonical form, in document order. An empty object has none. */
export function leaves(value: JsonValue, path: Path = []): Leaf[] {
  if (!isJsonObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

/** The leaves of `wanted` that `seen` doesn't show, as JSON Pointers; both are taken in canonical form. */
export function missingLeaves(
  name: ComponentName,
  wanted: JsonObject,
  seen: JsonObject | undefined,
): string[] {
  const shown = new Map(leaves(canonical(name, seen ?? {})).map((leaf) => [pointer(leaf.path), leaf.value]));
  return leaves(canonical(name, wanted))
    .filter((leaf) => !sameJson(shown.get(pointer(leaf.path)), leaf.value))
    .map((leaf) => pointer(leaf.path));
}

/** Whether `live` shows every leaf of `wanted`. */
export function showsAll(live: Components, wanted: Components): boolean {
  const names = Object.keys(wanted) as ComponentName[];
  return names.every((name) => missingLeaves(name, wanted[name] ?? {}, live[name]).length === 0);
}

/** RFC 6901. */
export function pointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Open point V7: flat content is the default locale's first variation. */
function keyed(component: JsonObject): JsonObject {
  const { content, locales, variation_details: variations } = component;
  if (!isJsonObject(content) || locales !== undefined || variations !== undefined) return component;
  if (!('push' in content) && !('email' in content)) return component;
  return { ...component, content: { default: { variation_1: content } } };
}

/** Open point W5: the read view of a schedule, turned back into what was written as far as it tells. */
function written(component: JsonObject): JsonObject {
  const { schedule_time: start, time_zone: zone, frequency, ...rest } = component;
  const type = rest.delivery_type;
  return {
    ...rest,
    ...(start !== undefined && { start_time: start }),
    ...(zone !== undefined && { timezone: zone }),
    ...(typeof type === 'string' && { delivery_type: writtenType(type, rest) }),
    ...(frequency !== undefined && {
      periodic_details: {
        ...(isJsonObject(rest.periodic_details) && rest.periodic_details),
        sending_frequency: frequency,
      },
    }),
  };
}

function writtenType(type: string, schedule: JsonObject): string {
  if (type === 'PERIODIC') return 'AT_FIXED_TIME';
  if (type !== 'SCHEDULED') return type;
  if (schedule.bts_details !== undefined) return 'SEND_IN_BTS';
  return schedule.user_timezone_details === undefined ? 'AT_FIXED_TIME' : 'SEND_IN_USER_TIMEZONE';
}

function sorted(value: JsonValue, name: string): JsonValue {
  if (isList(value)) {
    const items = value.map((item) => sorted(item, ''));
    return SETS.has(name) ? asSet(items) : items;
  }
  if (isJsonObject(value)) {
    const members = Object.keys(value).sort(byCodeUnit);
    return Object.fromEntries(members.map((member) => [member, sorted(value[member] ?? null, member)]));
  }
  if (typeof value !== 'string') return value;
  if (DATE_TIMES.has(name)) return dateTime(value);
  return LOOSE_ENUMS.has(name) ? value.toUpperCase().replaceAll(' ', '_') : value;
}

function asSet(items: readonly JsonValue[]): JsonValue[] {
  const byText = new Map(items.map((item) => [stableText(item), item]));
  return [...byText].sort(([a], [b]) => byCodeUnit(a, b)).map(([, item]) => item);
}

/** With an offset: the instant in UTC. Without: the local time, seconds always there, no empty fraction. */
function dateTime(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return text;
  const [, date = '', time = '', seconds = '00', fraction = '', offset] = match;
  const millis = fraction.replace(/0+$/, '');
  const local = `${date}T${time}:${seconds}${millis && `.${millis}`}`;
  if (offset === undefined) return local;
  const instant = Date.parse(`${local}${offset}`);
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}
