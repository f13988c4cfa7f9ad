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
import { counted, grouped, toldApart, visibleText, weekdayMinute } from '../../model/show.ts';
import { filtersWithWords, filterWords } from './filters.ts';
import { type ValueRow, unmarked, type MarkedLine } from './row.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { diffLines } from 'diff/lib/diff/line.js';

/** A field that differs. `at` leads to it; it is undefined inside a list of maps, whose entries have names. */
export type Difference = ValueRow & { readonly at: readonly string[] | undefined };

/** A value before and after. */
type Sides = readonly [before: JsonValue | undefined, after: JsonValue | undefined];

/** `at` leads to the value. `place` does so with the names of entries, and is the only path inside an entry. */
interface Place {
  readonly at: readonly string[] | undefined;
  readonly place: readonly string[];
}

/** What differs between two values of a component, field by field, by name. */
export function differences(...sides: Sides): Difference[] {
  return between(sides, { at: [], place: [] });
}

function between(sides: Sides, where: Place): Difference[] {
  const [before, after] = sides;
  if (sameJson(before, after)) return [];
  const [old, next] = [before ?? after, after ?? before];
  if (isEntries(old) && isEntries(next)) return betweenEntries(sides, where);
  if (isFilters(old) && isFilters(next)) return betweenFilters(sides, where);
  const isInside = isJsonObject(old) && isJsonObject(next) && Object.keys({ ...old, ...next }).length > 0;
  return isInside ? betweenMaps(sides, where) : [difference(sides, where)];
}

function betweenMaps(sides: Sides, { at, place }: Place): Difference[] {
  const [was = {}, now = {}] = sides.map((side) => (isJsonObject(side) ? side : {}));
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].sort(inReadingOrder);
  return names.flatMap((name) =>
    between([memberOf(was, name), memberOf(now, name)], {
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
function betweenFilters([before, after]: Sides, where: Place): Difference[] {
  const isSaid = before === undefined || after === undefined || valueWords(before) !== valueWords(after);
  const unsaid = betweenNamed([filtersWithWords(before), filtersWithWords(after)], where, undefined);
  if (isSaid) return [difference([before, after], where), ...unsaid];
  // Groups that differ only in something else than their filters are shown as they are written.
  const written: Sides = [JSON.stringify(before), JSON.stringify(after)];
  return unsaid.length > 0 ? unsaid : [difference(written, { ...where, at: undefined })];
}

type Named = readonly (readonly [name: string, entry: JsonObject])[];

/** Entries by name; a second one with the same name has a number. */
function byName(list: Named): ReadonlyMap<string, JsonObject> {
  const entries = new Map<string, JsonObject>();
  for (const [name, entry] of list) {
    let own = name;
    for (let count = 2; entries.has(own); count++) own = `${name} (${count})`;
    entries.set(own, entry);
  }
  return entries;
}

/** What differs in entries of the same name. `missing`: in place of an entry that one side lacks; if undefined, it is left out. */
function betweenNamed(
  [before, after]: readonly [Named, Named],
  { place }: Place,
  missing: JsonObject | undefined,
): Difference[] {
  const [was, now] = [byName(before), byName(after)];
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name) ?? missing, now.get(name) ?? missing];
    return one && other ? betweenMaps([one, other], { at: undefined, place: [...place, name] }) : [];
  });
}

/**
 * Which entries a list has, if that or their order changes, and what differs in each. Entries are compared by name, not by
 * place: a new first button doesn't change the others.
 */
function betweenEntries(sides: Sides, { place }: Place): Difference[] {
  const [old = [], next = []] = sides.map((list) =>
    (isEntries(list) ? list : []).map((entry, at) => [nameOf(entry) ?? String(at + 1), entry] as const),
  );
  const [was, now] = [old, next].map((list) => list.map(([name]) => name).join(', ') || undefined);
  const where = { at: undefined, place };
  return [...(was === now ? [] : [difference([was, now], where)]), ...betweenNamed([old, next], where, {})];
}

function difference(sides: Sides, { at, place }: Place): Difference {
  const field = place.at(-1) ?? '';
  const [was, now] = sides.map((value) =>
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
    ...twoValues(...(was === now ? sides : ([was, now] as const))),
  };
}

/** A list of maps: buttons, goals, geofences. */
function isEntries(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isList(value) && value.every(isJsonObject);
}

const NAMES = ['name', 'btn_name', 'title', 'key', 'label', 'id'] as const;
const NAME_CHARS = 60;

/** The name of an entry; undefined if it has none, so that only its place tells it from others. */
function nameOf(entry: JsonObject): string | undefined {
  const name = NAMES.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== '');
  return name === undefined ? undefined : clipTo(valueWords(name), NAME_CHARS);
}

// A value is a text of one line or of several: a body as it is, a list member by member, filters joined by their operator.
// Two short texts are shown side by side, and long ones as the lines that differ.

