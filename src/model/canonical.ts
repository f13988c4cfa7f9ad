import type { ComponentName } from './campaign.ts';
import { isFlatContent } from './channel.ts';
import { written } from './read-view.ts';
import { canonicalZone, instantOf, localAt } from './local-time.ts';
import {
  byCodeUnit,
  isJsonObject,
  isList,
  sameJson,
  stableText,
  type JsonObject,
  type JsonValue,
} from './json.ts';

/** Lists whose order and repetitions mean nothing to the service. They are compared as sets. */
const SETS = new Set([
  // Search matches any of them.
  'tags',
  // The campaign goes to each of them.
  'platforms',
  // Names of the contents beside the default one.
  'locales',
  // Days on which a periodic campaign is sent.
  'repeat_on_date_of_month',
  'repeat_on_days_of_week',
  'repeat_on_days_of_week_for_month',
]);

/** Fields with a date-time, which is compared as an instant or local time and not as text. */
const DATE_TIMES = new Set(['start_time', 'expiry_time', 'end_time', 'specific_time', 'schedule_time']);

/** Enumerations that services show in several spellings, such as `Time sensitive` and `OPEN RATE` (V4, V25, W32). */
const LOOSE_ENUMS = new Set(['interruption_level', 'slider_transition', 'sherpa_distribution_metric']);

/**
 * The spelling of a component that is used for comparisons, never for requests. Components with equal canonical forms
 * mean the same to the service. In particular `null`, `""`, `[]`, `{}` and an absent field are equal (open point W3),
 * and so are the names and offsets of one time zone (open point W32).
 */
export function canonical(name: ComponentName, value: JsonObject): JsonObject {
  const byName = canonicalForms.get(value) ?? new Map<ComponentName, JsonObject>();
  canonicalForms.set(value, byName);
  const form = byName.get(name) ?? canonicalForm(name, value);
  byName.set(name, form);
  return form;
}

/** A plan compares each component a dozen times. Components never change. */
const canonicalForms = new WeakMap<JsonObject, Map<ComponentName, JsonObject>>();

function canonicalForm(name: ComponentName, value: JsonObject): JsonObject {
  if (name === 'scheduling_details') {
    const { timezone, ...schedule } = written(value);
    const zone = zoneOf(timezone);
    const type = schedule.delivery_type;
    const isTimed = typeof type === 'string' && type !== '' && type !== 'ASAP';
    return sorted(isTimed || zone !== 'UTC' ? { ...schedule, timezone: zone } : schedule, {
      zone,
    }) as JsonObject;
  }
  const shaped = name === 'campaign_content' ? keyed(value) : value;
  return sorted(shaped, { zone: undefined }) as JsonObject;
}

/** Specification, scheduling_details: the default timezone is UTC. */
export function zoneOf(timezone: JsonValue | undefined): string {
  return typeof timezone === 'string' && timezone !== '' ? (canonicalZone(timezone) ?? timezone) : 'UTC';
}

/** Canonical values for people: time zones as they are written, the last of equal ones. */
export function comparable(
  name: ComponentName,
  ...values: readonly (JsonObject | undefined)[]
): (JsonObject | undefined)[] {
  const forms = values.map((value) => value && canonical(name, value));
  if (name !== 'scheduling_details') return forms;
  const zones = values.flatMap((value) => {
    const { timezone } = written(value ?? {});
    return typeof timezone === 'string' && timezone !== '' ? [timezone] : [];
  });
  return forms.map((form) => {
    const zone = zones.findLast((one) => zoneOf(one) === form?.timezone);
    return form && zone !== undefined ? { ...form, timezone: zone } : form;
  });
}

/** A part of a component in canonical form: of `field`, or of a list. `zone` is that of its schedule. */
export function canonicalPart(value: JsonValue | undefined, spelling: Spelling): JsonValue | undefined {
  const part = value === undefined ? undefined : sorted(value, spelling);
  return part === undefined || isEmpty(part) ? undefined : part;
}

