import {
  Composer,
  CST,
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Parser,
  Scalar,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  isJsonObject,
  isList,
  sameJson,
  stableText,
  valueAt,
  type JsonObject,
  type JsonValue,
} from '../model/json.ts';
import {
  FLOW_CHARS,
  hasCommentsInside,
  inBlocks,
  inFlow,
  inPlainStyle,
  keepQuotes,
  yamlText,
} from './style.ts';

/** One pass over a text. */
export interface Round {
  readonly text: string;
  /** What was removed, as it was written. */
  readonly lost: string[];
}

export interface Change<Value extends JsonValue = JsonValue> {
  readonly before: Value;
  readonly next: Value;
}

type Item = CST.CollectionItem;
type Block = CST.BlockMap | CST.BlockSequence;

/** A text as tokens, and as nodes that know their tokens. */
export function parseTokens(text: string): { readonly tokens: CST.Token[]; readonly document: Document } {
  const tokens = [...new Parser().parse(text)];
  const composer = new Composer({ keepSourceTokens: true, uniqueKeys: false, prettyErrors: false });
  const [document = new Document()] = composer.compose(tokens, true, text.length);
  return { tokens, document: document };
}

/** Changes the tokens of a map; false if it is between braces and needs other entries. */
export function editMap(map: YAMLMap, { before, next }: Change<JsonObject>, round: Round): boolean {
  const { srcToken: token } = map;
  if (token?.type !== 'block-map') return inBrackets(map, { before, next }, round);
  const entries = new Map<string, Item | string>();
  passEmptyLines(token.items);
  for (const { key, value, srcToken: item } of map.items) {
    const name = keyText(key);
    if (!Object.hasOwn(next, name) || !item) continue;
    const change = { before: before[name] ?? null, next: next[name] ?? null };
    edit(value, change, { item, round, column: columnOf(token, round.text) });
    entries.set(name, item);
  }
  const order = [...entries.keys()];
  for (const [at, name] of Object.keys(next).entries()) {
    if (entries.has(name)) continue;
    entries.set(name, blockText({ [name]: next[name] ?? null }));
    order.splice(order.indexOf(Object.keys(next)[at - 1] ?? '') + 1, 0, name);
  }
  arrange(
    token,
    order.flatMap((name) => entries.get(name) ?? []),
    round,
  );
  return true;
}

function editList(list: YAMLSeq, { before, next }: Change<readonly JsonValue[]>, round: Round): boolean {
  const { srcToken: token } = list;
  if (token?.type !== 'block-seq') return inBrackets(list, { before, next }, round);
  const items = token.items.filter(isEntry);
  const from = counterparts(before, next);
  const entries = next.map((value, at) => {
    const was = from[at];
    const item = was === undefined ? undefined : items[was];
    if (was === undefined || !item) return blockText([value]);
    const change = { before: before[was] ?? null, next: value };
    edit(list.items[was], change, { item, round, column: columnOf(token, round.text) });
    return item;
  });
  arrange(token, entries, round);
  return true;
}

/** Between brackets or braces, values change in their places. */
function inBrackets(node: YAMLMap | YAMLSeq, { before, next }: Change, round: Round): boolean {
  if (Object.keys(next ?? {}).length !== node.items.length) return false;
  return node.items.every((item, at) => {
    const [step, part] = isPair(item) ? [keyText(item.key), item.value] : [at, item];
    const change = { before: valueAt(before, [step]) ?? null, next: valueAt(next, [step]) ?? null };
    return Object.hasOwn(next as object, step) && inPlace(part, change, { round, isInFlow: true });
  });
}

interface Slot {
  /** The entry that has the value. */
  readonly item: Item;
  /** Where the entry begins in its line. */
  readonly column: number;
  readonly round: Round;
}

