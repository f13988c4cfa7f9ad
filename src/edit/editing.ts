import {
  Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
  type Node,
  type Pair,
} from 'yaml';
import { align } from '../model/align.ts';
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
  beginsLine,
  isBlockScalar,
  itemEntries,
  lineEnd,
  lineFeed,
  linesOf,
  pairEntry,
  type Entry,
} from '../load/yaml/text-places.ts';
import {
  addedAfter,
  keepStyle,
  keyText,
  lastParts,
  newPair,
  newValue,
  reconciled,
  type Change,
  type Tree,
} from './reconcile.ts';
import { inFlow, inPlainStyle, yamlText } from './style.ts';

/** A range of the text, between two offsets, and its replacement. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
  /** Whether it replaces an alias: that waits until the anchored values are correct. */
  readonly isAlias?: true;
}

export function parsed(text: string): Document {
  return parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false });
}

/** The inserted pieces, from first to last; those at the same place in the order in which they were found. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let [written, position] = ['', 0];
  for (const { from, to, put } of splices.toSorted((a, b) => a.from - b.from)) {
    written += text.slice(position, Math.max(position, from)) + put;
    position = Math.max(position, to);
  }
  return written + text.slice(position);
}

type Where = Pick<Tree, 'names'> & { readonly change: Change };

/** One round of changes to a text. */
export class Editing {
  private readonly document: Document;
  /** How many spaces a level has in this file. */
  private readonly indent: number;

  private readonly text: string;
  /** What was removed, as it was written. */
  private readonly dropped: string[];

