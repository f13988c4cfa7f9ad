import { isMap, isNode, isPair, isScalar, isSeq, type CST, type Node, type Pair, type YAMLSeq } from 'yaml';

// Where the parts of a YAML file are in its text.

/** The entry of a block map or list. */
export interface Entry {
  /** Where its key or its dash begins, and the column of that. */
  readonly start: number;
  readonly column: number;
  /** Right after the colon or the dash. */
  readonly after: number;
  /** The end of its last line, which may end in a comment. */
  readonly end: number;
}

/** Undefined for a name without a colon. */
export function pairEntry(pair: Pair, text: string): Entry | undefined {
  const after = colonOf(pair);
  const [keyAt = 0] = (isNode(pair.key) && pair.key.range) || [];
  const start = pair.srcToken?.start.find(({ type }) => BEFORE_KEY.includes(type))?.offset ?? keyAt;
  return after === undefined ? undefined : entry({ start, after, value: pair.value }, text);
}

/** What may come before a key: `? `, an anchor, a tag. */
const BEFORE_KEY: readonly CST.SourceToken['type'][] = ['explicit-key-ind', 'anchor', 'tag'];

export function itemEntries({ srcToken, items }: YAMLSeq, text: string): Entry[] {
  const starts = (srcToken?.type === 'block-seq' ? srcToken.items : []).flatMap(
    (item) => item.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
  );
  return starts.map((start, at) => entry({ start, after: start + 1, value: items[at] }, text));
}

function entry(
  { start, after, value }: { readonly start: number; readonly after: number; readonly value: unknown },
  text: string,
): Entry {
  const end = Math.max(after, endOf(value, text) ?? after);
  return { start, after, column: columnOf(text, start), end: lineEnd(text, end) };
}

function colonOf({ srcToken }: Pair): number | undefined {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon && colon.offset + 1;
}

/** Where a value ends, without comments, spaces and line breaks after it; undefined if the value isn't written. */
function endOf(node: unknown, text: string): number | undefined {
  if (!isNode(node)) return undefined;
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    if (!isPair(last)) return endOf(last, text);
    return endOf(last.value, text) ?? colonOf(last) ?? (isNode(last.key) ? last.key.range?.[1] : undefined);
  }
  const [start = 0, end = start] = node.range ?? [];
  if (isScalar(node) && end === start) return undefined;
  if (!isBlockScalar(node)) return end;
  const written = text.slice(start, end);
  // With a `+` in its header, the empty lines after a text are part of it.
  const isKept = /^[|>][1-9]?\+/.test(written);
  return start + (isKept ? written.replace(/\r?\n$/, '') : written.trimEnd()).length;
}

export function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

export function beginsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

/** The lines of an entry with the line break before them, or with the one after them at the beginning of a file. */
export function linesOf(text: string, { start, end }: Entry): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1);
  if (from === -1) return { from: 0, to: Math.max(end, text.indexOf('\n', end) + 1) };
  return { from: text[from - 1] === '\r' ? from - 1 : from, to: end };
}

export function lineFeed(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

/** The end of the line that an offset is on, before the line break. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  if (feed === -1) return text.length;
  return text[feed - 1] === '\r' && feed > at ? feed - 1 : feed;
}