function edit(node: unknown, { before, next }: Change, slot: Slot): void {
  const { item, round } = slot;
  if (item.value && inPlace(node, { before, next }, { round, isInFlow: false })) return;
  if (sameJson(before, next)) return;
  const isCommented = isCollection(node) && hasCommentsInside(node.srcToken);
  // As a block first, in which the entries and their comments have lines.
  write(isCommented ? inBlocks(node) : next, slot);
}

/** Changes the tokens of a value without touching what is around it; false if that isn't possible. */
function inPlace(
  node: unknown,
  { before, next }: Change,
  { round, isInFlow }: { readonly round: Round; readonly isInFlow: boolean },
): boolean {
  if (sameJson(before, next)) return true;
  const token = isNode(node) ? node.srcToken : undefined;
  if (isAlias(node)) {
    if (token && 'source' in token) token.source = inFlow(next);
    return true;
  }
  if (isMap(node) && isJsonObject(before) && isJsonObject(next) && Object.keys(next).length > 0) {
    if (editMap(node, { before, next }, round)) return true;
  } else if (isSeq(node) && isList(before) && isList(next) && next.length > 0) {
    if (editList(node, { before, next }, round)) return true;
  } else if (isScalar(node) && token && 'source' in token && token.type !== 'block-scalar') {
    if (node.tag !== undefined && typeof before !== typeof next) return false;
    const put = isInFlow ? inFlow(next, node.type) : onOneLine(next, node.type);
    if (put !== undefined) token.source = put;
    return put !== undefined;
  }
  if (isInFlow || token?.type !== 'flow-collection' || hasCommentsInside(token)) return false;
  const put = inFlow(next);
  if (put.length > FLOW_CHARS || token.items.length === 0) return false;
  Object.assign(token, { ...scalarToken(put), end: token.end.slice(1) });
  return true;
}

/** Writes the value of an entry anew. The comment on its first line stays. */
function write(value: JsonValue | Node, { item, column, round }: Slot): void {
  const props = item.sep ?? item.start;
  const at = props.findIndex(({ type }) => type === 'map-value-ind' || type === 'seq-item-ind');
  if (at === -1) return;
  const old = props.splice(at + 1);
  const { value: token } = item;
  const firstFeed = old.findIndex(({ type }) => type === 'newline');
  const [comment] = [
    ...(firstFeed === -1 ? old : old.slice(0, firstFeed)),
    ...(token && 'end' in token && !isNode(value) ? (token.end ?? []) : []),
    ...(token?.type === 'block-scalar' ? token.props : []),
  ].filter(({ type }) => type === 'comment');
  round.lost.push(CST.stringify({ start: old, ...(token && { value: token }) }));
  const isBlock = token?.type === 'block-scalar';
  const indent = isBlock ? Math.max(1, (/\S/.exec(token.source)?.index ?? 0) - column) : 2;
  // Comments above a node would come before the dash.
  const isInPair = item.sep !== undefined || isNode(value);
  const text = isInPair ? blockText({ x: value }, indent).slice(2) : blockText([value], indent).slice(1);
  const [first = '', ...rest] = text.split('\n');
  const line = comment && 'source' in comment ? `${first} ${comment.source}` : first;
  item.value = scalarToken(indented([line, ...rest].join('\n'), column, round));
}

/**
 * Gives a block its entries: those that it has, and new ones as texts. The comments above a removed entry stay, above
 * the next one or at the end. The indentation of the first entry isn't part of it.
 */
