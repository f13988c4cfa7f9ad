import type { ComponentName } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';
import { campaignRoot, namesIn, schemasAt, schemasBelow } from '../load/schema/schema-place.ts';

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
