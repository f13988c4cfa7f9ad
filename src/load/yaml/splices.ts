import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type CST,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  isJsonObject,
  isList,
  sameJson,
  stableText,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { align } from '../../model/align.ts';
import { addedAfter, flowSplices } from './flow-splices.ts';
import { itemLines } from './item-lines.ts';
import { namesAround, nested } from './nested.ts';
import { joinQuoted, renderInBlock, renderInFlow, renderKey } from './render-value.ts';
import {
  beginsLine,
  colonOf,
  columnOf,
  commentBefore,
  dashesOf,
  endOf,
  isBlockScalar,
  keepsEmptyLines,
  lineEnd,
  lineFeed,
  linesAround,
  ownIndent,
} from './text-places.ts';

// A file is changed by replacing ranges of its text, so that everything else keeps its bytes: comments, blank lines,
// quotes, the order of keys. The syntax tree is used only to locate the ranges.

/** A range of the text, between two offsets, and its replacement. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
  /** Whether it replaces an alias: that waits until the anchored values are correct. */
  readonly isAlias?: true;
}

/** The position of a value. */
export interface Slot {
  readonly text: string;
  /** The fields of the campaign above it, including its own. */
  readonly names: readonly string[];
  /** Undefined in brackets and braces. */
  readonly block?: {
    /** Right after the colon or the dash. */
    readonly after: number;
    /** The column of the key or the dash. */
    readonly column: number;
  };
}

/** The changes that make a node say `next` instead of `before`. */
export function splicesFor(
  node: Node | null,
  { before, next }: { readonly before: JsonValue; readonly next: JsonValue },
  slot: Slot,
): Splice[] {
  if (sameJson(before, next)) return [];
  if (isAlias(node)) return replacedValue(node, next, slot).map((one) => ({ ...one, isAlias: true }));
  if (isMap(node) && isJsonObject(before) && isJsonObject(next)) {
    const isKept = Object.keys(next).some((name) => Object.hasOwn(before, name));
    if (isKept && node.flow) return inFlow(node, { before, next }, slot);
    if (isKept && isPlainMap(node)) return mapSplices(node, { before, next }, slot);
    const names = isKept ? undefined : namesAround(before, next);
    if (names) return nested(node, names, slot.text);
  }
  if (isSeq(node) && isList(before) && isList(next) && before.length > 0 && next.length > 0) {
    if (node.flow) return inFlow(node, { before, next }, slot);
    const dashes = dashesOf(node);
    // The first entry of a list inside a list follows the dash of the outer one.
    if (dashes.length === node.items.length && dashes.slice(1).every((dash) => beginsLine(slot.text, dash))) {
      const splices = listSplices(node, { before, next, dashes }, slot);
      if (splices) return splices;
    }
  }
  return replacedValue(node, next, slot);
}

/** Between brackets or braces. */
function inFlow(node: YAMLMap | YAMLSeq, change: Change<JsonValue>, { text, names }: Slot): Splice[] {
  return flowSplices(node, change, {
    text,
    change: (item, one, name) =>
      splicesFor(item, one, { text, names: name === undefined ? names : [...names, name] }),
  });
}

/** Replaces the whole value. */
export function replacedValue(node: Node | null, next: JsonValue, slot: Slot): Splice[] {
  const { text, block, names } = slot;
  const style = isScalar(node) ? node.type : undefined;
  if (!block) {
    const [from = 0, to = from] = node?.range ?? [];
    return [{ from, to, put: renderInFlow(next, style) }];
  }
  const indent = ' '.repeat(block.column + 2);
  const place = { names, style, keepsEmptyLines: keepsEmptyLines(node, text) };
  const rendered = joinQuoted(renderInBlock(next, place), lineFeed(text) + indent);
  const isOneLine = rendered.kind === 'inline' && rendered.lines.length === 0;
  const end = endOf(node, text) ?? block.after;
  const [start = end] = node?.range ?? [];
  // Everything between the colon and the value stays: spaces, an anchor, a line break.
  if (isOneLine && isScalar(node) && !isBlockScalar(node) && end > start)
    return [{ from: start, to: end, put: rendered.first }];
  const comment = commentBefore(node, text.slice(block.after, end));
  const first = rendered.kind === 'inline' ? ` ${rendered.first}` : '';
  const written =
    isBlockScalar(node) && rendered.kind === 'inline' ? (ownIndent(node, text) ?? indent) : indent;
  return [
    { from: block.after, to: end, put: first + comment },
    ...below(rendered.lines, { at: lineEnd(text, end), indent: written, text }),
  ];
}

/** Lines that begin below the one that ends at an offset. */
function below(
  lines: readonly string[],
  { at, indent, text }: { readonly at: number; readonly indent: string; readonly text: string },
): Splice[] {
  if (lines.length === 0) return [];
  const put = lines.map((line) => `${lineFeed(text)}${line === '' ? '' : indent + line}`).join('');
  return [{ from: at, to: at, put }];
}

interface Change<Value> {
  readonly before: Value;
  readonly next: Value;
}

