import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Position } from '../../model/campaign.ts';
import type { Finding } from '../../model/findings.ts';
import type { JsonValue, Path } from '../../model/json.ts';
import { parseYaml, type ParsedYaml, type YamlFault } from './parse-yaml.ts';
import { nameOf, readValues } from './read-values.ts';

/** A YAML file with the place of each of its values. */
export interface Source {
  readonly file: string;
  readonly value: JsonValue;
  /** Whether the file itself sets something at `path`. */
  has(path: Path): boolean;
  /** The position of the value at `path`; for a path that leads nowhere, of its nearest ancestor. */
  at(path: Path): SourceSpan;
  /** The position of the key of the member at `path`. */
  keyAt(path: Path): SourceSpan;
  /** The comment that ends the unquoted text at `path`, and its position; undefined if there is none. */
  commentAfter(path: Path): (SourceSpan & { readonly text: string }) | undefined;
  /** The position of the `nth` occurrence (from 0) of `part` in the text at `path`, as written in the file. */
  partAt(path: Path, part: string, nth: number): SourceSpan;
}

export interface SourceSpan extends Position {
  readonly width: number;
}

/** Turns text into values with positions, or returns what is wrong with the text. Throws nothing. */
export function parseSource(file: string, text: string): Source | readonly Finding[] {
  const parsed = parseYaml(text);
  const findingsOf = (faults: readonly YamlFault[]): Finding[] =>
    faults.map(({ from, to, ...fault }) => ({
      ...fault,
      at: { file, ...spanOf(parsed.lines, [from, to]) },
      path: [],
    }));
  if ('code' in parsed) return findingsOf([parsed]);
  const { value, faults } = readValues(parsed);
  return faults.length > 0 ? findingsOf(faults) : sourceOf({ file, text, value }, parsed);
}

export function isSource(parsed: Source | readonly Finding[]): parsed is Source {
  return !Array.isArray(parsed);
}

function sourceOf(
  { file, text, value }: { readonly file: string; readonly text: string; readonly value: JsonValue },
  { document, lines }: ParsedYaml,
): Source {
  const nodeAt = finder(document);
  const scalarAt = (path: Path) => {
    const { exact, value: node } = nodeAt(path);
    return exact && isScalar(node) ? node : undefined;
  };
  const span = (node: Node | undefined): SourceSpan => spanOf(lines, node?.range ?? [0, 0]);
  return {
    file,
    value,
    has: (path) => nodeAt(path).exact,
    at: (path) => span(nodeAt(path).value),
    keyAt: (path) => {
      const { key, value: node } = nodeAt(path);
      return span(key ?? node);
    },
    commentAfter: (path) => {
      const node = scalarAt(path);
      if (node?.type !== 'PLAIN') return undefined;
      const [, end = 0] = node.range ?? [];
      const [whole, blanks = ''] = /^([ \t]+)#[^\n]*/.exec(text.slice(end)) ?? [];
      if (whole === undefined) return undefined;
      const comment = whole.slice(blanks.length).trimEnd();
      const from = end + blanks.length;
      return { ...spanOf(lines, [from, from + comment.length]), text: comment };
    },
    partAt: (path, part, nth) => {
      const node = nodeAt(path).value;
      const [from = 0, to = from] = node?.range ?? [];
      const at = placeOf(text.slice(from, to), part, nth);
      return at === undefined ? span(node) : spanOf(lines, [from + at, from + at + part.length]);
    },
  };
}

/** The position of the `nth` occurrence of `part` in `text`. */
export function placeOf(text: string, part: string, nth: number): number | undefined {
  let at = text.indexOf(part);
  for (let left = nth; left > 0 && at !== -1; left--) at = text.indexOf(part, at + part.length);
  return at === -1 ? undefined : at;
}

interface Found {
  readonly exact: boolean;
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

/** Follows paths from the root as far as they lead. The members of a map are indexed once. */
function finder(document: Document.Parsed): (path: Path) => Found {
  const members = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const membersOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = members.get(map) ?? new Map(map.items.map((pair) => [nameOf(pair.key), pair]));
    members.set(map, known);
    return known;
  };
  return (path) => {
    let found: Found = { exact: true, key: undefined, value: document.contents ?? undefined };
    for (const step of path) {
      const node = isAlias(found.value) ? found.value.resolve(document) : found.value;
      const pair = isMap(node) ? membersOf(node).get(String(step)) : undefined;
      const item = isSeq(node) ? node.items[Number(step)] : pair?.value;
      const key = isNode(pair?.key) ? pair.key : undefined;
      const value = isNode(item) ? item : key;
      if (!value) return { ...found, exact: false };
      found = { exact: true, key, value };
    }
    return found;
  };
}

function spanOf(lines: LineCounter, range: readonly number[]): SourceSpan {
  const [start = 0, end = start] = range;
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  const width = to.line === from.line ? Math.max(1, to.col - from.col) : 1;
  return { line: Math.max(1, from.line), column: Math.max(1, from.col), width };
}
