import { structuredPatch } from 'diff/lib/patch/create.js';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { counted } from '../../model/show.ts';
import { clipTo, countedClip, countedCut, visibleLine, visibleText } from '../text-layout.ts';
import { filterWords } from './filters.ts';
import { unmarked, oldAndNew, type ValueRow, type MarkedLine } from './value-row.ts';
import { readable } from './readable.ts';

type Words = Pick<ValueRow, 'was' | 'now' | 'lines' | 'isCut' | 'exact'>;

/** Characters of a value or of a line that are shown. */
const VALUE_AT_MOST = 160;

/** What is shown for a missing value. */
export const NOTHING = '(nothing)';

/** A value before and after, cut so that the difference is visible. */
export function twoValues(before: JsonValue | undefined, after: JsonValue | undefined): Words {
  const exact = JSON.stringify([before ?? null, after ?? null]);
  const texts = [before, after].filter((one) => one !== undefined);
  if (texts.every((one) => typeof one === 'string') && isLong(texts))
    return lineDiff(textOf(before), textOf(after), exact);
  const [gone, come] =
    isPlainList(before) && isPlainList(after) ? [less(before, after), less(after, before)] : [];
  const isMoved = gone?.length === 0 && come?.length === 0;
  const [old, next] = gone && come && !isMoved ? [orNothing(gone), orNothing(come)] : [before, after];
  const words = [old, next].map((value) => (value === undefined ? undefined : valueWords(value)));
  // The words of a text and of a list with only this text are the same.
  const [was, now] =
    words[0] === words[1] ? [old, next].map((value) => visibleLine(JSON.stringify(value))) : words;
  const shown = shortened(was, now);
  return {
    ...shown,
    lines: gone && !isMoved && shown.was && shown.now ? oldAndNew(shown.was, shown.now) : undefined,
    exact,
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isLong(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('\n') || (text.length > VALUE_AT_MOST && text.includes('><')));
}

function less(values: readonly JsonValue[], others: readonly JsonValue[]): readonly JsonValue[] {
  return values.filter((one) => !others.includes(one));
}

function orNothing(values: readonly JsonValue[]): JsonValue | undefined {
  return values.length === 0 ? undefined : values;
}

function shortened(was: string | undefined, now: string | undefined): Pick<Words, 'was' | 'now' | 'isCut'> {
  const [old, next] = [
    was === undefined ? undefined : cut(was, now),
    now === undefined ? undefined : cut(now, was),
  ];
  return { was: old?.text, now: next?.text, isCut: [old, next].some((one) => one?.isCut) };
}

/** Characters that are kept before the first difference, so that a reader can find the place. */
const LEAD = 20;

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

/** Unchanged lines that are kept around a change, the most lines of a diff, and of one kind in a row if there are more. */
const CONTEXT_LINES = 1;
const LINES_AT_MOST = 12;
const RUN_AT_MOST = 4;
/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;

/** The changed lines of a text with those next to them, as in `diff -u`. A long diff is cut between lines. */
function lineDiff(before: string, after: string, values: string): Words {
  const [was, now] = [before, after].map((text) => brokenAtTags(readable(text).text));
  const patch = structuredPatch('', '', was ?? '', now ?? '', '', '', {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_AT_MOST,
  });
  const own = { was: undefined, now: undefined };
  if (!patch) {
    const count = (text = '') => counted(text.split('\n').length, 'line');
    const lines = oldAndNew(count(was), `${count(now)}, most of them new`);
    return { ...own, lines, isCut: true, exact: values };
  }
  const hunks = patch.hunks.map(({ lines }) => lines.flatMap(markedLine));
  // The lines next to an edit may differ, but not whether there are any between two edits.
  const edits = patch.hunks.map(({ lines }) =>
    lines
      .map((line) => (line.startsWith(' ') ? ' ' : line))
      .filter((line, at, hunk) => line !== ' ' || hunk[at - 1] !== ' '),
  );
  const all = hunks.flatMap((lines, at) => (at === 0 ? lines : [unmarked('…'), ...lines]));
  return { ...own, ...cutLines(all), exact: JSON.stringify(edits.map((hunk) => hunk.join('\n').trim())) };
}

/** A line of `diff -u`; none for an empty one, and for a remark about the end of the file. */
function markedLine(line: string): MarkedLine[] {
  const mark = line.charAt(0);
  const text = visibleText(line.slice(1)).replaceAll('\t', '  ');
  return (mark === '-' || mark === '+' || mark === ' ') && text.trim() !== '' ? [{ mark, text }] : [];
}

function cutLines(lines: readonly MarkedLine[]): Pick<Words, 'lines' | 'isCut'> {
  const runs = runsOf(lines);
  const isShort = lines.length <= LINES_AT_MOST + 1;
  const most = isShort || runs.length === 1 ? lines.length : RUN_AT_MOST;
  const cut = runs.map((run, at) => {
    // A removed line and the line that replaces it are cut at the same place.
    const other = [runs[at - 1], runs[at + 1]].find(
      (next) => next?.length === run.length && [next, run].every(([first]) => first?.mark !== ' '),
    );
    return cutRun(run, other, most);
  });
  const shown = cut.flatMap((run) => run.lines ?? []);
  const left = shown.length - LINES_AT_MOST;
  if (left <= 1) return { lines: shown, isCut: cut.some((run) => run.isCut) };
  return { lines: [...shown.slice(0, LINES_AT_MOST), unmarked(moreLines(left))], isCut: true };
}

/** Lines with the same mark, as many as may be shown. */
function cutRun(
  run: readonly MarkedLine[],
  other: readonly MarkedLine[] | undefined,
  most: number,
): Pick<Words, 'lines' | 'isCut'> {
  const mark = run[0]?.mark ?? ' ';
  const kept = run.length <= most + 1 ? run : run.slice(0, most);
  const lines = kept.map(({ text }, line) => cut(text, other?.[line]?.text));
  const more = run.length - kept.length;
  return {
    lines: [
      ...lines.map(({ text }) => ({ mark, text })),
      ...(more === 0 ? [] : [{ mark, text: moreLines(more) }]),
    ],
    isCut: more > 0 || (mark !== ' ' && lines.some((line) => line.isCut)),
  };
}

function moreLines(count: number): string {
  return `… ${counted(count, 'more line')}`;
}

/** Consecutive lines with the same mark. */
function runsOf(lines: readonly MarkedLine[]): MarkedLine[][] {
  const runs: MarkedLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0]?.mark === line.mark) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** Long lines of markup as one line for each tag, so that every change in them is visible: an email is often one line. */
function brokenAtTags(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length > VALUE_AT_MOST ? line.replace(/(?<=>)(?=<)/g, '\n') : line))
    .join('\n');
}

/** One value, cut to the number of characters that are shown. */
export function oneValue(value: JsonValue): string {
  return countedClip(valueWords(value), VALUE_AT_MOST);
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
  if (isFilters(value))
    return filterWords(isList(value.filters) ? value : { filters: [value] }) ?? jsonWords(value);
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
