import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { clip } from '../../model/show.ts';
import { DEPTH_LIMIT, type ParsedYaml } from './parse-yaml.ts';
import { joinedEntry } from './joined-entry.ts';
import type { YamlFault } from './yaml-fault.ts';

/**
 * The limit for everything that aliases expand to, in characters plus eight for each value: less than one request
 * holds.
 */
const UNFOLDED_LIMIT = 2 * 1024 * 1024;
const VALUE_WEIGHT = 8;

/** Tags that state what YAML would infer anyway. */
const PLAIN_TAGS = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** From an alias node to the node that it refers to. */
export type Aliases = ReadonlyMap<Alias, Node>;

/** The expanded size of a node: its weight, and its nesting depth. */
interface Extent {
  readonly size: number;
  readonly depth: number;
}
const NOTHING: Extent = { size: 0, depth: 0 };

interface Anchored {
  readonly node: Node;
  /** Undefined while the node is still open. */
  extent: Extent | undefined;
}

/** What is wrong, without its place. */
type Fault = YamlFault extends infer One ? (One extends YamlFault ? Omit<One, 'from' | 'to'> : never) : never;

const ALIAS: Fault = { code: 'YAML', params: { why: 'alias' } };
const KEY: Fault = { code: 'YAML', params: { why: 'key' } };

/**
 * Finds what YAML allows but a campaign can't contain: duplicate keys, keys that aren't text, merge keys, tags, numbers
 * and texts that JSON can't represent, entries that YAML reads as a part of their neighbors, and aliases that are
 * undefined, recursive, too deep or too large. One pass, linear in the file; `parse-yaml.ts` bounds the depth without
 * aliases.
 */
export function checkValues(
  { document, lines }: ParsedYaml,
  text: string,
): { readonly faults: readonly YamlFault[]; readonly aliases: Aliases } {
  const faults: YamlFault[] = [];
  const aliases = new Map<Alias, Node>();
  const anchors = new Map<string, Anchored>();
  let tooDeep: Alias | undefined;

  const report = (node: Node, fault: Fault | undefined): boolean => {
    const [from = 0, to = from] = node.range ?? [];
    if (fault) faults.push({ from, to, ...fault });
    return fault !== undefined;
  };

  const visit = (node: unknown, above: number): Extent => {
    if (isAlias(node)) return visitAlias(node, above);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return NOTHING;
    const anchored: Anchored = { node, extent: undefined };
    if (node.anchor) anchors.set(node.anchor, anchored);
    report(node, judgeTag(node));
    anchored.extent = isScalar(node) ? visitScalar(node) : visitCollection(node, above + 1);
    return anchored.extent;
  };

  const visitAlias = (alias: Alias, above: number): Extent => {
    const anchored = anchors.get(alias.source);
    if (!anchored?.extent) {
      report(alias, ALIAS);
      return NOTHING;
    }
    if (above + anchored.extent.depth > DEPTH_LIMIT) {
      // Aliases of aliases would each report it again.
      tooDeep ??= alias;
      return NOTHING;
    }
    aliases.set(alias, anchored.node);
    return anchored.extent;
  };

  const visitScalar = (scalar: Scalar): Extent => {
    report(scalar, judgeScalar(scalar));
    const chars = typeof scalar.value === 'string' ? scalar.value.length : 0;
    return { size: VALUE_WEIGHT + chars, depth: 0 };
  };

  const visitCollection = (node: YAMLMap | YAMLSeq, above: number): Extent => {
    const parts = isMap(node)
      ? visitMap(node, above)
      : node.items.map((item) => {
          if (node.flow !== true) joined(item);
          return visit(item, above);
        });
    return parts.reduce(
      (whole, part) => ({ size: whole.size + part.size, depth: Math.max(whole.depth, part.depth + 1) }),
      { size: VALUE_WEIGHT, depth: 1 },
    );
  };

  const visitMap = (map: YAMLMap, above: number): Extent[] => {
    const seen = new Map<string, number>();
    const told = new Set<string>();
    return map.items.flatMap((pair: Pair) => {
      const { key, value } = pair;
      const fault = judgeKey(pair, { seen, lines, isFlow: map.flow === true });
      // In one map, the same fault has one cause: a second campaign that was pasted, or a text with several commas.
      if (fault && told.has(kindOf(fault))) return [visit(value, above)];
      if (fault) told.add(kindOf(fault));
      if (report(isNode(key) ? key : map, fault)) return [visit(value, above)];
      if (map.flow !== true) joined(value, isScalar(key) ? String(key.value) : '');
      return [visit(key, above), visit(value, above)];
    });
  };

  /** An entry of a list that YAML reads as a part of the text above it. */
  const joined = (node: unknown, name?: string) => {
    const at = isScalar(node) ? joinedEntry(node, text, name) : undefined;
    if (at !== undefined) faults.push({ from: at, to: at + 1, code: 'YAML', params: { why: 'joined' } });
  };

  const { size } = visit(document.contents, 0);
  if (tooDeep) report(tooDeep, { code: 'YAML', params: { why: 'depth', atMost: DEPTH_LIMIT } });
  const [first] = aliases.keys();
  if (size > UNFOLDED_LIMIT && first) report(first, ALIAS);
  return { faults, aliases };
}

function kindOf({ code, params }: Fault): string {
  return 'why' in params ? params.why : code;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function judgeTag({ tag }: Node): Fault | undefined {
  return tag === undefined || PLAIN_TAGS.has(tag) ? undefined : { code: 'YAML', params: { why: 'tag' } };
}

function judgeScalar({ value, source }: Scalar): Fault | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
    const limit = value < 0 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
    const keyword = value < 0 ? 'minimum' : 'maximum';
    const seen = clip(source ?? String(value));
    return { code: 'RANGE', params: { field: 'the number', seen, keyword, limit } };
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return { code: 'TEXT', params: { why: 'nul' } };
  return /\p{Surrogate}/u.test(value) ? { code: 'TEXT', params: { why: 'half-character' } } : undefined;
}

interface Keys {
  /** The offsets of the valid keys of a map so far. */
  readonly seen: Map<string, number>;
  readonly lines: LineCounter;
  readonly isFlow: boolean;
}

/**
 * Why a key can't be the name of a field. In braces, a comma ends a text without quotes, and what follows it is a name
 * without a colon: `{ message: Hi, today only }` would be sent as `Hi`.
 */
function judgeKey(pair: Pair, { seen, lines, isFlow }: Keys): Fault | undefined {
  const { key, value: held } = pair;
  if (!isScalar(key) || typeof key.value !== 'string') return KEY;
  const { value: name, type, range } = key;
  if (name === '<<' && type === 'PLAIN') return { code: 'YAML', params: { why: 'merge' } };
  if (name === '__proto__') return KEY;
  // A reference without its colon is reported where references are read.
  if (isFlow && type === 'PLAIN' && held === null && !name.startsWith('$'))
    return { code: 'YAML', params: { why: 'no-colon' } };
  const first = seen.get(name);
  if (first !== undefined)
    return { code: 'DUPLICATE_KEY', params: { name, line: lines.linePos(first).line } };
  seen.set(name, range?.[0] ?? 0);
  return undefined;
}
