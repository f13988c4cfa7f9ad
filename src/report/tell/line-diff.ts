import { structuredPatch } from 'diff';
import { excerptLines, VALUE_AT_MOST } from './excerpt.ts';
import { counted } from '../text-layout.ts';
import { visibleText } from '../visible-text.ts';

/** Lines of unchanged text that are kept around a change, and lines of a diff at most. */
const CONTEXT_LINES = 1;
const LINES_AT_MOST = 12;
/** Lines of one kind that follow each other, at most. */
const RUN_AT_MOST = 4;
/** A line longer than this is split at its tags: a mail is often one line. */
const LONG_LINE = 160;

/** The lines that changed with those next to them, as `diff -u` has them; what is too long is cut between changes. */
export function lineDiff(before: string, after: string): string[] {
  const [was, now] = [before, after].map(brokenAtTags);
  const { hunks } = structuredPatch('', '', was ?? '', now ?? '', '', '', { context: CONTEXT_LINES });
  const places = hunks.flatMap(({ lines }, at) => placesOf(lines, at === 0 ? [] : ['  …']));
  const shown: string[] = [];
  for (const [at, lines] of places.entries()) {
    if (at > 0 && shown.length + lines.length > LINES_AT_MOST)
      return [...shown, `  … ${counted(places.length - at, 'more place')}`];
    shown.push(...lines);
  }
  return shown;
}

/** A hunk in parts that are not torn: what went with what came for it, and what stands around them. */
function placesOf(hunk: readonly string[], before: readonly string[]): string[][] {
  const lines = hunk
    .filter((line) => !line.startsWith('\\') && line.trim() !== '')
    .map((line) => `${line.charAt(0)} ${visibleText(line.slice(1)).replaceAll('\t', '  ')}`);
  const places: string[][] = [];
  for (const run of runsOf(lines)) {
    const last = places.at(-1);
    const [mark, previous] = [run[0]?.charAt(0), last?.at(-1)?.charAt(0)];
    const begins = last === undefined || (mark === '-' ? previous !== ' ' || hasChange(last) : false);
    if (begins || (mark === '+' && previous === ' ' && hasChange(last))) places.push(clipRun(run));
    else last.push(...clipRun(run));
  }
  return places.map((lines, at) => excerptLines(at === 0 ? [...before, ...lines] : lines, VALUE_AT_MOST));
}

function hasChange(lines: readonly string[]): boolean {
  return lines.some((line) => /^[-+]/.test(line));
}

/** Lines that follow each other and have the same mark. */
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

/** Long lines of markup as one line for each tag, so that every change in them is seen. */
function brokenAtTags(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length > LONG_LINE ? line.replace(/(?<=>)(?=<)/g, '\n') : line))
    .join('\n');
}
