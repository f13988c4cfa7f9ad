import type { Components } from '../../src/model/campaign.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

// Equivalent spellings: what a service may do to a component between accepting and showing it. Written independently
// from the open points, so that no table of src/model is assumed to be right.

/** The kinds of equivalent spellings. */
export const WAYS = ['read view', 'keyed', 'sets', 'enums', 'times', 'names'] as const;
export type Way = (typeof WAYS)[number];

/** The same components, respelled in each of these ways. */
export function respelt(components: Components, ways: readonly Way[]): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, component]) => [
      name,
      ways.reduce<JsonObject>((value, way) => SPELL[way](name, value), component),
    ]),
  );
}

/** What a service adds by itself to every component, at several depths. */
export function withDefaults(components: Components): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, component]) => [
      name,
      { ...component, server_default: true, server_more: { of_it: 'by default' } },
    ]),
  );
}

const SPELL: Readonly<Record<Way, (name: string, component: JsonObject) => JsonObject>> = {
  'read view': (name, component) => (name === 'scheduling_details' ? readView(component) : component),
  keyed: (name, component) => (name === 'campaign_content' ? keyed(component) : component),
  sets: (_, component) => each(component, reordered),
  enums: (_, component) => each(component, loosened),
  times: (_, component) => each(component, retimed),
  names: (_, component) => reversed(component) as JsonObject,
};

/** Open point W5: other names for two fields, one type for all scheduled ones, and the frequency added. */
function readView({
  delivery_type: type,
  start_time: start,
  timezone: zone,
  ...rest
}: JsonObject): JsonObject {
  const asWritten = {
    ...(start !== undefined && { start_time: start }),
    ...(zone !== undefined && { timezone: zone }),
  };
  if (type === undefined || type === 'ASAP' || type === 'SCHEDULED' || type === 'PERIODIC')
    return { ...(type !== undefined && { delivery_type: type }), ...asWritten, ...rest };
  const { periodic_details: periodic, ...others } = rest;
  const shown = {
    ...others,
    ...(start !== undefined && { schedule_time: start }),
    ...(zone !== undefined && { time_zone: zone }),
  };
  if (!isMap(periodic)) return { delivery_type: 'SCHEDULED', ...shown };
  const { sending_frequency: frequency, ...details } = periodic;
  return {
    delivery_type: 'PERIODIC',
    ...(frequency !== undefined && { frequency }),
    ...shown,
    ...(Object.keys(details).length > 0 && { periodic_details: details }),
  };
}

/** Open point V7: flat content as the first variation of the default locale, and the reverse. */
function keyed(component: JsonObject): JsonObject {
  const { content, locales, variation_details: variations } = component;
  if (!isMap(content) || locales !== undefined || variations !== undefined) return component;
  if (content.email !== undefined || content.push !== undefined)
    return { ...component, content: { default: { variation_1: content } } };
  const first = isMap(content.default) ? content.default.variation_1 : undefined;
  return isMap(first) && Object.keys(content).length === 1 ? { ...component, content: first } : component;
}

function reordered(name: string, value: JsonValue): JsonValue {
  const isSet = [
    'tags',
    'platforms',
    'locales',
    'repeat_on_days_of_week',
    'repeat_on_date_of_month',
  ].includes(name);
  return isSet && isList(value) ? [...value.toReversed(), ...value.slice(0, 1)] : value;
}

/** Open point V4. */
function loosened(name: string, value: JsonValue): JsonValue {
  if (name !== 'interruption_level' || typeof value !== 'string') return value;
  return value.includes('_')
    ? value.toLowerCase().replaceAll('_', ' ')
    : value.toUpperCase().replaceAll(' ', '_');
}

/** A space for the T, zero seconds and an empty fraction, another offset for the same instant. */
function retimed(name: string, value: JsonValue): JsonValue {
  if (!/_time$/.test(name) || typeof value !== 'string') return value;
  const [, day, clock, seconds, offset] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.0+)?(Z)?$/.exec(value) ?? [];
  if (day === undefined || clock === undefined) return value;
  if (offset !== undefined)
    return new Date(Date.parse(value) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
  return `${day} ${clock}${seconds === undefined ? ':00.000' : seconds}`;
}

/** The same with the names of every object in reverse order. */
function reversed(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(reversed);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

function each(component: JsonObject, change: (name: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(component).map(([name, value]) => {
      const changed = change(name, value);
      return [name, isMap(changed) ? each(changed, change) : changed];
    }),
  );
}

function isMap(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