export function isSet(field: string): boolean {
  return SETS.has(field);
}

/** Whether two components mean the same. A missing component equals an empty one. */
export function sameComponent(
  name: ComponentName,
  left: JsonObject | undefined,
  right: JsonObject | undefined,
): boolean {
  // Most components are spelled as they were before.
  return sameJson(left, right) || sameJson(canonical(name, left ?? {}), canonical(name, right ?? {}));
}

/** V7: flat content is the first variation of the default locale; all "no locales" are equal. */
export function keyed(component: JsonObject): JsonObject {
  const { content, locales, variation_details: variations } = component;
  const isKeyed = [locales, variations].some((one) => one !== undefined && !isEmpty(one));
  if (content === undefined || isKeyed || !isFlatContent(content)) return component;
  return { ...component, content: { default: { variation_1: content } } };
}

export interface Spelling {
  /** The name of the field. Omitted for a component and for list entries. */
  readonly field?: string;
  /** The time zone of date-times without an offset; `undefined` if it is unknown. */
  readonly zone: string | undefined;
}

function sorted(value: JsonValue, { field = '', zone }: Spelling): JsonValue {
  if (isList(value)) {
    const entries = value.map((entry) => sorted(entry, { zone }));
    if (!SETS.has(field)) return entries;
    const byText = new Map(entries.map((entry) => [stableText(entry), entry]));
    return [...byText].sort(([a], [b]) => byCodeUnit(a, b)).map(([, entry]) => entry);
  }
  if (isJsonObject(value)) {
    const meant = PREFERRED.get(field)?.(value) ?? value;
    const members = Object.keys(meant).sort(byCodeUnit);
    return Object.fromEntries(
      members
        .map((member): [string, JsonValue] => [
          member,
          sorted(meant[member] ?? null, { field: member, zone }),
        ])
        .filter(([, member]) => !isEmpty(member)),
    );
  }
  if (typeof value !== 'string') return value;
  if (field === 'sherpa_campaign_duration' && /^\d{1,9}$/.test(value)) return Number(value);
  if (DATE_TIMES.has(field)) return dateTime(value, zone);
  return LOOSE_ENUMS.has(field) ? value.toUpperCase().replaceAll(' ', '_') : value.normalize('NFC');
}

/** Open point W3: whether a field's value is the same as no value. Every entry of a list counts. */
export function isEmpty(value: JsonValue): boolean {
  if (isList(value)) return value.length === 0;
  return isJsonObject(value) ? Object.keys(value).length === 0 : value === null || value === '';
}

/** Maps with an outdated spelling that older files may still have, by field name. */
const PREFERRED: ReadonlyMap<string, (value: JsonObject) => JsonObject> = new Map([
  ['goal_event_attribute', inTexts],
  ['attributes', byUserAttributes],
]);

/** Open point V5: a goal compares with text, so `40` equals `"40"`. */
function inTexts(attribute: JsonObject): JsonObject {
  const texts = ['value', 'value1'].flatMap((name): [string, string][] => {
    const value = attribute[name];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [];
  });
  return { ...attribute, ...Object.fromEntries(texts) };
}

/** Open point V13: inside an action, every filter has the same type, whether the filter names it or not. */
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

/** A local time with seconds: in `zone`, if it has an offset (V19), or in UTC if that shows it twice. */
function dateTime(text: string, zone: string | undefined): string {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text);
  if (!match) return text;
  const [, date = '', time = '', seconds = '00', fraction = '', offset] = match;
  const millis = fraction.replace(/0+$/, '');
  const local = `${date}T${time}:${seconds}${millis && `.${millis}`}`;
  if (offset === undefined) return local;
  const instant = Date.parse(`${local}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(instant)) return text;
  const there = zone === undefined ? undefined : localAt(instant, zone);
  return there !== undefined && instantOf(there, zone ?? '') === instant
    ? there
    : new Date(instant).toISOString();
}