/** Characters of a value in one line, and of a line. */
const LINE_AT_MOST = 160;
/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;

/** A value before and after, as a reader sees it. */
export function twoValues(...[before, after]: Sides): Pick<ValueRow, 'was' | 'now' | 'lines'> {
  const [old, next] = [before, after].map((value) => (value === undefined ? undefined : textOf(value)));
  const isBody = typeof (before ?? after) === 'string';
  const texts = [old ?? '', next ?? ''];
  if (texts.some((text) => text.length > LINE_AT_MOST || (isBody && text.includes('\n')))) {
    const lines = changedLines(old ?? '', next ?? '');
    return { was: undefined, now: undefined, lines: [...sizeOf(before, after), ...lines] };
  }
  // The words of a text and of a list with only this text are the same.
  const [was, now] =
    old === next
      ? [before, after].map((one) => JSON.stringify(one))
      : old === undefined || next === undefined
        ? [old, next]
        : toldApart(old, next);
  return { was: was && visibleLine(was), now: now && visibleLine(now) };
}

/** Characters of a text whose size is shown: not all of it may be read. */
const SIZED_FROM = 300;

/** `(1,204 → 1,310 characters)` */
function sizeOf(...sides: Sides): MarkedLine[] {
  const sizes = sides.flatMap((side) => (typeof side === 'string' ? [side.length] : []));
  if (Math.max(0, ...sizes) <= SIZED_FROM) return [];
  return [unmarked(`(${sizes.map(grouped).join(' → ')} characters)`)];
}

/** The lines that differ, all of them, so that equal lines are equal edits. */
function changedLines(before: string, after: string): MarkedLine[] {
  const [was = '', now = ''] = toldApart(before, after).map(brokenUp);
  const changes = diffLines(was, now, { maxEditLength: EDITS_AT_MOST }) ?? [
    { removed: true, added: false, value: was },
    { removed: false, added: true, value: now },
  ];
  const lines = changes.flatMap(({ added, removed, value }, at): MarkedLine[] => {
    if (!added && !removed) return at === 0 || at === changes.length - 1 ? [] : [unmarked('…')];
    return linesIn(value).map((text) => ({ mark: added ? '+' : '-', text }));
  });
  const isSeen = lines.some(({ mark }) => mark !== ' ');
  return isSeen ? lines : [unmarked('(only empty lines or line breaks differ)')];
}

function linesIn(text: string): string[] {
  return visibleText(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/**
 * Long lines as one for each tag or sentence, and as pieces of the length that fits, so that each change is seen: an email
 * is often one line.
 */
function brokenUp(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    if (line.length <= LINE_AT_MOST) return [line];
    return line.split(/(?<=>)(?=<)|(?<=[.!?] )/).flatMap((one) => one.match(PIECES) ?? [one]);
  });
  return text === '' ? '' : `${lines.join('\n')}\n`;
}

const PIECES = new RegExp(`.{1,${LINE_AT_MOST}}`, 'gsu');

/** A value in one line of any length; of a text with several lines the first one. */
export function valueWords(value: JsonValue): string {
  const text = textOf(value);
  if (typeof value !== 'string' || !text.includes('\n')) return visibleLine(text);
  const lines = text.split('\n');
  return visibleLine(`${clipTo(lines[0] ?? '', 50)} (${counted(lines.length, 'line')})`);
}

/** Texts unchanged, filters in words, lists value by value, maps as JSON. */
function textOf(value: JsonValue): string {
  if (isFilters(value))
    return filterWords(isList(value.filters) ? value : { filters: [value] }) ?? jsonWords(value);
  const isPlain = (one: JsonValue) => !isList(one) && !isJsonObject(one);
  if (isList(value) && value.length > 0 && value.every(isPlain)) return value.map(String).join(',\n');
  if (typeof value !== 'string') return jsonWords(value);
  return value === '' ? '""' : value.replace(ENCODED, summary);
}

/** Unreadable data, such as an image in an email: a long run of base64, in a data URI or alone, looked for where it begins. */
const ENCODED = /(?:data:[\w/+.-]{1,100};base64,|(?<![A-Za-z0-9+/_-]))[A-Za-z0-9+/_-]{160,}={0,2}/g;

/** The kind of the data, its length, and 32 bits of FNV-1a, enough to see that two data of one length differ. */
function summary(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  const kind = /^data:[^,]*/.exec(content)?.[0] ?? 'base64';
  return `[${kind}, ${grouped(content.length)} characters, #${(hash >>> 0).toString(16)}]`;
}

/** A filter, or a group of them. */
export function isFilters(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && (isList(value.filters) || typeof value.filter_type === 'string');
}

/** JSON with line breaks where it can be broken. */
function jsonWords(value: JsonValue): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, '\n');
}
