import { canonicalPart, isSet } from './canonical.ts';
import { memberIn, isJsonObject, isList, stableText, type JsonObject, type JsonValue } from './json.ts';
import { mergeLists, type Winner } from './merge-lists.ts';

// A three-way merge, as of branches in git. The file's side of it began at what was last applied, the service's side at
// what the service answered right after that. A value that is unchanged in live stays as the file says it, however the
// service spells it; a changed value is taken from live.

/** A value in the file, as last applied, as last observed, and live. */
export interface FourSides {
  readonly file: JsonValue | undefined;
  readonly applied: JsonValue | undefined;
  readonly observed: JsonValue | undefined;
  readonly live: JsonValue | undefined;
}

export interface MergeContext {
  /** The name of the field; empty for a component and for list entries. */
  readonly field: string;
  /** The time zone of the schedule that the value belongs to. */
  readonly zone: string | undefined;
  readonly side: Winner;
}

/** What both sides say together; undefined if nothing is left. */
export function mergeValues(four: FourSides, context: MergeContext): JsonValue | undefined {
  const { file, applied, observed, live } = four;
  const { field, side } = context;
  const same = (one: JsonValue | undefined, other: JsonValue | undefined) =>
    textOf(one, context) === textOf(other, context);
  if (same(observed, live) || same(file, live)) return file;
  if (isJsonObject(file) && isJsonObject(live)) {
    const merged = mergeMaps(four, context);
    return Object.keys(merged).length > 0 ? merged : undefined;
  }
  if (isList(file) && isList(live))
    return isSet(field)
      ? mergeSets({ ...four, file, live }, context)
      : mergeOrdered({ ...four, file, live }, context);
  return side === 'file' && !same(file, applied) ? file : live;
}

function mergeMaps({ file, applied, observed, live }: FourSides, context: MergeContext): JsonObject {
  const names = new Set([file, live].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : [])));
  return Object.fromEntries(
    [...names].flatMap((name): [string, JsonValue][] => {
      const [a, b, c, d] = [file, applied, observed, live].map((one) => memberIn(one, name));
      const four = { file: a, applied: b, observed: c, live: d };
      const merged = mergeValues(four, { ...context, field: name });
      return merged === undefined ? [] : [[name, merged]];
    }),
  );
}

interface FourLists extends FourSides {
  readonly file: readonly JsonValue[];
  readonly live: readonly JsonValue[];
}

/** The file's entries without what the service lost, in the file's order, followed by what the service got. */
function mergeSets({ file, applied, observed, live }: FourLists, context: MergeContext): JsonValue {
  const base = isList(observed) ? observed : isList(applied) ? applied : [];
  const [said, seen, shown] = [file, base, live].map((list) => new Set(textsOf(list, context)));
  const has = (set: ReadonlySet<string> | undefined, one: JsonValue) =>
    set?.has(textOf(one, context)) === true;
  return [
    ...file.filter((one) => has(shown, one) || !has(seen, one)),
    ...live.filter((one) => !has(said, one) && !has(seen, one)),
  ];
}

function mergeOrdered({ file, applied, observed, live }: FourLists, { zone, side }: MergeContext): JsonValue {
  const context = { field: '', zone, side };
  const texts = (list: readonly JsonValue[]) => textsOf(list, context);
  if (!isList(applied) || !isList(observed) || applied.length !== observed.length)
    return inFileSpelling({ file, applied, observed, live }, context);
  const entries = mergeLists(
    { before: texts(applied), after: texts(file) },
    { before: texts(observed), after: texts(live) },
    side,
  );
  return entries.flatMap((one): JsonValue[] => {
    if (one.from !== 'both') return (one.from === 'file' ? file : live).slice(one.at, one.at + 1);
    const [own, theirs] = [file[one.file], live[one.live]];
    const four = { file: own, applied: applied[one.base], observed: observed[one.base], live: theirs };
    const merged = mergeValues(four, context) ?? own;
    return merged === undefined ? [] : [merged];
  });
}

/** Without a common ancestor, one side is taken as a whole. */
function inFileSpelling({ file, applied, live }: FourLists, context: MergeContext): JsonValue {
  const same = isList(applied) && textsOf(applied, context).join() === textsOf(file, context).join();
  if (context.side === 'file' && !same) return file;
  const own = new Map(file.map((one) => [textOf(one, context), one]));
  return live.map((one) => own.get(textOf(one, context)) ?? one);
}

function textsOf(list: readonly JsonValue[], context: MergeContext): string[] {
  return list.map((one) => textOf(one, { ...context, field: '' }));
}

function textOf(value: JsonValue | undefined, { field, zone }: MergeContext): string {
  return stableText(canonicalPart(value, { field, zone }));
}
