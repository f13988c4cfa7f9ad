import { isMap, isNode, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { isJsonObject, isList, stableText, valueAt, type JsonValue } from '../../model/json.ts';
import { align } from '../../model/align.ts';
import { renderInFlow, renderKey } from './render-value.ts';
import { beginsLine, colonOf, columnOf, lineEnd, lineFeed, linesAround } from './text-places.ts';

interface FlowSplice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

interface FlowChange {
  readonly before: JsonValue;
  readonly next: JsonValue;
}

interface FlowSlot<Splice> {
  readonly text: string;
  /** Splices that change one member or entry. */
  readonly change: (node: Node | null, change: FlowChange, name: string | undefined) => Splice[];
}

/** The text between brackets or braces, entry by entry. */
export function flowSplices<Splice extends FlowSplice>(
  node: YAMLMap | YAMLSeq,
  { before, next }: FlowChange,
  slot: FlowSlot<Splice>,
): (Splice | FlowSplice)[] {
  const entries = isMap(node) ? node.items.map(pairEntry) : node.items.map(itemEntry);
  const names = entries.map(({ name }) => name);
  const { kept, added } = isMap(node) ? ofMap(names, next) : ofList(before, next);
  const keptAt = new Map(kept.map(([from, to]) => [from, to]));
  const gone = entries.map((_, at) => !keptAt.has(at));
  const changes = kept.flatMap(([from, to]) => {
    const entry = entries[from];
    if (!entry) return [];
    const [was, will] = [memberAt(before, entry.name ?? from), memberAt(next, entry.name ?? to)];
    if (!entry.isWritten) return addedValue(entry, will);
    return slot.change(entry.node, { before: was, next: will }, entry.name);
  });
  const insertions = [...added].flatMap(([after, texts]): FlowSplice[] => {
    const neighbor = entries[after ?? kept[0]?.[0] ?? 0];
    if (!neighbor) return [];
    return after === undefined
      ? [insertedBefore(neighbor, texts, slot.text)]
      : insertedAfter(neighbor, texts, slot.text);
  });
  return [...changes, ...insertions, ...cuts(entries, gone, slot.text)];
}

function insertedBefore({ start }: Entry, texts: readonly string[], text: string): FlowSplice {
  const gap = gapBefore(start, text);
  return { from: start, to: start, put: texts.map((one) => `${one},${gap}`).join('') };
}

/** Below an entry with a line of its own, so that its comment stays with it. */
function insertedAfter(entry: Entry, texts: readonly string[], text: string): FlowSplice[] {
  const { start, end } = entry;
  const gap = gapBefore(start, text);
  const line = ownLine(entry, text);
  if (!line?.comment) return [{ from: end, to: end, put: texts.map((one) => `,${gap}${one}`).join('') }];
  const comma = line.hasComma ? ',' : '';
  return [
    ...(line.hasComma ? [] : [{ from: end, to: end, put: ',' }]),
    { from: line.to, to: line.to, put: texts.map((one) => gap + one).join(',') + comma },
  ];
}

function gapBefore(start: number, text: string): string {
  return beginsLine(text, start) ? `${lineFeed(text)}${' '.repeat(columnOf(text, start))}` : ' ';
}

interface OwnLine {
  readonly hasComma: boolean;
  readonly comment: string;
  /** The end of the line, before the line break. */
  readonly to: number;
}

/** The rest of the line after an entry, if nothing else is on its lines but a comma and a comment. */
function ownLine({ start, end }: Entry, text: string): OwnLine | undefined {
  if (!beginsLine(text, start)) return undefined;
  const to = lineEnd(text, end);
  const match = /^[ \t]*(,?)[ \t]*((?<=[ \t,])#.*)?$/.exec(text.slice(end, to));
  return match ? { hasComma: match[1] === ',', comment: match[2] ?? '', to } : undefined;
}

interface Entry {
  readonly name?: string;
  readonly node: Node | null;
  readonly start: number;
  readonly end: number;
  /** Whether it has a value: a name alone in braces has none. */
  readonly isWritten: boolean;
}

function pairEntry(pair: Pair): Entry {
  const key = isNode(pair.key) ? pair.key : undefined;
  const node = isNode(pair.value) ? pair.value : null;
  const [start = 0, keyEnd = start] = key?.range ?? [];
  const [from = 0, to = from] = node?.range ?? [];
  const isWritten = node !== null && to > from;
  const name = isScalar(key) ? String(key.value) : '';
  const end = isWritten ? to : (colonOf(pair) ?? keyEnd);
  return { name, node, start, end, isWritten };
}

function itemEntry(item: unknown): Entry {
  const node = isNode(item) ? item : null;
  const [from = 0, end = from] = node?.range ?? [];
  // An anchor comes before its value.
  const start = node && 'anchor' in node && node.anchor ? from - node.anchor.length - 2 : from;
  return { node, start, end, isWritten: true };
}

function addedValue({ end, node }: Entry, value: JsonValue): FlowSplice[] {
  if (value === null) return [];
  return [{ from: end, to: end, put: `${node === null ? ':' : ''} ${renderInFlow(value)}` }];
}

/** Entries that stay, by their indexes before and after, and the texts of new ones by the entry that they follow. */
interface Sorted {
  readonly kept: readonly (readonly [before: number, after: number])[];
  readonly added: ReadonlyMap<number | undefined, readonly string[]>;
}

function ofMap(old: readonly (string | undefined)[], next: JsonValue): Sorted {
  const will = isJsonObject(next) ? next : {};
  const stays = old.filter((name) => name !== undefined && Object.hasOwn(will, name));
  const kept = stays.map((name) => [old.indexOf(name), 0] as const);
  const byName = addedAfter(Object.keys(will), new Set(stays));
  const texts = (added: readonly string[]) =>
    added.map((name) => `${renderKey(name)}: ${renderInFlow(will[name] ?? null)}`);
  return {
    kept,
    added: new Map(
      [...byName].map(([name, added]) => [name === undefined ? undefined : old.indexOf(name), texts(added)]),
    ),
  };
}

function ofList(before: JsonValue, next: JsonValue): Sorted {
  const [was, will] = [isList(before) ? before : [], isList(next) ? next : []];
  const { same, edited } = align(was.map(stableText), will.map(stableText));
  const kept = [...same, ...edited].sort(([left], [right]) => left - right);
  const added = new Map<number | undefined, string[]>();
  let last: number | undefined;
  const beforeIt = new Map(kept.map(([from, to]) => [to, from]));
  for (const [at, value] of will.entries()) {
    const from = beforeIt.get(at);
    if (from !== undefined) last = from;
    else added.set(last, [...(added.get(last) ?? []), renderInFlow(value)]);
  }
  return { kept, added };
}

/** New names by the kept name that they follow; undefined for those before all others. */
export function addedAfter(
  names: readonly string[],
  kept: ReadonlySet<string | undefined>,
): ReadonlyMap<string | undefined, readonly string[]> {
  const added = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const name of names) {
    if (kept.has(name)) last = name;
    else added.set(last, [...(added.get(last) ?? []), name]);
  }
  return added;
}

function memberAt(value: JsonValue, at: string | number): JsonValue {
  return valueAt(value, [at]) ?? null;
}

/** Whole lines, or each run of entries with the commas that are no longer needed. */
function cuts(entries: readonly Entry[], gone: readonly boolean[], text: string): FlowSplice[] {
  const found: FlowSplice[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    if (!gone[at] || gone[at - 1]) continue;
    let next = at;
    while (gone[next]) next += 1;
    const run = entries.slice(at, next);
    const [first, before, after] = [entries[at], entries[at - 1], entries[next]];
    const last = entries[next - 1];
    if (!first || !last) continue;
    // Comments between such lines stay, and a comma before the closing bracket is allowed.
    if (run.every((one) => ownLine(one, text)))
      found.push(...run.map(({ start, end }) => ({ ...linesAround(text, start, end), put: '' })));
    else if (after) found.push({ from: first.start, to: after.start, put: '' });
    else if (before) found.push({ from: before.end, to: last.end, put: '' });
  }
  return found;
}
