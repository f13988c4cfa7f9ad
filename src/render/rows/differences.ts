import {
  byCodeUnit,
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { isLocalTime, SILENT_STEPS } from '../../messages/field-names.ts';
import { weekdayMinute } from '../../model/utc-words.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { filtersWithWords } from './filters.ts';
import type { ValueRow } from './row.ts';
import { isFilters, twoValues, valueWords } from './value-words.ts';

/** A field that differs. `at` leads to it; it is undefined inside a list of maps, whose entries have names. */
export type Difference = ValueRow & { readonly at: readonly string[] | undefined };

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
  if (isFilters(old) && isFilters(next)) return betweenFilters(before, after, where);
  const isInside = isJsonObject(old) && isJsonObject(next) && Object.keys({ ...old, ...next }).length > 0;
  return isInside
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

/** What recipients see first comes first, and the long body last. */
const READ_FIRST = ['subject', 'preview_text', 'basic_details', 'title', 'subtitle', 'message', 'summary'];

function inReadingOrder(one: string, other: string): number {
  const rank = (name: string) =>
    name === 'html_content' ? READ_FIRST.length + 1 : [...READ_FIRST, name].indexOf(name);
  return rank(one) - rank(other) || byCodeUnit(one, other);
}

/** The sentences of both, if they differ, and what sentences leave out of filters that both have: the ID of a segment. */
function betweenFilters(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  where: Place,
): Difference[] {
  const isSaid = before === undefined || after === undefined || valueWords(before) !== valueWords(after);
  const unsaid = inBoth(filtersWithWords(before), filtersWithWords(after)).flatMap(([words, old, next]) =>
    betweenMaps(old ?? {}, next ?? {}, { at: undefined, place: [...where.place, words] }),
  );
  // Groups that differ only in something else than their filters are shown as they are written.
  const isOther = !isSaid && unsaid.length === 0;
  if (isOther) return [difference(JSON.stringify(before), JSON.stringify(after), where)];
  return [...(isSaid ? [difference(before, after, where)] : []), ...unsaid];
}

type Named = readonly (readonly [name: string, entry: JsonObject])[];
type Pair = readonly [name: string, old: JsonObject | undefined, next: JsonObject | undefined];

/** Entries by name; of several with one name, the first with the first. */
function pairsOf(before: Named, after: Named): readonly Pair[] {
  const [was, now] = [before, after].map((list) => {
    const seen = new Map<string, number>();
    return new Map(
      list.map(([name, entry]) => {
        const count = (seen.get(name) ?? 0) + 1;
        seen.set(name, count);
        return [count === 1 ? name : `${name} (${count})`, entry];
      }),
    );
  });
  const names = new Set([...(was?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...names].map((name) => [name, was?.get(name), now?.get(name)]);
}

function inBoth(before: Named, after: Named): readonly Pair[] {
  return pairsOf(before, after).filter(([, old, next]) => old && next && !sameJson(old, next));
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
  const [old, next] = [before, after].map((list) =>
    list.map((entry, at) => [nameOf(entry) ?? String(at + 1), entry] as const),
  );
  const [was, now] = [old, next].map((list) => (list ?? []).map(([name]) => name).join(', '));
  return [
    ...(was === now ? [] : [difference(was || undefined, now || undefined, { ...where, at: undefined })]),
    ...pairsOf(old ?? [], next ?? []).flatMap(([name, one, other]) =>
      betweenMaps(one ?? {}, other ?? {}, { at: undefined, place: [...where.place, name] }),
    ),
  ];
}

function difference(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  { at, place }: Place,
): Difference {
  const field = place.at(-1) ?? '';
  const [was, now] = [before, after].map((value) =>
    isLocalTime(field) && typeof value === 'string' ? weekdayMinute(value) : value,
  );
  return {
    at,
    context: place
      .slice(0, -1)
      .filter((step) => !SILENT_STEPS.has(step))
      .map(visibleLine),
    field: visibleLine(field),
    // Two times that would look the same stay as they are written.
    ...(was === now ? twoValues(before, after) : twoValues(was, now)),
  };
}

/** A list of maps: buttons, goals, geofences. */
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
  const name = NAMES.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== '');
  return name === undefined ? undefined : clipTo(valueWords(name), NAME_CHARS);
}
