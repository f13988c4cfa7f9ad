import { COMPONENTS, isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import { readViewOf } from '../campaign/read-view.ts';
import { without, type JsonObject, isJsonObject, isList, valueAt, type JsonValue } from '../json.ts';
import type { Quirks } from './quirks.ts';
import { respelled } from './respell.ts';

/** A record as the get operation shows it. `nextRead` returns a number that was never returned before. Open points W3, W5 and W32. */
export function presentRecord(record: CampaignRecord, quirks: Quirks, nextRead: () => number): JsonObject {
  const viewed = readViewOf(record, quirks);
  return withShownFields(respelled(viewed, quirks), quirks, nextRead);
}

/** A record as the search operation shows it. Open point W13. */
export function presentRow(record: CampaignRecord, quirks: Quirks, nextRead: () => number): JsonObject {
  const whole = presentRecord(record, quirks, nextRead);
  if (!quirks.has('search-rows')) return whole;
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
 * campaigns at once, and values that change without an edit. Open point W32.
 */
function withShownFields(record: JsonObject, quirks: Quirks, nextRead: () => number): JsonObject {
  const put = (name: 'late-default' | 'moving-value', shown: JsonObject, value: ValueOf): JsonObject =>
    quirks.values(name).reduce((before, path) => withField(before, path.split('.'), value), shown);
  return put(
    'moving-value',
    put('late-default', record, (before) => before ?? false),
    () => String(nextRead()),
  );
}

type ValueOf = (before: JsonValue | undefined) => JsonValue;

/** The record with the field added. Unchanged if the component is missing. */
function withField(
  record: JsonObject,
  [component = '', ...fields]: readonly string[],
  value: ValueOf,
): JsonObject {
  const before = record[component];
  return isJsonObject(before) ? { ...record, [component]: putAt(before, fields, value) } : record;
}

/** A path through a list continues in each element, and one that leads into a plain value changes nothing. */
function putAt(inner: JsonValue, path: readonly string[], value: ValueOf): JsonValue {
  if (isList(inner)) return inner.map((element) => putAt(element, path, value));
  const [field = '', ...deeper] = path;
  if (!isJsonObject(inner)) return inner;
  const before = valueAt(inner, field);
  return { ...inner, [field]: deeper.length === 0 ? value(before) : putAt(before ?? {}, deeper, value) };
}
