import { structuredPatch } from 'diff/lib/patch/create.js';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { clipTo, countedClip, countedCut, visibleLine, visibleText } from '../text-layout.ts';
import { filterWords } from './filters.ts';
import { linesOf, lineText, unmarked, type MarkedLine, type ValueRow } from './row.ts';

// A value is a text of one line or of several: a body as it is, a list member by member, filters joined by their operator.
// Two short texts are shown side by side, and long ones as the lines that differ.

type Words = Pick<ValueRow, 'was' | 'now' | 'lines' | 'isCut' | 'exact'>;

/** Characters of a value or of a line that are shown. */
export const VALUE_AT_MOST = 160;
/** What is shown for a missing value. */
export const NOTHING = '(nothing)';
/** The most lines of a diff with the same mark. */
const LINES_AT_MOST = 16;
/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;
/** Characters that are kept before the first difference, so that a reader can find the place. */
const LEAD = 20;

/** A value before and after. What is left out is counted, and never the first difference. */
export function twoValues(before: JsonValue | undefined, after: JsonValue | undefined): Words {
  const [old, next] = [before, after].map((value) => (value === undefined ? undefined : textOf(value)));
  const exact = JSON.stringify([before ?? null, after ?? null]);
  if ([old, next].some((text) => text !== undefined && (isLong(text) || isBody(before ?? after, text))))
    return lineDiff(old, next, exact);
  // The words of a text and of a list with only this text are the same.
  const isSame = old === next;
  const [was, now] = isSame ? [before, after].map((one) => JSON.stringify(one)) : [old, next];
  return { was: was && visibleLine(was), now: now && visibleLine(now), isCut: false, exact };
}

function isLong(text: string): boolean {
  return text.length > VALUE_AT_MOST;
}

/** A text of several lines, which is one even if it is short. */
function isBody(value: JsonValue | undefined, text: string): boolean {
  return typeof value === 'string' && text.includes('\n');
}

/** The changed lines of a text with those next to them, as in `diff -u`. */
function lineDiff(before: string | undefined, after: string | undefined, values: string): Words {
  const [was, now] = [before, after].map((text = '') => brokenAtTags(text));
  const patch = structuredPatch('', '', was ?? '', now ?? '', '', '', {
    context: 1,
    maxEditLength: EDITS_AT_MOST,
  });
  const own = { was: undefined, now: undefined };
  if (!patch) {
    const count = (text = '') => counted(text.split('\n').length, 'line');
    const lines = linesOf({ was: count(was), now: `${count(now)}, most of them new` });
    return { ...own, lines, isCut: true, exact: values };
  }
  const hunks = patch.hunks.map((hunk) => hunk.lines.flatMap(markedLine));
  // The lines next to an edit may differ, but not whether there are any between two edits.
  const edits = hunks.map((hunk) =>
    hunk
      .map((line) => (line.mark === ' ' ? '' : lineText(line)))
      .join('\n')
      .trim(),
  );
  const all = hunks.flatMap((lines, at) => [...(at === 0 ? [] : [unmarked('…')]), ...paired(lines)]);
  return { ...own, ...shortened(all), exact: JSON.stringify(edits) };
}

/** A line of `diff -u`; none for an empty one, and for a remark about the end of the file. */
function markedLine(line: string): MarkedLine[] {
  const mark = line.charAt(0);
  const text = visibleText(line.slice(1)).replaceAll('\t', '  ');
  return (mark === '-' || mark === '+' || mark === ' ') && text.trim() !== '' ? [{ mark, text }] : [];
}

/** A line with the one that it replaces or that replaces it. */
interface PairedLine extends MarkedLine {
  readonly other?: string | undefined;
}

function paired(lines: readonly MarkedLine[]): PairedLine[] {
  const [gone, come] = (['-', '+'] as const).map((mark) => lines.filter((line) => line.mark === mark));
  const places = new Map(
    [...(gone ?? []).entries(), ...(come ?? []).entries()].map(([at, one]) => [one, at]),
  );
  return lines.map((line) => {
    const others = line.mark === '-' ? come : line.mark === '+' ? gone : undefined;
    return { ...line, other: others?.[places.get(line) ?? 0]?.text };
  });
}

function shortened(lines: readonly PairedLine[]): Pick<Words, 'lines' | 'isCut'> {
  const seen = { '-': 0, '+': 0, ' ': 0 };
  const kept = lines.filter(({ mark }) => ++seen[mark] <= LINES_AT_MOST);
  const cuts = kept.map(({ mark, text, other }) => ({ mark, ...cut(text, other) }));
  const left = lines.length - kept.length;
  return {
    lines: [
      ...cuts.map(({ mark, text }) => ({ mark, text })),
      ...(left === 0 ? [] : [unmarked(`… ${counted(left, 'more line')}`)]),
    ],
    isCut: left > 0 || cuts.some(({ mark, isCut }) => mark !== ' ' && isCut),
  };
}

/** A text in at most `VALUE_AT_MOST` characters. What it has in common with the other one is left out if it doesn't fit. */
function cut(text: string, other: string | undefined): { readonly text: string; readonly isCut: boolean } {
  const fits = Math.max(text.length, other?.length ?? 0) <= VALUE_AT_MOST;
  const from = fits || other === undefined ? 0 : Math.max(0, sharedStart(text, other) - LEAD);
  const rest = from === 0 ? text : `…${text.slice(from)}`;
  const shown = clipTo(rest, VALUE_AT_MOST);
  const left = from + (shown === rest ? 0 : rest.length - (VALUE_AT_MOST - 1));
  return { text: countedCut({ text: shown, left }), isCut: left > 0 };
}

/** The length of the common beginning of two texts. A pair of surrogates is never split. */
function sharedStart(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at > 0 && /[\ud800-\udbff]/.test(left[at - 1] ?? '') ? at - 1 : at;
}

/** Long lines of markup as one line for each tag, so that every change in them is visible: an email is often one line. */
function brokenAtTags(text: string): string {
  return text
    .split('\n')
    .map((line) => (isLong(line) ? line.replace(/(?<=>)(?=<)/g, '\n') : line))
    .join('\n');
}

/** One value, cut to the number of characters that are shown. */
export function oneValue(value: JsonValue): string {
  return countedClip(valueWords(value), VALUE_AT_MOST);
}

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
  return value === '' ? '""' : value.replace(ENCODED, summary);
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

/** Unreadable data: a long run of base64, in a data URI or alone. */
const ENCODED = /(?:data:[\w/+.-]{1,100};base64,)?[A-Za-z0-9+/_-]{160,}={0,2}/g;

/** The kind of the data, its length, and 32 bits of FNV-1a, enough to see that two data of one length differ. */
function summary(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  const kind = /^data:[^,]*/.exec(content)?.[0] ?? 'base64';
  return `[${kind}, ${content.length.toLocaleString('en-US')} characters, #${(hash >>> 0).toString(16)}]`;
}