/** A map with an entry on each line. */
function mapSplices(map: YAMLMap, { before, next }: Change<JsonObject>, slot: Slot): Splice[] {
  const { text } = slot;
  const pairs = map.items.map((pair) => blockPair(pair, text));
  const kept = pairs.filter(({ name }) => Object.hasOwn(next, name));
  const [firstKept] = kept;
  if (!firstKept) return [];
  const column = columnOf(text, firstKept.start);
  const indent = ' '.repeat(column);
  const added = addedAfter(Object.keys(next), new Set(kept.map(({ name }) => name)));
  const linesOf = (names: readonly string[]) =>
    names.flatMap((name) => entryLines(name, next[name] ?? null, [...slot.names, name]));
  const top = added.get(undefined) ?? [];
  const isInLine = !beginsLine(text, pairs[0]?.start ?? 0);
  const gone: Splice[] = [];
  for (const [at, pair] of pairs.entries()) {
    if (Object.hasOwn(next, pair.name)) continue;
    // The first entries of an item follow its dash; the next entry takes their place.
    if (isInLine && pair.start < firstKept.start) {
      if (at === 0) gone.push({ from: pair.start, to: firstKept.start, put: '' });
    } else gone.push({ ...linesAround(text, pair.start, pair.end), put: '' });
  }
  return [
    ...gone,
    ...(top.length > 0
      ? [
          {
            from: firstKept.start,
            to: firstKept.start,
            put: linesOf(top)
              .map((line) => `${line}${lineFeed(text)}${indent}`)
              .join(''),
          },
        ]
      : []),
    ...kept.flatMap(({ name, node, after, end }) => [
      ...splicesFor(
        node,
        { before: before[name] ?? null, next: next[name] ?? null },
        { text, names: [...slot.names, name], block: { after, column } },
      ),
      ...below(linesOf(added.get(name) ?? []), { at: lineEnd(text, end), indent, text }),
    ]),
  ];
}

/** The lines of a new entry, without their common indentation. */
function entryLines(name: string, value: JsonValue, names: readonly string[]): string[] {
  const rendered = renderInBlock(value, { names });
  const lines = rendered.lines.map((line) => (line === '' ? '' : `  ${line}`));
  return [`${renderKey(name)}:${rendered.kind === 'inline' ? ` ${rendered.first}` : ''}`, ...lines];
}

/** A list with an entry on each line; undefined if the dash of an outer list would be left without one. */
function listSplices(
  list: YAMLSeq,
  { before, next, dashes }: Change<readonly JsonValue[]> & { readonly dashes: readonly number[] },
  slot: Slot,
): Splice[] | undefined {
  const { text, names } = slot;
  const { same, edited, removed } = align(before.map(stableText), next.map(stableText));
  const kept = [...same, ...edited].sort(([left], [right]) => left - right);
  const [firstDash = 0] = dashes;
  const column = columnOf(text, firstDash);
  const indent = ' '.repeat(column);
  const isInLine = !beginsLine(text, firstDash);
  const firstKept = dashes[kept[0]?.[0] ?? -1];
  if (isInLine && firstKept === undefined) return undefined;
  const endAt = (at: number) => itemEnd(list.items[at], (dashes[at] ?? 0) + 1, text);
  const linesOf = itemLines(
    removed.map((at) => ({
      value: before[at] ?? null,
      text: text.slice(dashes[at] ?? 0, lineEnd(text, endAt(at))),
    })),
    { names, indent },
  );
  const splices: Splice[] = removed.map((at) => ({
    ...(isInLine && at === 0
      ? { from: firstDash, to: firstKept ?? firstDash }
      : linesAround(text, dashes[at] ?? 0, endAt(at))),
    put: '',
  }));
  let last: number | undefined;
  let following = 0;
  const addUpTo = (until: number) => {
    const lines = next.slice(following, until).flatMap(linesOf);
    following = until + 1;
    if (lines.length === 0) return;
    if (last !== undefined) {
      splices.push(...below(lines, { at: lineEnd(text, endAt(last)), indent, text }));
      return;
    }
    const put = lines.map((line) => (line === '' ? '' : indent + line) + lineFeed(text)).join('');
    const at = firstDash - column;
    splices.push(
      isInLine
        ? { from: firstDash, to: firstDash, put: put.slice(column) + indent }
        : { from: at, to: at, put },
    );
  };
  for (const [from, to] of kept) {
    addUpTo(to);
    splices.push(
      ...splicesFor(
        nodeOf(list.items[from]),
        { before: before[from] ?? null, next: next[to] ?? null },
        { text, names, block: { after: (dashes[from] ?? 0) + 1, column } },
      ),
    );
    last = from;
  }
  addUpTo(next.length);
  return splices;
}

function nodeOf(item: unknown): Node | null {
  return isNode(item) ? item : null;
}

/** Where an entry ends, which may be empty: then right after its dash. */
function itemEnd(item: unknown, after: number, text: string): number {
  return Math.max(after, endOf(nodeOf(item), text) ?? after);
}

interface BlockPair {
  readonly name: string;
  readonly node: Node | null;
  /** Where the key begins, where its colon ends, and where the value ends. */
  readonly start: number;
  readonly after: number;
  readonly end: number;
}

function blockPair(pair: Pair, text: string): BlockPair {
  const key = isScalar(pair.key) ? pair.key : undefined;
  const [keyAt = 0] = key?.range ?? [];
  const start = pair.srcToken?.start.find(({ type }) => BEFORE_KEY.includes(type))?.offset ?? keyAt;
  const after = colonOf(pair) ?? keyAt;
  const node = isNode(pair.value) ? pair.value : null;
  return { name: String(key?.value), node, start, after, end: Math.max(after, endOf(node, text) ?? after) };
}

/** Whether each entry has a name and a value, as nearly all do. */
function isPlainMap(map: YAMLMap): boolean {
  return map.items.every((pair) => colonOf(pair) !== undefined && isScalar(pair.key));
}

/** What may come before a key: `? `, an anchor, a tag. */
const BEFORE_KEY: readonly CST.SourceToken['type'][] = ['explicit-key-ind', 'anchor', 'tag'];