  constructor(text: string, dropped: string[]) {
    this.text = text;
    this.dropped = dropped;
    this.document = parsed(text);
    this.indent = /^( +)[^ #\r\n-]/m.exec(text)?.[1]?.length ?? 2;
  }

  changed(change: Change): string {
    const { contents } = this.document;
    const all = this.within(contents, change, []);
    if (!all) {
      this.document.contents = reconciled(contents, change, this.treeAt([]));
      return yamlText(this.document);
    }
    const first = all.filter(({ isAlias: waits }) => !waits);
    return spliced(this.text, first.length > 0 ? first : all);
  }

  /** The changes that make a node say something else in its place; undefined if it has to be rendered. */
  private within(node: unknown, { before, next }: Change, names: readonly string[]): Splice[] | undefined {
    if (sameJson(before, next)) return [];
    const [from = 0, to = from] = (isNode(node) && node.range) || [];
    if (isAlias(node)) return [{ from, to, put: inFlow(next), isAlias: true }];
    if (isScalar(node)) {
      const put = isBlockScalar(node) || from === to ? undefined : onOneLine(node, { before, next });
      return put === undefined ? undefined : [{ from, to, put }];
    }
    if (isMap(node) && isJsonObject(before) && isJsonObject(next))
      return node.flow ? this.inBrackets(node, { before, next }) : this.inMap(node, { before, next }, names);
    if (isSeq(node) && isList(before) && isList(next))
      return node.flow ? this.inBrackets(node, { before, next }) : this.inList(node, { before, next }, names);
    return undefined;
  }

  /** Between brackets or braces, values change in their places, and a text needs more quotes. */
  private inBrackets(node: YAMLMap | YAMLSeq, { before, next }: Change): Splice[] | undefined {
    if (Object.keys(next ?? {}).length !== node.items.length) return undefined;
    const parts = node.items.map((item, at) => {
      const [step, part] = isPair(item) ? [keyText(item.key), item.value] : [at, item];
      const change = { before: valueAt(before, [step]) ?? null, next: valueAt(next, [step]) ?? null };
      if (!Object.hasOwn(next as object, step)) return undefined;
      const splices = this.within(part, change, []);
      if (!splices?.[0] || !isScalar(part)) return splices;
      return [{ ...splices[0], put: inFlow(change.next, part.type) }];
    });
    return parts.includes(undefined) ? undefined : parts.flatMap((one) => one ?? []);
  }

  /** A map with an entry on each line. */
  private inMap(map: YAMLMap, { before, next }: Change<JsonObject>, names: readonly string[]) {
    const { text } = this;
    const pairs = map.items.map((pair) => ({ pair, name: keyText(pair.key), entry: pairEntry(pair, text) }));
    const kept = pairs.filter(({ name }) => Object.hasOwn(next, name));
    const firstKept = kept[0]?.entry;
    if (!firstKept || pairs.some(({ entry, pair }) => !entry || !isScalar(pair.key))) return undefined;
    const added = addedAfter(Object.keys(next), new Set(kept.map(({ name }) => name)));
    const linesAfter = (name: string | undefined) =>
      (added.get(name) ?? []).flatMap((one) =>
        this.linesOf(newPair(one, next[one] ?? null, this.treeAt(names))),
      );
    const gone = pairs.filter(({ name }) => !Object.hasOwn(next, name));
    const cuts = gone.map(({ entry }) => this.cut(entry ?? firstKept, firstKept));
    if (cuts.includes(undefined)) return undefined;
    const splices = [...this.above(firstKept, linesAfter(undefined)), ...cuts.flatMap((one) => one ?? [])];
    for (const { pair, name, entry } of kept) {
      if (!entry) return undefined;
      const change = { before: before[name] ?? null, next: next[name] ?? null };
      const inPlace = this.within(pair.value, change, [...names, name]);
      splices.push(
        ...(inPlace ?? [
          this.rendered(this.pairPart(pair, entry, { change, names: [...names, name] }), entry),
        ]),
      );
      splices.push(...this.below(entry, linesAfter(name)));
    }
    return splices;
  }

  /** A list with an entry on each line. */
  private inList(list: YAMLSeq, { before, next }: Change<readonly JsonValue[]>, names: readonly string[]) {
    const { same, edited, removed } = align(before.map(stableText), next.map(stableText));
    const kept = [...same, ...edited].sort(([left], [right]) => left - right);
    const entries = itemEntries(list, this.text);
    const firstKept = entries[kept[0]?.[0] ?? -1];
    if (!firstKept || entries.length !== list.items.length) return undefined;
    const splices: Splice[] = [];
    for (const at of removed) {
      const cut = this.cut(entries[at] ?? firstKept, firstKept);
      if (!cut) return undefined;
      splices.push(...cut);
    }
    const left = new Set(removed);
    const linesBetween = (from: number, to: number) =>
      next.slice(from, to).flatMap((value) => {
        const moved = [...left].find((at) => sameJson(before[at] ?? null, value));
        const [item, entry] = moved === undefined ? [] : [list.items[moved], entries[moved]];
        if (moved !== undefined) left.delete(moved);
        const change = { before: entry ? value : null, next: value };
        return this.linesOf(
          entry ? this.itemPart(item, entry, { change, names }) : newValue(value, this.treeAt(names)),
        );
      });
    splices.push(...this.above(firstKept, linesBetween(0, kept[0]?.[1] ?? 0)));
    for (const [at, [from, to]] of kept.entries()) {
      const [item, entry] = [list.items[from], entries[from]];
      if (!entry) return undefined;
      const change = { before: before[from] ?? null, next: next[to] ?? null };
      const inPlace = this.within(item, change, names);
      splices.push(...(inPlace ?? [this.rendered(this.itemPart(item, entry, { change, names }), entry)]));
      splices.push(...this.below(entry, linesBetween(to + 1, kept[at + 1]?.[1] ?? next.length)));
    }
    return splices;
  }

  /** Removes the lines of an entry. After a dash, the next entry takes its place if no comment is between them. */
  private cut(entry: Entry, firstKept: Entry): Splice[] | undefined {
    const { text } = this;
    const { start, end } = entry;
    this.dropped.push(text.slice(start, end));
    if (beginsLine(text, start)) return [{ ...linesOf(text, entry), put: '' }];
    if (text.slice(end, firstKept.start).trim() !== '') return undefined;
    return [{ from: start, to: firstKept.start, put: '' }];
  }

  private above({ start, column }: Entry, lines: readonly string[]): Splice[] {
    const put = this.joined(lines, column) + this.lineBreak(column);
    return lines.length === 0 ? [] : [{ from: start, to: start, put }];
  }

  private below({ end, column }: Entry, lines: readonly string[]): Splice[] {
    const put = this.lineBreak(column) + this.joined(lines, column);
    return lines.length === 0 ? [] : [{ from: end, to: end, put }];
  }

  private joined([first = '', ...others]: readonly string[], column: number): string {
    const lines = others.map((line) => (line === '' ? lineFeed(this.text) : this.lineBreak(column) + line));
    return first + lines.join('');
  }

  private lineBreak(column: number): string {
    return lineFeed(this.text) + ' '.repeat(column);
  }

  private pairPart(pair: Pair, entry: Entry, where: Where): Pair {
    if (isNode(pair.key)) [pair.key.commentBefore, pair.key.spaceBefore] = [null, false];
    const value = isNode(pair.value) ? pair.value : null;
    this.keepTail(value, entry);
    pair.value = reconciled(value, where.change, this.treeAt(where.names));
    return pair;
  }

  private itemPart(item: unknown, entry: Entry, { change, names }: Where): Node {
    const node = isNode(item) ? item : null;
    if (node) {
      // The comment between a dash and its entry is inside, any other is above.
      const isInside = this.text.slice(entry.start, node.range?.[0]).includes('#');
      if (!isInside) node.commentBefore = null;
      node.spaceBefore = false;
    }
    this.keepTail(node, entry);
    return reconciled(node, change, this.treeAt(names));
  }

  private rendered(part: Pair | Node, { start, end, column }: Entry): Splice {
    return { from: start, to: end, put: this.joined(this.linesOf(part), column) };
  }

  /** The comments below an entry stay where they are; the one on its last line is rendered with it. */
  private keepTail(node: Node | null, { after, end }: Entry): void {
    const { around, last } = lastParts(node);
    for (const one of around) one.comment = null;
    if (!isScalar(last) || isBlockScalar(last)) return;
    const from = Math.max(after, last.range?.[1] ?? after);
    const [, comment] = /^[ \t]*#(.*)$/.exec(this.text.slice(from, end)) ?? [];
    last.comment = comment ?? null;
  }

  private linesOf(part: Pair | Node): string[] {
    const document = new Document();
    const around = isNode(part) ? new YAMLSeq() : new YAMLMap();
    (around.items as unknown[]).push(part);
    document.contents = around;
    const text = yamlText(document, { blockQuote: true, indent: this.indent });
    return text.replace(/\n$/, '').split('\n');
  }

  private treeAt(names: readonly string[]) {
    return {
      document: this.document,
      names,
      drop: (part: unknown) => {
        const range = isPair(part) ? pairRange(part) : isNode(part) ? part.range : undefined;
        if (range) this.dropped.push(this.text.slice(range[0], lineEnd(this.text, range[1])));
      },
    };
  }
}

function pairRange({ key, value }: Pair): readonly [number, number] {
  const [from = 0, keyEnd = from] = (isNode(key) && key.range) || [];
  return [from, (isNode(value) && value.range?.[2]) || keyEnd];
}

/** A value in the style of the one that it replaces; undefined if it takes several lines. */
function onOneLine({ tag, type }: Scalar, { before, next }: Change): string | undefined {
  if (isJsonObject(next) || isList(next) || (tag !== undefined && typeof before !== typeof next))
    return undefined;
  const node = new Scalar(next);
  keepStyle(node, type);
  const document = new Document([node]);
  inPlainStyle(document);
  const text = yamlText(document, { collectionStyle: 'block' }).replace(/\n$/, '').slice(2);
  return text.includes('\n') ? undefined : text;
}
