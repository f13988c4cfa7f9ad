import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  type Alias,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { JsonValue } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { READ_BY_PEOPLE } from '../rules/placed.ts';
import { DEPTH_LIMIT, type ParsedYaml, type YamlFault } from './parse-yaml.ts';

/**
 * The limit for everything that aliases expand to, in characters plus eight for each value: less than one request
 * holds.
 */
const UNFOLDED_LIMIT = 2 * 1024 * 1024;
const VALUE_WEIGHT = 8;

/** Tags that state what YAML would infer anyway. */
const PLAIN_TAGS = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** From an alias node to the node that it refers to. */
export type Aliases = ReadonlyMap<Alias, Node>;

/** A value with its weight and nesting depth, aliases expanded. */
interface Read {
  readonly value: JsonValue;
  readonly size: number;
  readonly depth: number;
}
const NOTHING: Read = { value: null, size: 0, depth: 0 };

/** What is wrong, without its place. */
type Fault = YamlFault extends infer One ? (One extends YamlFault ? Omit<One, 'from' | 'to'> : never) : never;

const ALIAS: Fault = { code: 'YAML', params: { why: 'alias' } };
const KEY: Fault = { code: 'YAML', params: { why: 'key' } };

/**
 * The value of a file, and what YAML allows but a campaign can't contain: duplicate keys, keys that aren't text, merge
 * keys, tags, numbers and texts that JSON can't represent, entries that YAML reads as a part of their neighbors, and
 * aliases that are undefined, recursive, too deep or too large. One pass, linear in the file; `parse-yaml.ts` bounds the
 * depth without aliases.
 */
export function readValues({ document, lines }: ParsedYaml, text: string) {
  const faults: YamlFault[] = [];
  const aliases = new Map<Alias, Node>();
  /** Undefined while the node is still open. */
  const anchors = new Map<string, { readonly node: Node; readonly read: Read | undefined }>();
  let tooDeep: Alias | undefined;

  const report = ({ range }: Node, fault: Fault | undefined) => {
    const [from = 0, to = from] = range ?? [];
    if (fault) faults.push({ from, to, ...fault });
  };

  const read = (node: unknown, above: number): Read => {
    if (isAlias(node)) return readAlias(node, above);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return NOTHING;
    if (node.anchor) anchors.set(node.anchor, { node, read: undefined });
    report(node, judgeTag(node));
    const found = isScalar(node) ? readScalar(node) : combine(node, above + 1);
    if (node.anchor) anchors.set(node.anchor, { node, read: found });
    return found;
  };

  /** An alias gets the same value as its anchor. */
  const readAlias = (alias: Alias, above: number): Read => {
    const anchored = anchors.get(alias.source);
    if (!anchored?.read) report(alias, ALIAS);
    if (!anchored?.read) return NOTHING;
    if (above + anchored.read.depth > DEPTH_LIMIT) {
      // Aliases of aliases would each report it again.
      tooDeep ??= alias;
      return NOTHING;
    }
    aliases.set(alias, anchored.node);
    return anchored.read;
  };

  const readScalar = (scalar: Scalar): Read => {
    report(scalar, judgeScalar(scalar));
    const chars = typeof scalar.value === 'string' ? scalar.value.length : 0;
    // Tags that could turn a scalar into anything but a plain value are refused.
    return { value: scalar.value as JsonValue, size: VALUE_WEIGHT + chars, depth: 0 };
  };

  const combine = (node: YAMLMap | YAMLSeq, above: number): Read => {
    const members = isMap(node)
      ? membersOf(node, above)
      : node.items.map((item) => entryOf(item, { node, above }));
    const value = isMap(node)
      ? Object.fromEntries(node.items.map(({ key }, index) => [nameOf(key), members[index]?.value ?? null]))
      : members.map((one) => one.value);
    return {
      value,
      size: members.reduce((size, one) => size + one.size, VALUE_WEIGHT),
      depth: members.reduce((depth, one) => Math.max(depth, one.depth + 1), 1),
    };
  };

  const entryOf = (item: unknown, { node, above, name }: Around): Read => {
    const at = node.flow === true ? undefined : joinedEntry(item, text, name);
    if (at !== undefined) faults.push({ from: at, to: at + 1, code: 'YAML', params: { why: 'joined' } });
    return read(item, above);
  };

  const membersOf = (node: YAMLMap, above: number): Read[] => {
    const seen = new Map<string, number>();
    const told = new Set<string>();
    return node.items.map((pair: Pair) => {
      const { key, value } = pair;
      const fault = judgeKey(pair, {
        seen,
        isFlow: node.flow === true,
        lineAt: (at) => lines.linePos(at).line,
      });
      const kind = fault && ('why' in fault.params ? fault.params.why : fault.code);
      // In one map, the same fault has one cause: a second campaign that was pasted, or a text with several commas.
      if (kind !== undefined && !told.has(kind)) report(isNode(key) ? key : node, fault);
      if (kind !== undefined) told.add(kind);
      if (fault) return read(value, above);
      const { size } = read(key, above);
      const member = entryOf(value, { node, above, name: nameOf(key) });
      return { ...member, size: member.size + size };
    });
  };

  const { value, size } = read(document.contents, 0);
  if (tooDeep) report(tooDeep, { code: 'YAML', params: { why: 'depth', atMost: DEPTH_LIMIT } });
  const [first] = aliases.keys();
  if (size > UNFOLDED_LIMIT && first) report(first, ALIAS);
  return { value, faults, aliases: aliases as Aliases };
}

