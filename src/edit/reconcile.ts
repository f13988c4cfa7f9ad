import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  type Document,
  type Node,
  type YAMLSeq,
} from 'yaml';
import { align } from '../model/align.ts';
import {
  isJsonObject,
  isList,
  sameJson,
  stableText,
  type JsonObject,
  type JsonValue,
} from '../model/json.ts';
import { contains, hasComments, hasUnshown, inPlainStyle, isBlockText } from './style.ts';

// Where a value can't be changed in its place, its lines are rendered again from its syntax tree. All nodes that say the
// same before and after are kept in the tree, with their comments and quotes.

export interface Change<Value extends JsonValue = JsonValue> {
  readonly before: Value;
  readonly next: Value;
}

/** Where a node is, and what is done with the parts that are not in the tree anymore. */
export interface Tree {
  readonly document: Document;
  /** The fields of the campaign above the node, including its own. */
  readonly names: readonly string[];
  readonly drop: (node: unknown) => void;
}

/** A node that says `next` in place of `before`. */
export function reconciled(node: Node | null, { before, next }: Change, tree: Tree): Node {
  if (node && sameJson(before, next))
    // The anchors of aliases may be elsewhere in the file.
    return contains(node, isAlias) ? replacing(node, next, tree) : node;
  if (isMap(node) && isJsonObject(before) && isJsonObject(next)) {
    const isKept = Object.keys(next).some((name) => Object.hasOwn(before, name));
    if (isKept) return inMap(node, { before, next }, tree);
    const name = nameAround(before, next);
    if (name !== undefined) return reconciled(below(name, node), { before: { [name]: before }, next }, tree);
  }
  if (isSeq(node) && isList(before) && isList(next)) return inList(node, { before, next }, tree);
  tree.drop(node);
  return replacing(node, next, tree);
}

function inMap(map: YAMLMap, { before, next }: Change<JsonObject>, tree: Tree): Node {
  const isKept = ({ key }: Pair) => Object.hasOwn(next, keyText(key));
  const kept = map.items.filter(isKept);
  if (hasComments(map)) map.flow = false;
  for (const [at, pair] of map.items.entries())
    if (!isKept(pair)) {
      leaveComment(pair.key, map.items.slice(at + 1).find(isKept)?.key, map);
      tree.drop(pair);
    }
  const added = addedAfter(Object.keys(next), new Set(kept.map(({ key }) => keyText(key))));
  const fresh = (name: string | undefined) =>
    (added.get(name) ?? []).map((one) => newPair(one, next[one] ?? null, tree));
  for (const pair of kept) {
    const name = keyText(pair.key);
    const change = { before: before[name] ?? null, next: next[name] ?? null };
    const value = isNode(pair.value) ? pair.value : null;
    if (value || change.next !== null)
      pair.value = reconciled(value, change, { ...tree, names: [...tree.names, name] });
  }
  map.items = [...fresh(undefined), ...kept.flatMap((pair) => [pair, ...fresh(keyText(pair.key))])];
  return map;
}

function inList(list: YAMLSeq, { before, next }: Change<readonly JsonValue[]>, tree: Tree): Node {
  const { same, edited, removed } = align(before.map(stableText), next.map(stableText));
  const from = new Map([...same, ...edited].map(([left, right]) => [right, left]));
  if (hasComments(list)) list.flow = false;
  for (const at of removed) {
    const next = list.items.find((_, one) => one > at && !removed.includes(one));
    leaveComment(list.items[at], next, list);
    tree.drop(list.items[at]);
  }
  list.items = next.map((value, at) => {
    const left = from.get(at);
    const item: unknown = left === undefined ? undefined : list.items[left];
    if (left === undefined || !isNode(item)) return newValue(value, tree);
    return reconciled(item, { before: before[left] ?? null, next: value }, tree);
  });
  return list;
}

