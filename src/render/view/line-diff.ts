import { structuredPatch } from 'diff';
import { excerptLines, VALUE_AT_MOST } from './excerpt.ts';
import { oldAndNew, unmarked, type MarkedLine } from './marked-line.ts';
import type { Readable } from './readable.ts';
import { counted } from '../../model/show.ts';
import { countedCut, visibleText } from '../text-layout.ts';

/** Unchanged lines that are kept around a change, and the most lines of a diff. */
const CONTEXT_LINES = 1;
const LINES_AT_MOST = 12;
/** The most consecutive lines of one kind. */
const RUN_AT_MOST = 4;
/** A line longer than this is split at its tags: an email is often a single line. */
const LONG_LINE = 160;

/** Lines of a diff, and whether some are cut. */
export interface DiffLines {
  readonly lines: readonly MarkedLine[];
  readonly isCut: boolean;
}

/** All removed and added lines of a text in full, in runs between unchanged lines. */
export interface LineEdits {
  readonly runs: readonly (readonly MarkedLine[])[];
  readonly summaries: readonly string[];
}

/** A line diff, and what it says in full; undefined if there is too much of it. */
export interface EditedLines extends DiffLines {
  readonly edits: LineEdits | undefined;
}

/** An added or removed text, line by line. A long one is cut between two lines. */
export function markedLinesOf(mark: '-' | '+', { text, summaries }: Readable): DiffLines {
  const all = brokenAtTags(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => visibleText(line).replaceAll('\t', '  '));
  const kept = all.length > LINES_AT_MOST + 1 ? all.slice(0, LINES_AT_MOST) : all;
  const left = all.slice(kept.length);
  const shown = cutLines(
    kept.map((line) => ({ mark, text: line })),
    summaries,
  );
  if (left.length === 0) return shown;
  const missing = `${counted(left.length, 'more line')} (${counted(left.join('\n').length, 'character')})`;
  return { lines: [...shown.lines, unmarked(`… ${missing}`)], isCut: true };
}

/** Lines that are each complete, or say how much of them is missing. */
function cutLines(lines: readonly MarkedLine[], wholes: readonly string[]): DiffLines {
  const cut = excerptLines(lines, { width: VALUE_AT_MOST, wholes });
  return {
    lines: cut.map(({ mark, ...line }) => ({ mark, text: countedCut(line) })),
    isCut: cut.some(({ left }) => left > 0),
  };
}

/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;

function linesIn(text: string): string {
  return counted(text.split('\n').length, 'line');
}

/** The changed lines with those next to them, as in `diff -u`. A long diff is cut between changes. */
export function lineDiff(before: Readable, after: Readable): EditedLines {
  const [was, now] = [brokenAtTags(before.text), brokenAtTags(after.text)];
  const summaries = [...before.summaries, ...after.summaries];
  const patch = structuredPatch('', '', was, now, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_AT_MOST,
  });
  if (!patch) {
    const lines = oldAndNew(linesIn(was), `${linesIn(now)}, most of them new`);
    return { lines, isCut: true, edits: undefined };
  }
  const runs = patch.hunks.map(({ lines }) => lines.flatMap(markedLine));
  return { ...hunkLines({ runs, summaries }), edits: { runs: runs.flatMap(editsIn), summaries } };
}

/** The edits of a line diff without the lines next to them. */
export function editLines(edits: LineEdits): readonly MarkedLine[] {
  return hunkLines(edits).lines;
}

/** A line of `diff -u`; none for a remark about the end of the file. */
function markedLine(line: string): MarkedLine[] {
  const mark = line.charAt(0);
  return mark === '-' || mark === '+' || mark === ' ' ? [{ mark, text: line.slice(1) }] : [];
}

/** Each run of removed and added lines between two unchanged ones. */
function editsIn(hunk: readonly MarkedLine[]): MarkedLine[][] {
  const edits: MarkedLine[][] = [[]];
  for (const line of hunk) {
    if (line.mark === ' ') edits.push([]);
    else edits.at(-1)?.push(line);
  }
  return edits.filter(({ length }) => length > 0);
}

function hunkLines({ runs, summaries }: LineEdits): DiffLines {
  const places = runs.flatMap((lines, at) => placesOf(lines, summaries, at === 0 ? [] : [unmarked('…')]));
  const shown: MarkedLine[] = [];
  let isCut = false;
  for (const [at, { lines, ...place }] of places.entries()) {
    if (at > 0 && shown.length + lines.length > LINES_AT_MOST)
      return { lines: [...shown, unmarked(`… ${counted(places.length - at, 'more place')}`)], isCut: true };
    shown.push(...lines);
    isCut ||= place.isCut;
  }
  return { lines: shown, isCut };
}

/** A hunk in parts that stay together: removed lines, their replacements, and the lines around them. */
function placesOf(
  hunk: readonly MarkedLine[],
  summaries: readonly string[],
  before: readonly MarkedLine[],
): DiffLines[] {
  const lines = hunk
    .filter(({ mark, text }) => mark !== ' ' || text.trim() !== '')
    .map(({ mark, text }) => ({ mark, text: visibleText(text).replaceAll('\t', '  ') }));
  const places: MarkedLine[][] = [];
  let isCut = false;
  for (const run of runsOf(lines)) {
    isCut ||= clipRun(run).length < run.length;
    const last = places.at(-1);
    const [mark, previous] = [run[0]?.mark, last?.at(-1)?.mark];
    const begins = last === undefined || (mark === '-' ? previous !== ' ' || hasChange(last) : false);
    if (begins || (mark === '+' && previous === ' ' && hasChange(last))) places.push(clipRun(run));
    else last.push(...clipRun(run));
  }
  return places.map((lines, at) => {
    const cut = cutLines(at === 0 ? [...before, ...lines] : lines, summaries);
    return { ...cut, isCut: cut.isCut || isCut };
  });
}

function hasChange(lines: readonly MarkedLine[]): boolean {
  return lines.some(({ mark }) => mark !== ' ');
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

function clipRun(run: readonly MarkedLine[]): MarkedLine[] {
  const more = run.length - RUN_AT_MOST;
  if (more <= 1) return [...run];
  return [
    ...run.slice(0, RUN_AT_MOST),
    { mark: run[0]?.mark ?? ' ', text: `… ${counted(more, 'more line')}` },
  ];
}

/** Long lines of markup as one line for each tag, so that every change in them is visible. */
function brokenAtTags(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length > LONG_LINE ? line.replace(/(?<=>)(?=<)/g, '\n') : line))
    .join('\n');
}
