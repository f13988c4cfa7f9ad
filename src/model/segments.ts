import { isJsonObject, isList, type JsonValue } from './json.ts';

/** The names of the segments in a group of filters, each once. Specification, Filters: `custom_segments` names its segment. */
export function segmentsIn(group: JsonValue | undefined): string[] {
  return [...new Set(namesIn(group))];
}

function namesIn(value: JsonValue | undefined): string[] {
  if (isList(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  if (value.filter_type === 'custom_segments' && typeof value.name === 'string') return [value.name];
  return namesIn(value.filters);
}
