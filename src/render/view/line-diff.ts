import { structuredPatch } from 'diff';
import { excerptLines, VALUE_AT_MOST } from './excerpt.ts';
import { counted } from '../../model/show.ts';
import { countedCut } from '../text-layout.ts';
import { visibleText } from '../visible-text.ts';

/** Unchanged lines that are kept around a change, and the most lines of a diff. */
const CONTEXT_LINES = 1;
const LINES_AT_MOST = 12;
/** The most consecutive lines of one kind. */
const RUN_AT_MOST = 4;
/** A line longer than this is split at its tags: an email is often a single line. */
const LONG_LINE = 160;

/** Lines marked `-` and `+`, and whether some are cut. */
export interface Lines {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** All removed and added lines of a text, marked and in full, in runs between unchanged lines. */
export type LineEdits = readonly (readonly string[])[];

/** A line diff, and what it says in full; undefined if there is too much of it. */
export interface EditedLines extends Lines {
  readonly edits: LineEdits | undefined;
}

/** An added or removed text, line by line. A long one is cut between two lines. */
export function linesOf(mark: '-' | '+', text: string): Lines {
  const all = brokenAtTags(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => visibleText(line).replaceAll('\t', '  '));
  const kept = all.length > LINES_AT_MOST + 1 ? all.slice(0, LINES_AT_MOST) : all;
  const left = all.slice(kept.length);
  const shown = cutLines(kept.map((line) => `${mark} ${line}`));
  if (left.length === 0) return shown;
  const missing = `${counted(left.length, 'more line')} (${counted(left.join('\n').length, 'character')})`;
  return { lines: [...shown.lines, `  … ${missing}`], isCut: true };
}

/** Lines that are each complete, or say how much of them is missing. */
function cutLines(lines: readonly string[]): Lines {
  const cut = excerptLines(lines, VALUE_AT_MOST);
  const shown = lines.map((line, at) => countedCut(line, cut[at] ?? ''));
  return { lines: shown, isCut: shown.some((line, at) => line !== lines[at]) };
}

/** The most added and removed lines that are compared: the time grows with their square. */
const EDITS_AT_MOST = 1_000;

function linesIn(text = ''): string {
  return counted(text.split('\n').length, 'line');
}

/** The changed lines with those next to them, as in `diff -u`. A long diff is cut between changes. */
export function lineDiff(before: string, after: string): EditedLines {
  const [was, now] = [before, after].map(brokenAtTags);
  const patch = structuredPatch('', '', was ?? '', now ?? '', '', '', {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_AT_MOST,
  });
  if (!patch) {
    const lines = [`- ${linesIn(was)}`, `+ ${linesIn(now)}, most of them new`];
    return { lines, isCut: true, edits: undefined };
  }
  const hunks = patch.hunks.map(({ lines }) => lines);
  return { ...hunkLines(hunks), edits: hunks.flatMap(editsIn) };
}

/** The edits of a line diff without the lines next to them. */
export function editLines(edits: LineEdits): readonly string[] {
  return hunkLines(edits).lines;
}

/** Each run of removed and added lines between two unchanged ones. */
function editsIn(hunk: readonly string[]): string[][] {
  const edits: string[][] = [[]];
  for (const line of hunk) {
    if (/^[-+]/.test(line)) edits.at(-1)?.push(line);
    else if (line.startsWith(' ')) edits.push([]);
  }
  return edits.filter(({ length }) => length > 0);
}

function hunkLines(hunks: LineEdits): Lines {
  const places = hunks.flatMap((lines, at) => placesOf(lines, at === 0 ? [] : ['  …']));
  const shown: string[] = [];
  let isCut = false;
  for (const [at, { lines, ...place }] of places.entries()) {
    if (at > 0 && shown.length + lines.length > LINES_AT_MOST)
      return { lines: [...shown, `  … ${counted(places.length - at, 'more place')}`], isCut: true };
    shown.push(...lines);
    isCut ||= place.isCut;
  }
  return { lines: shown, isCut };
}

/** A hunk in parts that stay together: removed lines, their replacements, and the lines around them. */
function placesOf(hunk: readonly string[], before: readonly string[]): Lines[] {
  const lines = hunk
    .filter((line) => !line.startsWith('\\') && line.trim() !== '')
    .map((line) => `${line.charAt(0)} ${visibleText(line.slice(1)).replaceAll('\t', '  ')}`);
  const places: string[][] = [];
  let isCut = false;
  for (const run of runsOf(lines)) {
    isCut ||= clipRun(run).length < run.length;
    const last = places.at(-1);
    const [mark, previous] = [run[0]?.charAt(0), last?.at(-1)?.charAt(0)];
    const begins = last === undefined || (mark === '-' ? previous !== ' ' || hasChange(last) : false);
    if (begins || (mark === '+' && previous === ' ' && hasChange(last))) places.push(clipRun(run));
    else last.push(...clipRun(run));
  }
  return places.map((lines, at) => {
    const cut = cutLines(at === 0 ? [...before, ...lines] : lines);
    return { ...cut, isCut: cut.isCut || isCut };
  });
}

function hasChange(lines: readonly string[]): boolean {
  return lines.some((line) => /^[-+]/.test(line));
}

/** Consecutive lines with the same mark. */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0]?.charAt(0) === line.charAt(0)) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

function clipRun(run: readonly string[]): string[] {
  const more = run.length - RUN_AT_MOST;
  if (more <= 1) return [...run];
  return [...run.slice(0, RUN_AT_MOST), `${run[0]?.charAt(0) ?? ' '} … ${counted(more, 'more line')}`];
}

/** Long lines of markup as one line for each tag, so that every change in them is visible. */
function brokenAtTags(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length > LONG_LINE ? line.replace(/(?<=>)(?=<)/g, '\n') : line))
    .join('\n');
}
