import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../src/model/json.ts';

/** How a service differs from the fake one. Anything left out is as usual. */
export interface Behavior {
  /** A write is visible to Get and search only after this many milliseconds. */
  readonly lagMs?: number;
  readonly searchLagMs?: number;
  /** An update merges inside a component. */
  readonly merges?: boolean;
  /** Search rows have `basic_details` only. */
  readonly partialRows?: boolean;
  /** Periodic schedules show only a time of day. */
  readonly documentedView?: boolean;
  /** Publishing is answered without a body. */
  readonly publish204?: boolean;
  /** The first campaign belongs to another team. */
  readonly forbids?: boolean;
  /**
   * The first creation is answered with a failure although it was done. Then a taken request ID is named in the
   * details.
   */
  readonly detailsOnly?: boolean;
  readonly respells?: (name: string, value: JsonObject) => JsonObject;
  /** Every campaign shows a new field as false, from some time on. */
  readonly adds?: boolean;
  /** One field has another value on every read, in a component or in each element of its lists. */
  readonly moves?: boolean;
  readonly movesInLists?: boolean;
  /** An update of a campaign that isn't a draft creates a draft above it. */
  readonly draftVersions?: boolean;
  /** Only the newest document's ID names a campaign in a path. */
  readonly documentIds?: boolean;
  /** Updates of campaigns that aren't drafts are refused. */
  readonly draftsOnly?: boolean;
}

/** The quirks of `campaigns serve --quirks` that a service in memory can have; open points W5 to W32, S7. */
export const QUIRKS = {
  'merge-updates': { merges: true },
  'read-lag=3s': { lagMs: 3_000 },
  'read-lag=2m': { lagMs: 120_000 },
  'search-lag=30s': { searchLagMs: 30_000 },
  'search-lag=20m': { searchLagMs: 1_200_000 },
  'search-rows=partial': { partialRows: true },
  'read-view=documented': { documentedView: true },
  'publish-204': { publish204: true },
  forbidden: { forbids: true },
  'details-only': { detailsOnly: true },
  'respell=entities': {
    respells: respelling((text, name) =>
      ['basic_details', 'campaign_content'].includes(name) ? withEntities(text) : text,
    ),
  },
  'respell=trim': { respells: respelling((text) => text.trim()) },
  'respell=drop-empty': { respells: (_, value) => withoutEmpty(value) as JsonObject },
  'respell=nfc': { respells: respelling((text) => text.normalize('NFC')) },
  'respell=utc': { respells: respelling(inUtcSpelling) },
  /** A spelling that the client doesn't know. */
  'respell=capitals': {
    respells: respelling((text, name) => (name === 'utm_params' ? text.toUpperCase() : text)),
  },
  'late-default': { adds: true },
  'moving-value': { moves: true },
  'moving-value in lists': { movesInLists: true },
  'draft-versions': { draftVersions: true },
  'document-ids': { documentIds: true },
  'draft-only-updates': { draftsOnly: true },
} as const satisfies Record<string, Behavior>;

export type Quirk = keyof typeof QUIRKS;

/** If two quirks respell, both are applied in order. */
export function behaviorOf(quirks: readonly Quirk[]): Behavior {
  return quirks.reduce<Behavior>((all, quirk) => {
    const one: Behavior = QUIRKS[quirk];
    const { respells: first } = all;
    const { respells: second } = one;
    const both = first && second && ((name: string, value: JsonObject) => second(name, first(name, value)));
    return { ...all, ...one, ...(both && { respells: both }) };
  }, {});
}

function respelling(change: (text: string, component: string) => string): NonNullable<Behavior['respells']> {
  const change_ = (name: string, value: JsonValue): JsonValue => {
    if (typeof value === 'string') return change(value, name);
    if (isList(value)) return value.map((one) => change_(name, one));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, member]) => [field, change_(name, member)]));
  };
  return (name, value) => change_(name, value) as JsonObject;
}

function withEntities(text: string): string {
  return text.replace(/&(?!(?:amp|quot);)/g, '&amp;').replaceAll('"', '&quot;');
}

/** Spells the zone `UTC` as `Etc/UTC` and offsets without a colon. */
function inUtcSpelling(text: string): string {
  return text === 'UTC'
    ? 'Etc/UTC'
    : text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d):(\d\d)$/, '$1$2');
}

function withoutEmpty(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  const isEmpty = (one: JsonValue) =>
    one === null ||
    one === '' ||
    (isList(one) && one.length === 0) ||
    (isJsonObject(one) && Object.keys(one).length === 0);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** A value with one more field in each map that is in a list. */
export function withSeen(value: JsonObject, seen: string, more: JsonObject = {}): JsonObject {
  const members = Object.entries(value).map(([name, member]) => [name, seenInside(member, seen)] as const);
  return { ...Object.fromEntries(members), ...more };
}

function seenInside(value: JsonValue, seen: string): JsonValue {
  if (isList(value)) return value.map((one) => (isJsonObject(one) ? withSeen(one, seen, { seen }) : one));
  return isJsonObject(value) ? withSeen(value, seen) : value;
}

/** The result of an update that merges inside objects. */
export function merged(before: JsonObject, value: JsonObject): JsonObject {
  const members = Object.entries(value).map(([name, member]) => {
    const had = before[name];
    return [name, isJsonObject(member) && isJsonObject(had) ? merged(had, member) : member] as const;
  });
  return { ...before, ...Object.fromEntries(members) };
}

/** The read view that the documents show for a periodic schedule (open point W5). */
export function timeOfDay(schedule: JsonObject): JsonObject {
  const { periodic_details: details, start_time: start, timezone: zone } = schedule;
  if (!isJsonObject(details) || typeof start !== 'string') return schedule;
  return {
    ...{ delivery_type: 'PERIODIC', frequency: details.sending_frequency ?? null },
    ...{ schedule_time: start.slice(11, 19), ...(zone !== undefined && { time_zone: zone }) },
  };
}
