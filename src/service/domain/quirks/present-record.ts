import { COMPONENTS, isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import { readViewOf, type ReadView } from '../campaign/read-view.ts';
import { without, type JsonObject, isJsonObject, isList, valueAt, type JsonValue } from '../json.ts';
import type { Quirks, FieldPath } from './quirks.ts';
import { respelled } from './respell.ts';

/** What the answer to a read depends on, apart from the record. */
export interface Presentation {
  /** The option. The quirk of the same name takes precedence. */
  readonly readView: ReadView;
  readonly quirks: Quirks;
  /** Returns a number that was never returned before. */
  readonly nextRead: () => number;
}

/** A record as the get operation shows it. Open points W3, W5 and W32. */
export function presentRecord(
  record: CampaignRecord,
  { readView, quirks, nextRead }: Presentation,
): JsonObject {
  const viewed = readViewOf(record, quirks.readView ?? readView);
  return withShownFields(respelled(viewed, quirks.respellings), quirks, nextRead);
}

/** A record as the search operation shows it. Open point W13. */
export function presentRow(record: CampaignRecord, presentation: Presentation): JsonObject {
  const whole = presentRecord(record, presentation);
  if (presentation.quirks.searchRows === 'whole') return whole;
  const { channel } = record;
  // On other channels the connector is a field of the record instead of a component.
  const components = COMPONENTS[isDraftChannel(channel) ? channel : 'PUSH'];
  return without(
    whole,
    components.filter((name) => name !== 'basic_details'),
  );
}

/**
 * A record with the fields that the service itself adds to components: defaults that a later release adds to all
 * campaigns at once, and values that change without an edit. `read` differs on each read. Open point W32.
 */
function withShownFields(
  record: JsonObject,
  { lateDefaults, movingValues }: Quirks,
  read: () => number,
): JsonObject {
  const withDefaults = lateDefaults.reduce(
    (shown, path) => withField(shown, path, (before) => before ?? false),
    record,
  );
  return movingValues.reduce((shown, path) => withField(shown, path, () => String(read())), withDefaults);
}

type ValueOf = (before: JsonValue | undefined) => JsonValue;

/** The record with the field added. Unchanged if the component is missing or the path leads to a plain value. */
function withField(record: JsonObject, [component, ...fields]: FieldPath, value: ValueOf): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

function putAt(object: JsonObject, [field, ...deeper]: readonly string[], value: ValueOf): JsonObject {
  if (field === undefined) return object;
  const before = valueAt(object, field);
  return { ...object, [field]: deeper.length === 0 ? value(before) : putInside(before ?? {}, deeper, value) };
}

/** If the path reaches a list, it continues in each element. */
function putInside(inner: JsonValue, fields: readonly string[], value: ValueOf): JsonValue {
  if (isList(inner)) return inner.map((element) => putInside(element, fields, value));
  return isJsonObject(inner) ? putAt(inner, fields, value) : inner;
}
