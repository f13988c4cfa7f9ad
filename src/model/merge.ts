import { diffArrays } from 'diff/lib/diff/array.js';
import type { ComponentName } from './campaign.ts';
import { canonicalPart, isSet, keyed } from './canonical.ts';
import { isFlatContent } from './channel.ts';
import { isJsonObject, isList, memberIn, stableText, type JsonObject, type JsonValue } from './json.ts';
import { canonicalZone } from './local-time.ts';

// A three-way merge, as of branches in git. The file's side of it began at what was last applied, the service's side at
// what the service answered right after that. A value that is unchanged in live stays as the file says it, however the
// service spells it; a changed value is taken from live.

/** Whose value wins where the file and the service both changed the same place. */
export type Winner = 'file' | 'live';

/** A value in the file, as last applied, as last observed, and live. */
export interface FourSides<Value = JsonValue | undefined> {
  readonly file: Value;
  readonly applied: Value;
  readonly observed: Value;
  readonly live: Value;
}

interface MergeContext {
  /** The name of the field; empty for a component and for list entries. */
  readonly field: string;
  /** The time zone of the schedule that the value belongs to. */
  readonly zone: string | undefined;
  readonly side: Winner;
}

/** What both sides of a component say together; undefined if live no longer has it. */
export function mergeComponent(
  name: ComponentName,
  four: FourSides<JsonObject | undefined>,
  side: Winner,
): JsonObject | undefined {
  // Content with languages or variations can't be merged member by member with content that has none.
  const isFlat =
    name !== 'campaign_content' || Object.values(four).every((one) => isFlatContent(one?.content));
  const shaped: FourSides = isFlat ? four : each(four, (one) => one && keyed(one as JsonObject));
  const zone = name === 'scheduling_details' ? zoneOf(four.live ?? four.file) : undefined;
  const merged = mergeValues(shaped, { field: '', zone, side });
  return isJsonObject(merged) ? merged : undefined;
}

function each<From, To>(four: FourSides<From>, change: (one: From) => To): FourSides<To> {
  const { file, applied, observed, live } = four;
  return { file: change(file), applied: change(applied), observed: change(observed), live: change(live) };
}

function zoneOf(schedule: JsonObject | undefined): string {
  const zone = schedule?.timezone;
  return typeof zone === 'string' && zone !== '' ? canonicalZone(zone) : 'UTC';
}

/** What both sides say together; undefined if nothing is left. */
export function mergeValues(four: FourSides, context: MergeContext): JsonValue | undefined {
  const { file, applied, observed, live } = four;
  const text = (value: JsonValue | undefined) => stableText(canonicalPart(value, context));
  if (text(observed) === text(live) || text(file) === text(live)) return file;
  if (isJsonObject(file) && isJsonObject(live)) {
    const names = new Set([...Object.keys(file), ...Object.keys(live)]);
    const members = [...names].flatMap((name): [string, JsonValue][] => {
      const merged = mergeValues(
        each(four, (one) => memberIn(one, name)),
        { ...context, field: name },
      );
      return merged === undefined ? [] : [[name, merged]];
    });
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (isList(file) && isList(live)) {
    const [sent, seen] = [applied, observed].map((one) => (isList(one) ? one : undefined));
    const lists = { file, applied: sent ?? [], observed: seen ?? sent ?? [], live };
    return isSet(context.field) ? mergeSets(lists, context) : mergeOrdered(lists, context);
  }
  return context.side === 'file' && text(file) !== text(applied) ? file : live;
}

type FourLists = FourSides<readonly JsonValue[]>;

function textsOf(list: readonly JsonValue[], { zone }: MergeContext): string[] {
  return list.map((one) => stableText(canonicalPart(one, { field: '', zone })));
}

/** The file's entries without what the service lost, in the file's order, followed by what the service got. */
function mergeSets(four: FourLists, context: MergeContext): JsonValue {
  const { file, observed, live } = each(four, (list) => textsOf(list, context));
  return [
    ...four.file.filter((_, at) => live.includes(file[at] ?? '') || !observed.includes(file[at] ?? '')),
    ...four.live.filter((_, at) => !file.includes(live[at] ?? '') && !observed.includes(live[at] ?? '')),
  ];
}

/**
 * Merges lists as git merges lines: between the entries that neither side changed, what one side changed is taken. The
 * service shows entries in the order in which they were sent, so `applied` and `observed` correspond by index.
 */
function mergeOrdered(four: FourLists, context: MergeContext): JsonValue {
  const texts = each(four, (list) => textsOf(list, context));
  const isShared = four.applied.length === four.observed.length;
  const [inFile, inLive] = [keptIn(texts.applied, texts.file), keptIn(texts.observed, texts.live)];
  const merged: JsonValue[] = [];
  let from = { file: 0, applied: 0, observed: 0, live: 0 };
  for (const at of isShared ? inFile.keys() : []) {
    const [file, live] = [inFile.get(at), inLive.get(at)];
    if (file === undefined || live === undefined) continue;
    const to = { file, applied: at, observed: at, live };
    merged.push(...mergeBetween(four, { from, to }, context), ...four.file.slice(file, file + 1));
    from = each(to, (index) => index + 1);
  }
  const to = each(four, ({ length }) => length);
  return [...merged, ...mergeBetween(four, { from, to }, context)];
}

/** The entries of a list that are also in another one, by index, in an order that both have. */
function keptIn(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  let [from, to] = [0, 0];
  for (const { count, added, removed } of diffArrays([...before], [...after], { maxEditLength: 2000 }) ??
    []) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) pairs.set(from + at, to + at);
    if (!added) from += count;
    if (!removed) to += count;
  }
  return pairs;
}

type Indexes = FourSides<number>;

/** Entries between two that neither side changed. */
function mergeBetween(
  all: FourLists,
  { from, to }: { readonly from: Indexes; readonly to: Indexes },
  context: MergeContext,
): readonly JsonValue[] {
  const four = {
    file: all.file.slice(from.file, to.file),
    applied: all.applied.slice(from.applied, to.applied),
    observed: all.observed.slice(from.observed, to.observed),
    live: all.live.slice(from.live, to.live),
  };
  const { file, applied, observed, live } = each(four, (list) => textsOf(list, context));
  const same = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
  if (same(observed, live)) return four.file;
  if (same(file, applied) && file.length !== live.length) return four.live;
  const isWithin = (one: readonly string[], other: readonly string[]) =>
    applied.length === 0 && one.every((text) => other.includes(text));
  if (isWithin(live, file)) return four.file;
  if (isWithin(file, live)) return four.live;
  const own = context.side === 'file' ? four.file : four.live;
  if (![applied, observed, live].every(({ length }) => length === file.length)) return own;
  return four.file.flatMap((_, at) => {
    // Of an entry that both sides changed, the fields may belong together, such as a name and its ID.
    const isApart = ![live[at], applied[at]].includes(file[at]) && live[at] !== observed[at];
    const entry = each(four, (list) => list[at]);
    return (isApart ? own[at] : mergeValues(entry, { ...context, field: '' })) ?? [];
  });
}
