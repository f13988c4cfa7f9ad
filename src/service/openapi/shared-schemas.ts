import shared from '../../../schemas/components.schema.json' with { type: 'json' };
import type { DraftChannel } from '../campaign/campaign-record.ts';
import { isJsonObject, isList, parseJson, valueAt, type JsonObject, type JsonValue } from '../json.ts';

/** The schemas that both sides share, as `components/schemas` has them: what stood below `$defs` stands there. */
export function sharedSchemas(): JsonObject {
  definitions ??= fieldsOf(moved(valueAt(source(), '$defs') ?? {}));
  return definitions;
}

/** The components of a channel's campaigns: name to schema, without the two fields that say what it is. */
export function componentSchemas(channel: DraftChannel): JsonObject {
  const campaign = channel === 'PUSH' ? 'push_campaign' : 'email_campaign';
  const properties = fieldsOf(valueAt(sharedSchemas(), campaign, 'properties') ?? {});
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => name !== 'channel' && name !== 'campaign_delivery_type'),
  );
}

/** Made when the document is asked for first: most services are never asked. */
let definitions: JsonObject | null = null;

/** The file as plain JSON; its inferred type knows each literal and is of no use here. */
function source(): JsonValue {
  const parsed = parseJson(JSON.stringify(shared));
  if (parsed.kind === 'malformed') throw new Error('the shared schema is not JSON');
  return parsed.value;
}

/** A schema whose references point to where the definitions have moved. */
function moved(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(moved);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : moved(inner),
    ]),
  );
}

function fieldsOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}