/** The comment above a removed entry stays, above the next one or at the end. */
function leaveComment(gone: unknown, next: unknown, around: Node): void {
  if (!isNode(gone) || !gone.commentBefore) return;
  if (isNode(next)) next.commentBefore = [gone.commentBefore, next.commentBefore ?? []].flat().join('\n');
  else around.comment = [around.comment ?? [], gone.commentBefore].flat().join('\n');
}

/** New names by the kept name that they follow; undefined for those before all others. */
export function addedAfter(
  names: readonly string[],
  kept: ReadonlySet<string>,
): ReadonlyMap<string | undefined, readonly string[]> {
  const added = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const name of names) {
    if (kept.has(name)) last = name;
    else added.set(last, [...(added.get(last) ?? []), name]);
  }
  return added;
}

/** A new entry of a map, as a person would write it. */
export function newPair(name: string, value: JsonValue, tree: Tree): Pair {
  const key = tree.document.createNode(name);
  if (isScalar(key) && hasUnshown(name)) key.type = Scalar.QUOTE_DOUBLE;
  return new Pair(key, newValue(value, { ...tree, names: [...tree.names, name] }));
}

export function newValue(value: JsonValue, { document, names }: Tree): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  // A block would keep the empty lines below it, too.
  visit(node, {
    Scalar: (_, one) => {
      if (typeof one.value === 'string' && one.value.endsWith('\n\n')) one.type = Scalar.QUOTE_DOUBLE;
    },
  });
  inPlainStyle(node, names);
  return node;
}

/** A new node with the comments of the old one. Quoted texts stay quoted, and a text keeps its kind of block. */
function replacing(node: Node | null, next: JsonValue, tree: Tree): Node {
  const put = newValue(next, tree);
  if (!node) return put;
  if (isScalar(node) && isScalar(put)) keepStyle(put, node.type);
  if (node.commentBefore) put.commentBefore = node.commentBefore;
  if (node.comment && isCollection(put) && !put.flow)
    put.commentBefore = [put.commentBefore ?? [], node.comment].flat().join('\n');
  else if (node.comment) put.comment = node.comment;
  return put;
}

export function keepStyle(node: Scalar, style: Scalar.Type | undefined): void {
  const { value } = node;
  if (typeof value !== 'string' || style === undefined || style === Scalar.PLAIN) return;
  if (style === Scalar.BLOCK_LITERAL || style === Scalar.BLOCK_FOLDED) {
    if (isBlockText(value) && !value.endsWith('\n\n')) node.type = style;
  } else if (!value.includes('\n') && !hasUnshown(value)) node.type = style;
}

/** Content that gets a second language or variation moves down: `email` becomes `default.variation_1.email`. */
function nameAround(before: JsonObject, next: JsonObject): string | undefined {
  const isLeft = (one: JsonValue | undefined, depth: number): boolean =>
    isJsonObject(one) &&
    (Object.keys(one).some((name) => Object.hasOwn(before, name)) ||
      (depth > 0 && Object.values(one).some((member) => isLeft(member, depth - 1))));
  return Object.keys(next).find((name) => isLeft(next[name], 1));
}

function below(name: string, map: YAMLMap): YAMLMap {
  const outer = new YAMLMap();
  outer.items = [new Pair(new Scalar(name), map)];
  outer.flow = map.flow === true;
  [outer.commentBefore, outer.comment] = [map.commentBefore ?? null, map.comment ?? null];
  map.commentBefore = null;
  map.comment = null;
  return outer;
}

export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/** The last part of a value whose comment would be written on its last line, and the collections that end with it. */
export function lastParts(node: unknown): {
  readonly around: readonly Node[];
  readonly last: Node | undefined;
} {
  const around: Node[] = [];
  let last = node;
  while (isCollection(last) && !last.flow && last.items.length > 0) {
    around.push(last);
    const item = last.items.at(-1);
    last = isPair(item) ? item.value : item;
  }
  return { around, last: isNode(last) ? last : undefined };
}