interface Around {
  readonly node: YAMLMap | YAMLSeq;
  readonly above: number;
  /** The name of a member. */
  readonly name?: string;
}

export function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function judgeTag({ tag }: Node): Fault | undefined {
  return tag === undefined || PLAIN_TAGS.includes(tag) ? undefined : { code: 'YAML', params: { why: 'tag' } };
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
  return /\0|\p{Surrogate}/u.test(value) ? { code: 'TEXT', params: { why: 'character' } } : undefined;
}

interface Keys {
  /** The offsets of the valid keys of a map so far. */
  readonly seen: Map<string, number>;
  readonly isFlow: boolean;
  readonly lineAt: (at: number) => number;
}

/**
 * Why a key can't be the name of a field. In braces, a comma ends a text without quotes, and what follows it is a name
 * without a colon: `{ message: Hi, today only }` would be sent as `Hi`.
 */
function judgeKey({ key, value }: Pair, { seen, isFlow, lineAt }: Keys): Fault | undefined {
  if (!isScalar(key) || typeof key.value !== 'string' || key.value === '__proto__') return KEY;
  const { value: name, type, range } = key;
  if (name === '<<' && type === 'PLAIN') return { code: 'YAML', params: { why: 'merge' } };
  // A reference without its colon is reported where references are read.
  if (isFlow && type === 'PLAIN' && value === null && !name.startsWith('$'))
    return { code: 'YAML', params: { why: 'no-colon' } };
  const first = seen.get(name);
  if (first !== undefined) return { code: 'DUPLICATE_KEY', params: { name, line: lineAt(first) } };
  seen.set(name, range?.[0] ?? 0);
  return undefined;
}

/**
 * Where an entry of a list begins that YAML reads as a part of the unquoted text above it, because it is indented deeper:
 * a filter would compare with `Gold - Silver` in place of two tiers. In a text for people, a line may begin with a dash.
 * `-5` alone goes on a text in a map.
 */
function joinedEntry(node: unknown, text: string, name?: string): number | undefined {
  if (!isScalar(node) || node.type !== Scalar.PLAIN || READ_BY_PEOPLE.includes(name ?? '')) return undefined;
  const [from = 0, to = from] = node.range ?? [];
  const written = text.slice(from, to);
  const isList = name === undefined || written.startsWith('-');
  const found = (isList ? /\n *-/ : /\n *-\s/).exec(written);
  return found ? from + found.index + found[0].trimEnd().length - 1 : undefined;
}
