import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Fact, Finding, Place } from '../../model/findings.ts';
import type { JsonValue, Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { parseYaml, type ParsedYaml, type YamlFault } from './parse-yaml.ts';

/** What is marked at a path: its value, its key, or a part of its text, which is the `nth` occurrence from 0. */
export interface Mark {
  readonly on?: 'key' | 'value' | undefined;
  readonly part?: { readonly text: string; readonly nth: number } | undefined;
}

/** A YAML file with the place of each of its values. */
export interface Source {
  readonly file: string;
  readonly value: JsonValue;
  has(path: Path): boolean;
  /** The place of a path; if it leads nowhere, of its nearest ancestor. */
  at(path: Path, mark?: Mark): Place;
  /** The unquoted text at `path`, which may be read as a number; undefined if there is none. */
  plain(path: Path): string | undefined;
  /** Whether a line has something before its comment. */
  readonly isCommented: boolean;
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
  const plainAt = (path: Path) => {
    const { exact, value: node } = nodeAt(path);
    return exact && isScalar(node) && node.type === 'PLAIN' ? node : undefined;
  };
  return {
    has: (path) => nodeAt(path).exact,
    at: (path, { on, part } = {}) => {
      const { key, value } = nodeAt(path);
      if (!part) return place(((on === 'key' && key) || value)?.range);
      const [from = 0, to = from] = value?.range ?? [];
      const at = placeOf(text.slice(from, to), part);
      return place(at === undefined ? [from, to] : [from + at, from + at + part.text.length]);
    },
    plain: (path) => plainAt(path)?.source,
    isCommented: /\S[ \t]+#/.test(text),
    commentAfter: (path) => {
      const [, end] = plainAt(path)?.range ?? [];
      const [whole, blanks = ''] = /^([ \t]+)#[^\n]*/.exec(text.slice(end)) ?? [];
      if (end === undefined || whole === undefined) return undefined;
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

/** Follows paths from the root as far as they lead. The members of a map are indexed once. */
function finder(document: Document.Parsed) {
  const members = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const membersOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = members.get(map) ?? new Map(map.items.map((pair) => [nameOf(pair.key), pair]));
    members.set(map, known);
    return known;
  };
  return (path: Path) => {
    let key: Node | undefined;
    let value: Node | undefined = document.contents ?? undefined;
    for (const step of path) {
      const node: unknown = isAlias(value) ? value.resolve(document) : value;
      const pair = isMap(node) ? membersOf(node).get(String(step)) : undefined;
      const item = isSeq(node) ? node.items[Number(step)] : pair?.value;
      const name = isNode(pair?.key) ? pair.key : undefined;
      const inside = isNode(item) ? item : name;
      if (!inside) return { exact: false, key, value };
      [key, value] = [name, inside];
    }
    return { exact: true, key, value };
  };
}

function spanOf(lines: LineCounter, range: readonly number[]): Omit<Place, 'file'> {
  const [start = 0, end = start] = range;
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  const width = to.line === from.line ? Math.max(1, to.col - from.col) : 1;
  return { line: Math.max(1, from.line), column: Math.max(1, from.col), width };
}

/** How many aliases one anchor may have, those inside its aliases included: each takes time, whatever it expands to. */
const ALIASES_AT_MOST = 10_000;
/** The limit for everything that aliases expand to, in characters of JSON: less than one request holds. */
const EXPANDED_LIMIT = 2 * 1024 * 1024;

/** Tags that state what YAML would infer anyway. */
const PLAIN_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

function unsupported(what: string): Fact {
  return { code: 'YAML', params: { why: 'unsupported', what } };
}

const KEY: Fact = { code: 'YAML', params: { why: 'key' } };

/**
 * The value of a file, and what YAML allows but a campaign can't contain: duplicate keys, keys that aren't text, merge
 * keys, tags, numbers and texts that JSON can't represent, and aliases that are undefined, recursive or too large.
 */
function readValues({ document, lines }: ParsedYaml): { value: JsonValue; faults: YamlFault[] } {
  const faults: YamlFault[] = [];
  let alias: Alias | undefined;
  const report = ({ range }: Node, fault: Fact): null => {
    const [from = 0, to = from] = range ?? [];
    faults.push({ from, to, ...fault });
    return null;
  };
  // What is inside something wrong, or beside a wrong key, mostly has the same cause.
  const valueOf = (node: unknown): JsonValue => {
    if (!isNode(node)) return null;
    if (isAlias(node)) alias ??= node;
    if (node.tag !== undefined && !PLAIN_TAGS.has(node.tag)) return report(node, unsupported('a tag'));
    if (isScalar(node)) {
      const fault = judgeScalar(node);
      return fault ? report(node, fault) : (node.value as JsonValue);
    }
    if (isSeq(node)) return node.items.map(valueOf);
    return isMap(node) ? membersOf(node) : null;
  };
  const membersOf = (map: YAMLMap): JsonValue => {
    const seen = new Map<string, number>();
    for (const pair of map.items) {
      const isLost = map.flow === true && isText(pair);
      const wrong = isLost ? KEY : judgeKey(pair, seen, (at) => lines.linePos(at).line);
      if (wrong) return report(isNode(pair.key) ? pair.key : map, wrong);
    }
    const members: Record<string, JsonValue> = {};
    for (const { key, value } of map.items) {
      const name = valueOf(key);
      if (typeof name === 'string') members[name] = valueOf(value);
    }
    return members;
  };
  const value = valueOf(document.contents);
  if (faults.length > 0 || !alias) return { value, faults };
  const whole = expanded(document);
  if (whole === undefined) report(alias, unsupported('an alias without a small value above it'));
  return { value: whole ?? null, faults };
}

/** The value of a document; undefined if its aliases have no small value above them. */
function expanded(document: Document.Parsed): JsonValue | undefined {
  try {
    // Tags that could turn a scalar into anything but a plain value are refused.
    const value = document.toJS({ maxAliasCount: ALIASES_AT_MOST }) as JsonValue;
    return JSON.stringify(value).length > EXPANDED_LIMIT ? undefined : value;
  } catch {
    return undefined;
  }
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function judgeScalar({ value, source }: Scalar): Fact | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
    const limit = value < 0 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
    const seen = clip(source ?? String(value));
    return { code: 'RANGE', params: { field: 'the number', seen, keyword: 'precise', limit } };
  }
  if (typeof value !== 'string') return undefined;
  return /\0|\p{Surrogate}/u.test(value) ? { code: 'TEXT', params: { why: 'character' } } : undefined;
}

/**
 * In braces, a comma ends a text without quotes, and what follows it is a name without a colon: `{ message: Hi, today only }`
 * would be sent as `Hi`. A reference without its colon is reported where references are read.
 */
function isText({ key, value }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && value === null && !String(key.value).startsWith('$');
}

/** Why a key can't be the name of a field. `seen` are the offsets of the valid keys of its map so far. */
function judgeKey(
  { key }: Pair,
  seen: Map<string, number>,
  lineAt: (at: number) => number,
): Fact | undefined {
  if (!isScalar(key) || typeof key.value !== 'string' || key.value === '__proto__') return KEY;
  const { value: name, type, range } = key;
  if (name === '<<' && type === 'PLAIN') return unsupported('a merge key (<<)');
  const first = seen.get(name);
  if (first !== undefined) return { code: 'DUPLICATE_KEY', params: { name, line: lineAt(first) } };
  seen.set(name, range?.[0] ?? 0);
  return undefined;
}
