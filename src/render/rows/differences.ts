import { CONTENT_KEYS } from '../../model/channel.ts';
import {
  byCodeUnit,
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { isFilters, twoValues, valueWords } from './value-words.ts';
import type { ValueRow } from './value-row.ts';

/** A field that differs. `at` leads to it; it is undefined inside a list of maps, whose entries have names. */
type Difference = ValueRow & { readonly at: readonly string[] | undefined };

/** What differs between two values of a component, field by field, by name. */
export function differences(before: JsonValue | undefined, after: JsonValue | undefined): Difference[] {
  return between(before, after, { at: [], place: [] });
}

/** `at` leads to the value. `place` does so with the names of entries, and is the only path inside an entry. */
interface Place {
  readonly at: readonly string[] | undefined;
  readonly place: readonly string[];
}

function between(before: JsonValue | undefined, after: JsonValue | undefined, where: Place): Difference[] {
  if (sameJson(before, after)) return [];
  const [old, next] = [before ?? after, after ?? before];
  if (isEntries(old) && isEntries(next)) return betweenEntries(entriesOf(before), entriesOf(after), where);
  const isInside = isMap(old) && isMap(next) && Object.keys({ ...old, ...next }).length > 0;
  // Filters of the same words differ in something that these leave out.
  const isUnsaid = isFilters(before) && isFilters(after) && valueWords(before) === valueWords(after);
  return isInside || isUnsaid
    ? betweenMaps(isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}, where)
    : [difference(before, after, where)];
}

function betweenMaps(before: JsonObject, after: JsonObject, { at, place }: Place): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(inReadingOrder);
  return names.flatMap((name) =>
    between(memberOf(before, name), memberOf(after, name), {
      at: at && [...at, name],
      place: [...place, name],
    }),
  );
}

/** The order of content: what recipients see before they open a message, then the message, then what it does. */
const READ_FIRST = ['subject', 'preview_text', 'sender_name', 'from_address', 'reply_to_address'];
const READ_NEXT = ['basic_details', 'title', 'subtitle', 'message', 'summary'];
const READ_LAST = ['html_content'];
const READING_ORDER: ReadonlyMap<string, number> = new Map([
  ...[...READ_FIRST, ...READ_NEXT].map((name, at): [string, number] => [name, at - 100]),
  ...READ_LAST.map((name): [string, number] => [name, 1]),
]);

function inReadingOrder(one: string, other: string): number {
  const rank = (name: string) => READING_ORDER.get(name) ?? 0;
  return rank(one) - rank(other) || byCodeUnit(one, other);
}

/**
 * Which entries a list has, if that or their order changes, and what differs in each. Entries are compared by name, not by
 * place: a new first button doesn't change the others.
 */
function betweenEntries(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  where: Place,
): Difference[] {
  const [was, now] = [before, after].map((list) => list.map((one) => nameOf(one) ?? '').join(', '));
  return [
    ...(was === now || before.concat(after).every((one) => nameOf(one) === undefined)
      ? []
      : [difference(was || undefined, now || undefined, { ...where, at: undefined })]),
    ...pairsOf(before, after).flatMap(([old, next]) => {
      // The words of a filter are its name, which is in the list.
      if ((!old || !next) && isFilters(old ?? next)) return [];
      const entry = old ?? next ?? {};
      const at = (old ? before : after).indexOf(entry) + 1;
      const place = [...where.place, nameOf(entry) ?? String(at)];
      return betweenMaps(old ?? {}, next ?? {}, { at: undefined, place });
    }),
  ];
}

/** Entries with the same name, then those at the same place, which were renamed, then those without a partner. */
function pairsOf(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): (readonly [JsonObject | undefined, JsonObject | undefined])[] {
  const left = new Set(after);
  const partners = new Map<JsonObject, JsonObject>();
  const pair = (old: JsonObject, next: JsonObject | undefined) => {
    if (next && left.delete(next)) partners.set(old, next);
  };
  for (const old of before)
    pair(
      old,
      [...left].find((next) => nameOf(next) === nameOf(old)),
    );
  for (const [at, old] of before.entries()) if (!partners.has(old) && !isFilters(old)) pair(old, after[at]);
  return [
    ...before.map((old) => [old, partners.get(old)] as const),
    ...[...left].map((next) => [undefined, next] as const),
  ];
}

/** Steps of a path that tell a reader nothing. */
const SILENT = new Set(['content', 'basic_details', ...CONTENT_KEYS]);

function difference(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  { at, place }: Place,
): Difference {
  const context = place.slice(0, -1).filter((step) => !SILENT.has(step));
  return {
    at,
    context: context.map(visibleLine),
    field: visibleLine(place.at(-1) ?? ''),
    ...twoValues(before, after),
  };
}

function isMap(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && !isFilters(value);
}

/** A list of maps or of filters: buttons, goals, geofences. */
function isEntries(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isList(value) && value.every(isJsonObject);
}

function entriesOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isEntries(value) ? value : [];
}

const NAMES = ['name', 'btn_name', 'title', 'key', 'label', 'id'] as const;
const NAME_CHARS = 60;

/** The name of an entry; undefined if it has none, so that only its place tells it from others. */
function nameOf(entry: JsonObject): string | undefined {
  const isFilter: boolean = isFilters(entry);
  if (isFilter) return valueWords(entry);
  const [name] = NAMES.flatMap((field) => {
    const value = entry[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return name === undefined ? undefined : clipTo(valueWords(name), NAME_CHARS);
}
