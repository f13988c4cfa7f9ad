import { isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, type YAMLSeq } from 'yaml';

// Positions of parts of a YAML file in its text.

/** The position right after the colon of a pair; undefined if it has none. */
export function colonOf({ srcToken }: Pair): number | undefined {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  return colon && colon.offset + 1;
}

/** Where a value ends, without comments, spaces and line breaks after it; undefined if the value isn't written. */
export function endOf(node: Node | null, text: string): number | undefined {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    if (isNode(last)) return endOf(last, text);
    if (!isPair(last)) return undefined;
    const value = isNode(last.value) ? endOf(last.value, text) : undefined;
    return value ?? colonOf(last) ?? (isNode(last.key) ? last.key.range?.[1] : undefined);
  }
  const [start, end] = node?.range ?? [];
  if (start === undefined || end === undefined || (isScalar(node) && end === start)) return undefined;
  if (!isBlockScalar(node)) return end;
  const written = text.slice(start, end);
  return start + (keepsEmptyLines(node, text) ? written.replace(/\r?\n$/, '') : written.trimEnd()).length;
}

/** Whether the empty lines after a block text are part of it: its header has a `+`. */
export function keepsEmptyLines(node: Node | null, text: string): boolean {
  return isBlockScalar(node) && /^[|>][1-9]?\+/.test(text.slice(node?.range?.[0] ?? 0));
}

export function isBlockScalar(node: Node | null): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

export function beginsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
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

/** Whole lines, from the one where an entry begins to the one where it ends, with a line break. */
export function linesAround(
  text: string,
  start: number,
  end: number,
): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const feed = text.indexOf('\n', end);
  if (feed !== -1) return { from, to: feed + 1 };
  return { from: text[from - 2] === '\r' ? from - 2 : Math.max(0, from - 1), to: text.length };
}

export function lineFeed(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Where the dashes of a list are. */
export function dashesOf({ srcToken }: YAMLSeq): number[] {
  if (srcToken?.type !== 'block-seq') return [];
  return srcToken.items.flatMap(
    ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
  );
}

/** The spaces before the lines of a block text; undefined if its header counts them, or it has none. */
export function ownIndent(node: Node | null, text: string): string | undefined {
  const [from = 0, to = from] = node?.range ?? [];
  const [header = '', ...lines] = text.slice(from, to).split('\n');
  const first = lines.find((line) => line.trim() !== '');
  return /^[|>][+-]?[1-9]/.test(header) ? undefined : /^ +/.exec(first ?? '')?.[0];
}

/** The comment on the line of a key or dash whose value is below it: it stays there. */
export function commentBefore(node: Node | null, written: string): string {
  if (isScalar(node) && !isBlockScalar(node)) return '';
  if (!isNode(node) || ((isMap(node) || isSeq(node)) && node.flow)) return '';
  const [line = ''] = written.split('\n');
  return /\s+#.*$/.exec(line.trimEnd())?.[0] ?? '';
}
