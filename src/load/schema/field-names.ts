import components from '../../../schemas/components.schema.json' with { type: 'json' };
import { isJsonObject, isList, type JsonValue } from '../../model/json.ts';
import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';

let known: ReadonlySet<string> | undefined;

/** Whether any place of a campaign file has a field of this name. */
export function isFieldName(name: string): boolean {
  known ??= new Set([...OUR_KEYS, ...BODY_KEYS, ...namesIn(components)]);
  return known.has(name);
}

function namesIn(schema: JsonValue): string[] {
  if (isList(schema)) return schema.flatMap(namesIn);
  if (!isJsonObject(schema)) return [];
  const { properties } = schema;
  const own = isJsonObject(properties) ? Object.keys(properties) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}
