import { CONTENT_KEYS } from '../../model/channel.ts';
import {
  byCodeUnit,
  isJsonObject,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
  isList,
} from '../../model/json.ts';
import type { FieldDifference } from './three-way.ts';
import { counted } from '../../model/show.ts';
import { otherSegment } from './segments.ts';
import { isFilters, twoValues, valueWords, type TwoValues } from './value-words.ts';
import { visibleLine, clipTo } from '../text-layout.ts';

/** Steps of a path that tell a reader nothing. */
const SILENT = new Set(['content', 'basic_details', ...CONTENT_KEYS]);

/** What differs between two values of a component, field by field, by name. */
export function differences(before: JsonValue | undefined, after: JsonValue | undefined): FieldDifference[] {
  const found = between(before, after, { at: [], place: [] });
  return found.filter((one) => !isEcho(one, before, after));
}

/** `at` leads to the value. `place` does so with the names of entries, and is the only path inside an entry. */
interface Place {
  readonly at: readonly string[] | undefined;
  readonly place: readonly string[];
}

function between(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  where: Place,
): FieldDifference[] {
  if (sameJson(before, after)) return [];
  if (isMap(before) && isMap(after)) return betweenMaps(before, after, where);
  if (isFilters(before) && isFilters(after) && valueWords(before) === valueWords(after))
    return betweenMaps(before, after, where);
  if (isEntries(before ?? []) && isEntries(after ?? []) && (before ?? after) !== undefined)
    return betweenEntries(asEntries(before), asEntries(after), where);
  const whole = after ?? before;
  if ((before !== undefined && after !== undefined) || !isMap(whole) || Object.keys(whole).length === 0)
    return [difference(where, twoValues(before, after))];
  if (after === undefined && isContent(where.place))
    return [difference(where, { was: goneContent(whole), now: undefined, lines: undefined, isCut: false })];
  return betweenMaps(isMap(before) ? before : {}, isMap(after) ? after : {}, where);
}

function betweenMaps(before: JsonObject, after: JsonObject, { at, place }: Place): FieldDifference[] {
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

function betweenEntries(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  where: Place,
): FieldDifference[] {
  const inside = { at: undefined, place: where.place };
  return entryChanges(before, after).flatMap((change) => {
    switch (change.kind) {
      case 'went':
        return [difference(inside, { was: change.words, now: undefined, lines: undefined, isCut: false })];
      case 'came':
        return [difference(inside, { was: undefined, now: change.words, lines: undefined, isCut: false })];
      case 'order':
        return [difference(inside, { was: change.was, now: change.now, lines: undefined, isCut: false })];
      case 'changed':
        return between(change.before, change.after, {
          at: undefined,
          place: [...where.place, otherSegment(change.before, change.after) ?? change.name],
        });
    }
  });
}

function difference({ at, place }: Place, values: TwoValues): FieldDifference {
  const context = place.slice(0, -1).filter((step) => !SILENT.has(step));
  return {
    at,
    context: context.map(visibleLine),
    field: visibleLine(place.at(-1) ?? ''),
    ...values,
  };
}

/** `content · German`, or a variation of it. */
function isContent(place: readonly string[]): boolean {
  return (
    place[0] === 'content' &&
    (place.length === 2 || /^variation_\d+$/.test(place[2] ?? '')) &&
    place.length < 4
  );
}

/** A removed language or variation in one line: `2 variations: Deine Stiefel warten, …`. */
function goneContent(content: JsonObject): string {
  const titles = textsNamed(content, ['title', 'subject']);
  const variations = Object.keys(content).filter((name) => /^variation_\d+$/.test(name)).length;
  const views = [
    ...(variations > 0 ? [counted(variations, 'variation')] : []),
    ...(titles.length > 0 ? [titles.join(', ')] : []),
  ];
  return views.length === 0 ? 'all of it' : views.join(': ');
}

function textsNamed(value: JsonValue, names: readonly string[]): string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    names.includes(name) && typeof member === 'string'
      ? [`"${valueWords(member)}"`]
      : textsNamed(member, names),
  );
}

/** Whether a list of languages only repeats which ones of `content` were removed and added. */
function isEcho(
  { at }: FieldDifference,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  if (at?.length !== 1 || at[0] !== 'locales') return false;
  const languages = (value: JsonValue | undefined) =>
    isJsonObject(value) && isJsonObject(value.content) ? Object.keys(value.content) : [];
  const listed = (value: JsonValue | undefined) =>
    isJsonObject(value) && Array.isArray(value.locales) ? value.locales.map(String) : [];
  return [before, after].every((value) =>
    sameJson(['default', ...listed(value)].sort(byCodeUnit), languages(value).sort(byCodeUnit)),
  );
}

function isMap(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && !isFilters(value);
}

function asEntries(value: JsonValue | undefined): readonly JsonObject[] {
  return isEntries(value) ? value : [];
}

/** A list of maps or of filters: buttons, goals, geofences. */
function isEntries(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isList(value) && value.every(isJsonObject);
}

/** What happened to the entries of a list: one was removed, added or changed, or only their order changed. */
type EntryChange =
  | { readonly kind: 'went' | 'came'; readonly words: string }
  | {
      readonly kind: 'changed';
      readonly name: string;
      readonly before: JsonObject;
      readonly after: JsonObject;
    }
  | { readonly kind: 'order'; readonly was: string; readonly now: string };

/** Compares entries by name, not by place: a new first button doesn't change the others. */
function entryChanges(before: readonly JsonObject[], after: readonly JsonObject[]): EntryChange[] {
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
  return name === undefined ? fieldWords(entry) : clipTo(valueWords(name), NAME_CHARS);
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
