import type { ComponentName, Components } from './campaign.ts';
import { written, isHidden } from './read-view.ts';
import { instantOf, localAt } from './local-time.ts';
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
const SETS = new Set([
  'tags',
  'platforms',
  'locales',
  'repeat_on_date_of_month',
  'repeat_on_days_of_week',
  'repeat_on_days_of_week_for_month',
]);

/** Fields that hold a date-time, compared as instants or local times and not as text. */
const DATE_TIMES = new Set(['start_time', 'expiry_time', 'end_time', 'specific_time', 'schedule_time']);

/** Enumerations of which the interface shows two spellings (open point V4; content fields, carousel). */
const LOOSE_ENUMS = new Set(['interruption_level', 'slider_transition']);

/**
 * The one spelling of a component that is used for comparing; never for sending.
 * Two components with equal canonical forms mean the same to the service.
 */
export function canonical(name: ComponentName, value: JsonObject): JsonObject {
  if (name === 'scheduling_details') {
    const schedule = written(value);
    // Specification, scheduling_details: UTC where no timezone is said.
    const { timezone: zone = 'UTC' } = schedule;
    return sorted(schedule, { zone: typeof zone === 'string' ? zone : undefined }) as JsonObject;
  }
  const shaped = name === 'campaign_content' ? keyed(value) : value;
  return sorted(shaped, { zone: undefined }) as JsonObject;
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

/** The leaves of `wanted` that `live` should show and doesn't, as JSON Pointers; both are taken in canonical form. */
export function missingLeaves(
  name: ComponentName,
  wanted: JsonObject,
  live: JsonObject | undefined,
): string[] {
  return unshown(name, wanted, live).filter((path) => !isHidden(name, path, { wanted, live }));
}

/** The leaves of `wanted` that `live` has no way to show, so that nobody can tell whether it has them (open point W5). */
export function hiddenLeaves(
  name: ComponentName,
  wanted: JsonObject,
  live: JsonObject | undefined,
): string[] {
  return unshown(name, wanted, live).filter((path) => isHidden(name, path, { wanted, live }));
}

function unshown(name: ComponentName, wanted: JsonObject, live: JsonObject | undefined): string[] {
  const shown = new Map(leaves(canonical(name, live ?? {})).map((leaf) => [pointer(leaf.path), leaf.value]));
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

/** Open point V7: flat content is the default locale's first variation; no locales are none, however it is said. */
function keyed({ locales, ...rest }: JsonObject): JsonObject {
  const component = isList(locales) && locales.length === 0 ? rest : { ...rest, ...(locales && { locales }) };
  const { content, variation_details: variations } = component;
  if (!isJsonObject(content) || component.locales !== undefined || variations !== undefined) return component;
  if (!('push' in content) && !('email' in content)) return component;
  return { ...component, content: { default: { variation_1: content } } };
}

interface Spelling {
  /** The field that the value stands in; left out for a component and for entries of a list. */
  readonly field?: string;
  /** The time zone of date-times without an offset; undefined where none is known. */
  readonly zone: string | undefined;
}

function sorted(value: JsonValue, { field = '', zone }: Spelling): JsonValue {
  if (isList(value)) {
    const entries = value.map((entry) => sorted(entry, { zone }));
    return SETS.has(field) ? asSet(entries) : entries;
  }
  if (isJsonObject(value)) {
    const meant = (PREFERRED[field] ?? ((same) => same))(value);
    const members = Object.keys(meant).sort(byCodeUnit);
    return Object.fromEntries(
      members.map((member) => [member, sorted(meant[member] ?? null, { field: member, zone })]),
    );
  }
  if (typeof value !== 'string') return value;
  if (field === 'sherpa_campaign_duration' && /^\d{1,9}$/.test(value)) return Number(value);
  if (DATE_TIMES.has(field)) return dateTime(value, zone);
  return LOOSE_ENUMS.has(field) ? value.toUpperCase().replaceAll(' ', '_') : value;
}

/** Maps that were written in another way before it was known which one is right, by the field that they stand in. */
const PREFERRED: Readonly<Partial<Record<string, (value: JsonObject) => JsonObject>>> = {
  goal_event_attribute: inTexts,
  attributes: byUserAttributes,
};

/** Open point V5: a goal compares with texts, and `40` is `"40"`. */
function inTexts(attribute: JsonObject): JsonObject {
  const texts = ['value', 'value1'].flatMap((name): [string, string][] => {
    const value = attribute[name];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [];
  });
  return { ...attribute, ...Object.fromEntries(texts) };
}

/** Open point V13: inside an action every filter is of one type, whether it says so or not. */
function byUserAttributes(group: JsonObject): JsonObject {
  const { filters } = group;
  if (!isList(filters)) return group;
  return { ...group, filters: filters.map((one) => (isJsonObject(one) ? byUserAttribute(one) : one)) };
}

function byUserAttribute(filter: JsonObject): JsonObject {
  const { filter_type: type } = filter;
  if (type === undefined && isList(filter.filters)) return byUserAttributes(filter);
  const isOlder = type === undefined || type === 'event_attributes';
  return isOlder ? { ...filter, filter_type: 'user_attributes' } : filter;
}

function asSet(entries: readonly JsonValue[]): JsonValue[] {
  const byText = new Map(entries.map((entry) => [stableText(entry), entry]));
  return [...byText].sort(([a], [b]) => byCodeUnit(a, b)).map(([, entry]) => entry);
}

/**
 * A local time as it is, seconds always there, no empty fraction. With an offset: the local time in `zone` at that
 * instant (open point V19), or the instant in UTC where no zone is known or its clocks show that time twice.
 */
function dateTime(text: string, zone: string | undefined): string {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return text;
  const [, date = '', time = '', seconds = '00', fraction = '', offset] = match;
  const millis = fraction.replace(/0+$/, '');
  const local = `${date}T${time}:${seconds}${millis && `.${millis}`}`;
  if (offset === undefined) return local;
  const instant = Date.parse(`${local}${offset}`);
  if (Number.isNaN(instant)) return text;
  const there = zone === undefined ? undefined : localAt(instant, zone);
  return there !== undefined && instantOf(there, zone ?? '') === instant
    ? there
    : new Date(instant).toISOString();
}
