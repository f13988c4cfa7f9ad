import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { filterWords } from './audience.ts';
import { excerpts, VALUE_AT_MOST } from './excerpt.ts';
import { lineDiff, markedLinesOf, type EditedLines, type LineEdits } from './line-diff.ts';
import { readable } from './readable.ts';
import { oldAndNew, type MarkedLine } from './marked-line.ts';
import { counted } from '../../model/show.ts';
import { clipTo, countedClip, countedCut, visibleLine } from '../text-layout.ts';

/** Two values in words, and removed and added lines if these say more. */
export interface TwoValues {
  /** Undefined on a side without a value. */
  readonly was: string | undefined;
  readonly now: string | undefined;
  readonly lines: readonly MarkedLine[] | undefined;
  /** Whether a part of them is left out. */
  readonly isCut: boolean;
  /** The edits of a long text, in full. */
  readonly edits?: LineEdits | undefined;
  /** Both values in full, or only the edits of a long text; undefined if the words above say less than the values. */
  readonly exact?: string;
}

/** A value before and after, cut so that the difference is visible. */
export function twoValues(before: JsonValue | undefined, after: JsonValue | undefined): TwoValues {
  if (isPlainList(before) && isPlainList(after)) return listDifference(before, after);
  const long = longTexts(before, after);
  const words = [before, after].map((value) => (value === undefined ? undefined : valueWords(value)));
  // The words of a text and of a list with only this text are the same.
  const [was, now] =
    words[0] === words[1] ? [before, after].map((value) => visibleLine(JSON.stringify(value))) : words;
  const wholes = [before, after].flatMap((one) => (typeof one === 'string' ? readable(one).summaries : []));
  const short = shortened(was, now, wholes);
  const exact = JSON.stringify(long?.edits ?? [before ?? null, after ?? null]);
  return long ? { ...short, ...long, exact } : { ...short, lines: undefined, exact };
}

/** Long texts line by line; undefined for short ones and for other values. */
function longTexts(before: JsonValue | undefined, after: JsonValue | undefined): EditedLines | undefined {
  if (before === undefined && typeof after === 'string')
    return isLong('', after) ? { ...markedLinesOf('+', readable(after)), edits: undefined } : undefined;
  if (typeof before !== 'string') return undefined;
  if (after === undefined)
    return isLong('', before) ? { ...markedLinesOf('-', readable(before)), edits: undefined } : undefined;
  return typeof after === 'string' && isLong(before, after)
    ? lineDiff(readable(before), readable(after))
    : undefined;
}

function isLong(before: string, after: string): boolean {
  return (before + after).includes('\n') || (after.length > VALUE_AT_MOST && /></.test(after));
}

/** What is shown for a missing value. */
export const NOTHING = '(nothing)';

/** One value, cut to the number of characters that are shown. */
export function oneValue(value: JsonValue | undefined): string {
  return value === undefined ? NOTHING : inShort(valueWords(value));
}

function inShort(words: string): string {
  return countedClip(words, VALUE_AT_MOST);
}

function shortened(
  was: string | undefined,
  now: string | undefined,
  wholes: readonly string[] = [],
): Omit<TwoValues, 'lines'> {
  const isCut = [was, now].some((words) => words !== undefined && words.length > VALUE_AT_MOST);
  if (was === undefined || now === undefined)
    return { was: was && inShort(was), now: now && inShort(now), isCut };
  const [short, other] = excerpts(was, now, { width: VALUE_AT_MOST, wholes });
  return { was: countedCut(short), now: countedCut(other), isCut };
}

/** Values that were removed from a list and added to it, or the whole list if only the order differs. */
function listDifference(before: readonly JsonValue[], after: readonly JsonValue[]): TwoValues {
  const gone = before.filter((one) => !after.includes(one));
  const come = after.filter((one) => !before.includes(one));
  if (gone.length + come.length === 0)
    return { ...shortened(valueWords(before), valueWords(after)), lines: undefined };
  const [was, now] = [gone, come].map((values) => (values.length === 0 ? undefined : valueWords(values)));
  const lines = was !== undefined && now !== undefined ? oldAndNew(was, now) : undefined;
  return { ...shortened(was, now), lines };
}

/** A list whose values are neither lists nor maps. */
export function isPlainList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return isList(value) && value.length > 0 && value.every((one) => !isList(one) && !isJsonObject(one));
}

/** A filter, or a group of them. */
export function isFilters(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && (isList(value.filters) || typeof value.filter_type === 'string');
}

/** A value in one line of any length: texts unchanged, filters in words, lists value by value, maps as JSON. */
export function valueWords(value: JsonValue): string {
  return visibleLine(wordsOf(value));
}

function wordsOf(value: JsonValue): string {
  if (isFilters(value)) return filtersIn(value);
  if (isPlainList(value)) return value.map(String).join(', ');
  if (typeof value !== 'string') return jsonWords(value);
  const { text } = readable(value);
  const lines = text.split('\n');
  if (lines.length > 1) return `${clipTo(lines[0] ?? '', 50)} (${counted(lines.length, 'line')})`;
  return text === '' ? '""' : text;
}

/** JSON in one line, with spaces at which it can be broken. */
function jsonWords(value: JsonValue): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}

function filtersIn(filter: JsonObject): string {
  const group = isList(filter.filters) ? filter : { filters: [filter] };
  return filterWords(group) ?? jsonWords(filter);
}
