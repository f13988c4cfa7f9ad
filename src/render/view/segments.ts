import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { visibleLine } from '../text-layout.ts';
import { quoted } from './audience.ts';
import { text } from './operator-words.ts';

// Which saved segment a filter names. Only its ID decides that: sentences show the name, so a plan has to say when the
// name is the same and the segment is another one, and when the segment is the same and only its name is new.

/** Undefined for other filters, and for a segment without an ID. */
export function segmentIdOf({ filter_type: type, id }: JsonObject): string | undefined {
  if (type !== 'custom_segments') return undefined;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

/** The names of all segments in a value, by their IDs. */
export function segmentNames(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  if (isList(value)) return new Map(value.flatMap((one) => [...segmentNames(one)]));
  if (!isJsonObject(value)) return new Map();
  const id = segmentIdOf(value);
  if (id !== undefined && value.name !== undefined) return new Map([[id, value.name]]);
  return segmentNames(Object.values(value));
}

/** The value with segments under these names. */
export function withNames(value: JsonValue, names: ReadonlyMap<string, JsonValue>): JsonValue {
  if (isList(value)) return value.map((one) => withNames(one, names));
  if (!isJsonObject(value)) return value;
  const name = names.get(segmentIdOf(value) ?? '');
  if (name !== undefined) return { ...value, name };
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, withNames(one, names)]));
}

/** `another segment named "VIP"`, if both filters name a segment so, but with different IDs. */
export function otherSegment(before: JsonObject, after: JsonObject): string | undefined {
  const [was, now] = [before, after].map(segmentIdOf);
  if (was === undefined || now === undefined || was === now || before.name !== after.name) return undefined;
  return visibleLine(`another segment named ${quoted(text(after.name))}`);
}
