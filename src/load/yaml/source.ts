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
import type { Finding, Place } from '../../model/findings.ts';
import type { JsonValue, Path } from '../../model/json.ts';
import { parseYaml, type ParsedYaml, type YamlFault } from './parse-yaml.ts';
import { nameOf, readValues } from './read-values.ts';

/** What is marked at a path: its value, its key, or a part of its text, which is the `nth` occurrence from 0. */
export interface Mark {
  readonly on?: 'key' | 'value' | undefined;
  readonly part?: { readonly text: string; readonly nth: number } | undefined;
}

/** A YAML file with the place of each of its values. */
export interface Source {
  readonly file: string;
  readonly value: JsonValue;
  /** Whether the file itself sets something at `path`. */
  has(path: Path): boolean;
  /** The place of a path; if it leads nowhere, of its nearest ancestor. */
  at(path: Path, mark?: Mark): Place;
  /** The comment that ends the unquoted text at `path`, and its place; undefined if there is none. */
  commentAfter(path: Path): (Place & { readonly text: string }) | undefined;
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
  return faults.length > 0 ? findingsOf(faults) : { file, value, ...placesOf({ file, text }, parsed) };
}

export function isSource(parsed: Source | readonly Finding[]): parsed is Source {
  return !Array.isArray(parsed);
}

function placesOf(
  { file, text }: { readonly file: string; readonly text: string },
  { document, lines }: ParsedYaml,
): Omit<Source, 'file' | 'value'> {
  const nodeAt = finder(document);
  const place = (range: readonly number[] | null | undefined): Place => ({
    file,
    ...spanOf(lines, range ?? [0, 0]),
  });
  return {
    has: (path) => nodeAt(path).exact,
    at: (path, { on, part } = {}) => {
      const { key, value } = nodeAt(path);
      if (!part) return place(((on === 'key' && key) || value)?.range);
      const [from = 0, to = from] = value?.range ?? [];
      const at = placeOf(text.slice(from, to), part);
      return place(at === undefined ? [from, to] : [from + at, from + at + part.text.length]);
    },
    commentAfter: (path) => {
      const { exact, value: node } = nodeAt(path);
      if (!exact || !isScalar(node) || node.type !== 'PLAIN') return undefined;
      const [, end = 0] = node.range ?? [];
      const [whole, blanks = ''] = /^([ \t]+)#[^\n]*/.exec(text.slice(end)) ?? [];
      if (whole === undefined) return undefined;
      const comment = whole.slice(blanks.length).trimEnd();
      const from = end + blanks.length;
      return { ...place([from, from + comment.length]), text: comment };
    },
  };
}

/** The offset of a part in a text. */
export function placeOf(text: string, part: NonNullable<Mark['part']>): number | undefined {
  let at = text.indexOf(part.text);
  for (let left = part.nth; left > 0 && at !== -1; left--)
    at = text.indexOf(part.text, at + part.text.length);
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

function spanOf(lines: LineCounter, range: readonly number[]): Omit<Place, 'file'> {
  const [start = 0, end = start] = range;
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  const width = to.line === from.line ? Math.max(1, to.col - from.col) : 1;
  return { line: Math.max(1, from.line), column: Math.max(1, from.col), width };
}
