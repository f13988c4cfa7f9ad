import type { ComponentName } from './campaign.ts';
import { canonicalPart, isSet, keyed, zoneOf, type Spelling } from './canonical.ts';
import { isFlatContent } from './channel.ts';
import { isJsonObject, isList, valueAt, stableText, type JsonObject, type JsonValue } from './json.ts';

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

interface MergeContext extends Required<Spelling> {
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
    name !== 'campaign_content' ||
    Object.values<JsonObject | undefined>({ ...four }).every((one) => isFlatContent(one?.content));
  const shaped: FourSides = isFlat ? four : each(four, (one) => one && keyed(one));
  const zone = name === 'scheduling_details' ? zoneOf((four.live ?? four.file)?.timezone) : undefined;
  const merged = mergeValues(shaped, { field: '', zone, side });
  return isJsonObject(merged) ? merged : undefined;
}

function each<From, To>(four: FourSides<From>, change: (one: From) => To): FourSides<To> {
  const { file, applied, observed, live } = four;
  return { file: change(file), applied: change(applied), observed: change(observed), live: change(live) };
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
        each(four, (one) => valueAt(one, [name])),
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
 * Lists of the same length in which no entry moved are merged entry by entry. Otherwise one side's list is taken: the one
 * that has all changes of the other.
 */
function mergeOrdered(four: FourLists, context: MergeContext): JsonValue {
  const { file, applied, observed, live } = each(four, (list) => textsOf(list, context));
  const isOurs = context.side === 'file';
  const isInPlace = !hasMoved(file, applied) && !hasMoved(live, observed);
  if (isInPlace && [applied, observed, live].every(({ length }) => length === file.length))
    return four.file.flatMap((_, at) => {
      // Of an entry that both sides changed, the fields may belong together, such as a name and its ID.
      const isApart = ![live[at], applied[at]].includes(file[at]) && live[at] !== observed[at];
      const entry = each(four, (list) => list[at]);
      const own = isOurs ? entry.file : entry.live;
      return (isApart ? own : mergeValues(entry, { ...context, field: '' })) ?? [];
    });
  const spelled = four.live.map((one, at) => four.file[file.indexOf(live[at] ?? '')] ?? one);
  if (file.join() === applied.join()) return spelled;
  const isInOrder = common(file, live).join() === common(live, file).join();
  if (isInOrder && hasChanges(file, { from: observed, to: live })) return four.file;
  if (isInOrder && hasChanges(live, { from: applied, to: file })) return spelled;
  return isOurs ? four.file : spelled;
}

type Texts = readonly string[];

function common(one: Texts, other: Texts): Texts {
  return one.filter((text) => other.includes(text));
}

/** Whether an entry is at the place of another one. */
function hasMoved(list: Texts, former: Texts): boolean {
  return list.some((text, at) => text !== former[at] && former.includes(text));
}

/** Whether another list only got entries, and this one has them. What is gone there may have been edited here. */
function hasChanges(list: Texts, { from, to }: { readonly from: Texts; readonly to: Texts }): boolean {
  const isTaken = (text: string) => list.includes(text) || from.includes(text);
  return to.every(isTaken) && common(to, from).join() === from.join();
}
