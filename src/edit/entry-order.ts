import { campaignRoot, namesIn, schemasAt, schemasBelow } from '../load/schema/schema-place.ts';
import { COMPONENTS, type ComponentName } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';

/** The top level of a campaign file, in the order of `fmt` and of every file that is written. Other names come between these and `overrides`. */
const ENTRIES: readonly string[] = [
  'key',
  'status',
  'workspaces',
  'channel',
  'campaign_delivery_type',
  ...COMPONENTS,
];
const LAST_ENTRY = 'overrides';

/** The position of an entry in the canonical order; unknown names share one. */
export function rank(name: string): number {
  if (name === LAST_ENTRY) return ENTRIES.length + 1;
  const at = ENTRIES.indexOf(name);
  return at < 0 ? ENTRIES.length : at;
}

/**
 * The entries of a campaign file in canonical order. An editor that preserves order finds the place of new entries with
 * it.
 */
export function byEntry(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => rank(left) - rank(right)));
}

/**
 * A component with its fields in schema order, at every depth: the order of the service's reference, in which examples
 * are written too. Fields that the schema doesn't list come last, in their existing order.
 */
export function inSchemaOrder(channel: string, name: ComponentName, value: JsonObject): JsonObject {
  const root = campaignRoot(channel);
  const { document } = root;
  const walk = (here: JsonValue, schemas: readonly JsonObject[]): JsonValue => {
    if (isList(here)) return here.map((item) => walk(item, schemasBelow(schemas, 0, document)));
    if (!isJsonObject(here)) return here;
    const known = namesIn(schemas);
    const rank = (field: string) => {
      const at = known.indexOf(field);
      return at < 0 ? known.length : at;
    };
    return Object.fromEntries(
      Object.keys(here)
        .sort((left, right) => rank(left) - rank(right))
        .map((field): [string, JsonValue] => [
          field,
          walk(here[field] ?? null, schemasBelow(schemas, field, document)),
        ]),
    );
  };
  const ordered = walk(value, schemasAt(root, [name]));
  return isJsonObject(ordered) ? ordered : value;
}