function arrange(token: Block, next: readonly (Item | string)[], round: Round): void {
  const column = columnOf(token, round.text);
  const items: Item[] = token.items;
  const entries = items.filter(isEntry);
  const tail = items.filter((one) => !isEntry(one));
  entries[0]?.start.unshift(spaces(column));
  for (const [at, one] of [...entries.entries()].reverse()) {
    if (next.includes(one)) continue;
    const own = one.start.findIndex(({ type }) => !BETWEEN.includes(type));
    const between = own === -1 ? one.start : one.start.slice(0, own);
    const above = one.start.splice(0, between.findLastIndex(({ type }) => type === 'newline') + 1);
    round.lost.push(CST.stringify(one));
    if (!above.some(({ type }) => type === 'comment')) continue;
    const after = entries.slice(at + 1).find((other) => next.includes(other));
    if (after) after.start.unshift(...above);
    else tail.unshift({ start: above });
  }
  const arranged = next.map((one): Item =>
    typeof one === 'string'
      ? { start: [spaces(column)], key: scalarToken(indented(one, column, round)) }
      : one,
  );
  const first = arranged[0]?.start ?? [];
  while (first[0]?.type === 'space' || first[0]?.type === 'newline') first.shift();
  token.items = [...arranged, ...tail] as Block['items'];
}

/** What may be above an entry. */
const BETWEEN: readonly string[] = ['space', 'newline', 'comment'];

/** After an entry without a value, the parser counts the indentation of the next one as part of it. */
function passEmptyLines(items: readonly Item[]): void {
  for (const [at, { sep, value }] of items.entries()) {
    const feed = value || !sep ? -1 : sep.findIndex(({ type }) => type === 'newline');
    const passed = feed === -1 ? [] : (sep?.splice(feed + 1) ?? []);
    items[at + 1]?.start.unshift(...passed);
  }
}

function isEntry({ start, key, sep }: Item): boolean {
  return key !== undefined || sep !== undefined || start.some(({ type }) => type === 'seq-item-ind');
}

/** The column of a block's entries. */
function columnOf({ items, offset }: Block, text: string): number {
  const [first] = items;
  const at = first?.start[0]?.offset ?? offset;
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

/** A map or list in the style of a person, without the line break at its end. */
export function blockText(
  value: Readonly<Record<string, JsonValue | Node>> | readonly (JsonValue | Node)[],
  indent = 2,
) {
  const document = new Document(value, { aliasDuplicateObjects: false });
  inPlainStyle(document);
  if (isCollection(document.contents)) document.contents.flow = false;
  return yamlText(document, { blockQuote: true, indent }).replace(/\n$/, '');
}

/** Lines as they stand in the text: with its line ends, and all but the first one indented. */
function indented(lines: string, column: number, { text }: Round): string {
  const feed = text.includes('\r\n') ? '\r\n' : '\n';
  return `${lines}\n`.replaceAll(/\n(?=.)/g, `\n${' '.repeat(column)}`).replaceAll('\n', feed);
}

/** A value in the quotes of the one that it replaces; undefined if it takes several lines. */
function onOneLine(value: JsonValue, type: Scalar.Type | undefined): string | undefined {
  if (isJsonObject(value) || isList(value)) return undefined;
  const node = new Scalar(value);
  keepQuotes(node, type);
  const text = blockText([node]).slice(2);
  return text.includes('\n') ? undefined : text;
}

function scalarToken(source: string): CST.FlowScalar {
  return { type: 'scalar', offset: -1, indent: -1, source };
}

function spaces(count: number): CST.SourceToken {
  return { type: 'space', offset: -1, indent: -1, source: ' '.repeat(count) };
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/**
 * For each entry of a list, the index of the former entry that it is: an equal one, wherever that was, otherwise the one
 * that followed the same entry. Undefined for a new entry.
 */
export function counterparts(
  before: readonly JsonValue[],
  next: readonly JsonValue[],
): (number | undefined)[] {
  const places = new Map<string, number[]>();
  for (const [at, item] of before.entries())
    places.set(stableText(item), [...(places.get(stableText(item)) ?? []), at]);
  const equal = next.map((item) => places.get(stableText(item))?.shift());
  const taken = new Set(equal);
  let following = 0;
  return equal.map((was) => {
    const found = was ?? (following < before.length && !taken.has(following) ? following : undefined);
    if (found !== undefined) following = found + 1;
    return found;
  });
}
