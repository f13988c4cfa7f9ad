import { diffLines } from 'diff/lib/diff/line.js';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { clipTo, visibleLine, visibleText } from '../text-layout.ts';
import { filterWords } from './filters.ts';
import { unmarked, type MarkedLine, type ValueRow } from './row.ts';

// A value is a text of one line or of several: a body as it is, a list member by member, filters joined by their operator.
// Two short texts are shown side by side, and long ones as the lines that differ.

/** Characters of a value in one line, and of a line. */
const LINE_AT_MOST = 160;
/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;

/** A value before and after. */
export function twoValues(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Pick<ValueRow, 'was' | 'now' | 'lines'> {
  const [old, next] = [before, after].map((value) => (value === undefined ? undefined : textOf(value)));
  const isBody = typeof (before ?? after) === 'string';
  const texts = [old ?? '', next ?? ''];
  if (texts.some((text) => text.length > LINE_AT_MOST || (isBody && text.includes('\n'))))
    return { was: undefined, now: undefined, lines: changedLines(old ?? '', next ?? '') };
  // The words of a text and of a list with only this text are the same.
  const [was, now] = old === next ? [before, after].map((one) => JSON.stringify(one)) : [old, next];
  return { was: was && visibleLine(was), now: now && visibleLine(now) };
}

/** The lines that differ, all of them, so that equal lines are equal edits. */
function changedLines(before: string, after: string): MarkedLine[] {
  const [was, now] = [brokenUp(before), brokenUp(after)];
  const changes = diffLines(was, now, { maxEditLength: EDITS_AT_MOST }) ?? [
    { removed: true, added: false, value: was },
    { removed: false, added: true, value: now },
  ];
  return changes.flatMap(({ added, removed, value }, at) => {
    if (!added && !removed) return at === 0 || at === changes.length - 1 ? [] : [unmarked('…')];
    return linesIn(value).map((text) => ({ mark: added ? '+' : '-', text }) as const);
  });
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
  if (isPlainList(value)) return value.map(String).join(',\n');
  if (typeof value !== 'string') return jsonWords(value);
  return value === '' ? '""' : value;
}

/** A list whose values are neither lists nor maps. */
function isPlainList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return isList(value) && value.length > 0 && value.every((one) => !isList(one) && !isJsonObject(one));
}

/** A filter, or a group of them. */
export function isFilters(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && (isList(value.filters) || typeof value.filter_type === 'string');
}

/** JSON with line breaks where it can be broken. */
function jsonWords(value: JsonValue): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, '\n');
}
