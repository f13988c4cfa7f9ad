import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type Node,
} from 'yaml';
import { isJsonObject, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { colonOf } from './text-places.ts';
import { isSource, parseSource } from './source.ts';
import { replacedValue, splicesFor, type Splice } from './splices.ts';
import { splitMark } from '../../model/byte-order-mark.ts';

/**
 * Anchored values change first, and the values of their aliases are written out at that point, so a few rounds are
 * enough.
 */
const ROUNDS = 6;

/**
 * The YAML file with another value: everything that both values have in common keeps its bytes, comments, order,
 * quotes and anchors. Undefined if the text isn't such a file, or if the value can't be written into it.
 */
export function withValue(text: string, value: JsonObject): string | undefined {
  const [mark, plain] = splitMark(text);
  const written = inRounds(plain, value, (document, before) => {
    const slot = { text: document.text, names: [], block: { after: 0, column: -2 } };
    return splicesFor(document.root, { before, next: value }, slot);
  });
  const found =
    written ?? inRounds(plain, value, (document, before) => entrySplices(document, before, value));
  return found === undefined ? undefined : mark + found;
}

interface Parsed {
  readonly text: string;
  readonly document: Document;
  readonly root: Node | null;
}

function inRounds(
  text: string,
  value: JsonObject,
  find: (parsed: Parsed, before: JsonValue) => Splice[],
): string | undefined {
  let now = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = parseSource('', now);
    if (!isSource(source)) return undefined;
    if (sameJson(source.value, value)) return now;
    const document = parseDocument(now, { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false });
    const parsed = { text: now, document, root: document.contents };
    const splices = find(parsed, source.value);
    const first = splices.filter(({ isAlias: waits }) => !waits);
    const chosen = first.length > 0 ? first : splices;
    if (chosen.length === 0) return undefined;
    const orphans = aliasesWithout(parsed, chosen);
    now = spliced(now, orphans.length > 0 ? orphans : chosen);
  }
  return undefined;
}

/** The inserted pieces, from first to last; those at the same place in the order in which they were found. */
function spliced(text: string, splices: readonly Splice[]): string {
  const sorted = splices.map((one, at) => ({ ...one, at })).sort((a, b) => a.from - b.from || a.at - b.at);
  let [written, position] = ['', 0];
  for (const { from, to, put } of sorted) {
    written += text.slice(position, Math.max(position, from)) + put;
    position = Math.max(position, to);
  }
  return written + text.slice(position);
}

/** Replaces aliases whose anchor is about to be removed with the value itself. */
function aliasesWithout({ text, document }: Parsed, splices: readonly Splice[]): Splice[] {
  const isCut = (at: number) => splices.some(({ from, to }) => from <= at && at < to);
  const anchors = new Map<string, boolean>();
  const found: Splice[] = [];
  visit(document, (_, node, ancestors) => {
    if (isAlias(node)) {
      const [at = 0] = node.range ?? [];
      if (anchors.get(node.source) && !isCut(at))
        found.push(...writtenOut(node, [...ancestors, node], { text, document }));
    } else if (isAnchored(node)) {
      const [at = 0] = node.range ?? [];
      const anchorAt = text.lastIndexOf(`&${node.anchor}`, at);
      anchors.set(node.anchor, isCut(anchorAt));
    }
  });
  return found;
}

function isAnchored(node: unknown): node is Node & { anchor: string } {
  return typeof node === 'object' && node !== null && 'anchor' in node && typeof node.anchor === 'string';
}

function writtenOut(
  alias: Alias,
  ancestors: readonly unknown[],
  { text, document }: Pick<Parsed, 'text' | 'document'>,
): Splice[] {
  // `parseSource` accepted the file, so it contains only what JSON can represent.
  const meant = alias.resolve(document)?.toJS(document) as JsonValue | undefined;
  if (meant === undefined) return [];
  const isInFlow = ancestors.some(
    (one) => typeof one === 'object' && one !== null && 'flow' in one && one.flow,
  );
  const [at = 0] = alias.range ?? [];
  if (isInFlow) return replacedValue(alias, meant, { text, names: [] });
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const after = at - (/[ \t]*$/.exec(line)?.[0].length ?? 0);
  const column = /^ *(?:- +)*/.exec(line)?.[0].length ?? 0;
  const isItem = /- *$/.test(line);
  return replacedValue(alias, meant, {
    text,
    names: [],
    block: { after, column: isItem ? line.lastIndexOf('-') : column },
  });
}

/** Rewrites each top-level entry that differs, if its inner parts can't be changed one by one. */
function entrySplices({ text, root }: Parsed, before: JsonValue, next: JsonObject): Splice[] {
  if (!isMap(root) || root.flow || !isJsonObject(before)) return [];
  return root.items.flatMap((pair) => {
    const name = isScalar(pair.key) ? String(pair.key.value) : '';
    const after = colonOf(pair);
    const wanted = next[name];
    if (after === undefined || wanted === undefined || sameJson(before[name], wanted)) return [];
    const node = isNode(pair.value) ? pair.value : null;
    return replacedValue(node, wanted, { text, names: [name], block: { after, column: 0 } });
  });
}
