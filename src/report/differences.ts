import { structuredPatch } from 'diff';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ComponentChange, Operation } from '../model/plan.ts';
import { filterWords } from './audience.ts';
import { excerptLines, excerpts } from './excerpt.ts';
import { readable } from './readable.ts';
import { clip, counted } from './text-layout.ts';

/** One place of a component that differs: `lines` are the removed and added ones, marked `-` and `+`. */
export interface Difference {
  /** Where the field stands, without the parts that are the same for everything: `android · default · variation_1`. */
  readonly context: string;
  readonly field: string;
  /** Both values where each fits on a line; undefined on a side that has none. */
  readonly was: string | undefined;
  readonly now: string | undefined;
  /** A short line diff, for long text. */
  readonly lines: readonly string[] | undefined;
}

/** Steps of a path that say nothing to a reader. */
const SILENT = new Set(['content', 'push', 'email', 'basic_details']);
/** Lines of unchanged text that are kept around a change, and lines of a diff at most. */
const CONTEXT_LINES = 1;
const LINES_AT_MOST = 12;
const VALUE_AT_MOST = 160;

/** What differs in a component, field by field, in the order of the operations. */
export function differences(change: ComponentChange): Difference[] {
  return change.operations.flatMap((operation) => differencesOf(operation));
}

function differencesOf({ path, was, value }: Operation): Difference[] {
  const steps = path.split('/').slice(1).map(unescape);
  return leavesOf(was, value, steps).map(({ at, before, after }) => {
    // An entry of a list is told under the list's name.
    const named = /^\d+$/.test(at.at(-1) ?? '') ? at.slice(0, -1) : at;
    return { context: contextOf(named.slice(0, -1)), field: named.at(-1) ?? '', ...valuesOf(before, after) };
  });
}

interface LeafPair {
  readonly at: readonly string[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** A whole object that came or went is told by its fields. */
function leavesOf(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  at: readonly string[],
): LeafPair[] {
  const whole = after ?? before;
  if ((before !== undefined && after !== undefined) || !isJsonObject(whole) || isFilters(whole))
    return [{ at, before, after }];
  return Object.keys(whole).flatMap((name) =>
    leavesOf(isJsonObject(before) ? before[name] : undefined, isJsonObject(after) ? after[name] : undefined, [
      ...at,
      name,
    ]),
  );
}

function contextOf(steps: readonly string[]): string {
  return steps.filter((step) => !SILENT.has(step)).join(' · ');
}

function valuesOf(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Pick<Difference, 'was' | 'now' | 'lines'> {
  if (isPlainList(before) && isPlainList(after)) return listDifference(before, after);
  const [was, now] = [before, after].map((value) => (value === undefined ? undefined : show(value)));
  if (typeof before === 'string' && typeof after === 'string' && (before + after).includes('\n'))
    return { ...shortened(was, now), lines: lineDiff(readable(before), readable(after)) };
  return { ...shortened(was, now), lines: undefined };
}

function shortened(was: string | undefined, now: string | undefined): Pick<Difference, 'was' | 'now'> {
  if (was === undefined || now === undefined)
    return { was: was && clip(was, VALUE_AT_MOST), now: now && clip(now, VALUE_AT_MOST) };
  const [short, other] = excerpts(was, now, VALUE_AT_MOST);
  return { was: short, now: other };
}

/** Values that left a list and that came into it; the whole list where only their order differs. */
function listDifference(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): Pick<Difference, 'was' | 'now' | 'lines'> {
  const gone = before.filter((one) => !after.includes(one));
  const come = after.filter((one) => !before.includes(one));
  const [was, now] = gone.length + come.length === 0 ? [before, after] : [gone, come];
  const told = (values: readonly JsonValue[]) => (values.length === 0 ? undefined : show(values));
  return { ...shortened(told(was), told(now)), lines: undefined };
}

function isPlainList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return isList(value) && value.length > 0 && value.every((one) => !isList(one) && !isJsonObject(one));
}

/** A filter, or a group of them. */
function isFilters(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && (isList(value.filters) || typeof value.filter_type === 'string');
}

/** The lines that changed with those next to them, as `diff -u` has them. */
function lineDiff(before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES });
  const lines = hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : ['  …']),
    ...hunk.lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => `${line.charAt(0)} ${line.slice(1)}`),
  ]);
  const short = excerptLines(lines, VALUE_AT_MOST);
  if (lines.length <= LINES_AT_MOST) return short;
  return [...short.slice(0, LINES_AT_MOST), `  … ${counted(lines.length - LINES_AT_MOST, 'more line')}`];
}

/** A value in one line, however long: texts as they are, filters in words, lists value by value, maps as JSON. */
function show(value: JsonValue): string {
  const filters = isFilters(value)
    ? [value]
    : isList(value) && value.length > 0 && value.every(isFilters)
      ? value
      : [];
  if (filters.length > 0) return filters.map(wordsOf).join(', ');
  if (isPlainList(value)) return value.map(String).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = readable(value);
  const lines = text.split('\n');
  if (lines.length > 1) return `${clip(lines[0] ?? '', 50)} (${counted(lines.length, 'line')})`;
  return text === '' ? '""' : text;
}

function wordsOf(filter: JsonValue): string {
  const group = isJsonObject(filter) && isList(filter.filters) ? filter : { filters: [filter] };
  return filterWords(group) ?? JSON.stringify(filter);
}

function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
