import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { clip } from '../text-layout.ts';
import { isFilters, valueWords } from './value-words.ts';

/** A list of maps or of filters: buttons, goals, geofences. */
export function isEntries(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isList(value) && value.every(isJsonObject);
}

/** What happened to the entries of a list: one was removed, added or changed, or only their order changed. */
export type EntryChange =
  | { readonly kind: 'went' | 'came'; readonly words: string }
  | {
      readonly kind: 'changed';
      readonly name: string;
      readonly before: JsonObject;
      readonly after: JsonObject;
    }
  | { readonly kind: 'order'; readonly was: string; readonly now: string };

/** Compares entries by name, not by place: a new first button doesn't change the others. */
export function entryChanges(before: readonly JsonObject[], after: readonly JsonObject[]): EntryChange[] {
  const gone = before.filter((one) => !after.some((other) => sameJson(one, other)));
  const come = after.filter((one) => !before.some((other) => sameJson(one, other)));
  const pairs = pairsOf(gone, come, (entry, list) => (list === 'before' ? before : after).indexOf(entry));
  const [left, right] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, one]) => one))];
  return [
    ...gone.filter((one) => !left.has(one)).map((one) => ({ kind: 'went' as const, words: nameOf(one) })),
    ...pairs.map(([was, now]) => ({
      kind: 'changed' as const,
      name: nameOf(was),
      before: was,
      after: now,
    })),
    ...come
      .filter((one) => !right.has(one))
      .map((one) => ({ kind: 'came' as const, words: newWords(one, after) })),
    ...orderChange(before, after),
  ];
}

/** Pairs of entries with the same name, then those at the same place, which were renamed. Filters are named by all words. */
function pairsOf(
  gone: readonly JsonObject[],
  come: readonly JsonObject[],
  placeOf: (entry: JsonObject, list: 'before' | 'after') => number,
): [JsonObject, JsonObject][] {
  const left = new Set(come);
  const take = (entry: JsonObject, fits: (other: JsonObject) => boolean): [JsonObject, JsonObject][] => {
    const found = [...left].find(fits);
    if (!found) return [];
    left.delete(found);
    return [[entry, found]];
  };
  const named = gone.flatMap((one) => take(one, (other) => nameOf(one) === nameOf(other)));
  const done = new Set(named.map(([one]) => one));
  const placed = gone
    .filter((one) => !done.has(one) && !isFilters(one))
    .flatMap((one) => take(one, (other) => placeOf(one, 'before') === placeOf(other, 'after')));
  return [...named, ...placed];
}

/** Only if nothing else happened to the list. */
function orderChange(before: readonly JsonObject[], after: readonly JsonObject[]): EntryChange[] {
  const stays = (list: readonly JsonObject[], other: readonly JsonObject[]) =>
    list.map(nameOf).filter((name) => other.some((one) => nameOf(one) === name));
  const [was, now] = [stays(before, after).join(', '), stays(after, before).join(', ')];
  return was === now ? [] : [{ kind: 'order', was, now }];
}

const NAMES = ['name', 'btn_name', 'title', 'key', 'label', 'id'] as const;
const NAME_CHARS = 60;

/** The name of an entry; if it has none, all its fields. */
function nameOf(entry: JsonObject): string {
  const filters: boolean = isFilters(entry);
  if (filters) return valueWords(entry);
  const name = NAMES.map((field) => entry[field]).find((one) => typeof one === 'string' && one !== '');
  return name === undefined ? fieldWords(entry) : clip(valueWords(name), NAME_CHARS);
}

/** `Save for later, before Go to cart (click_action_type DEEPLINKING)`. */
function newWords(entry: JsonObject, list: readonly JsonObject[]): string {
  const name = nameOf(entry);
  const next = list[list.indexOf(entry) + 1];
  const place = next === undefined ? '' : `, before ${nameOf(next)}`;
  const others = Object.entries(entry).filter(([, value]) => valueWords(value) !== name);
  const fields = fieldWords(Object.fromEntries(others));
  return isFilters(entry) || fields === '' || fields === name ? name + place : `${name}${place} (${fields})`;
}

function fieldWords(entry: JsonObject): string {
  return Object.entries(entry)
    .map(([field, value]) => `${field} ${valueWords(value)}`)
    .join(', ');
}
