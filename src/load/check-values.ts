import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import type { ParsedYaml, TextProblem } from './parse-yaml.ts';
import { clip } from './show.ts';

/** What all aliases together may unfold to, in characters and eight for each value: less than one request holds. */
const UNFOLDED_LIMIT = 2 * 1024 * 1024;
const VALUE_WEIGHT = 8;

/** Tags that say what YAML would find by itself. */
const PLAIN_TAGS = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** Node to what it stands for, where it is an alias. */
export type Aliases = ReadonlyMap<Alias, Node>;

interface Anchored {
  readonly node: Node;
  /** What the node unfolds to; undefined while it is still open. */
  size: number | undefined;
}

/**
 * Finds what YAML allows and a campaign can't hold: the same key twice, keys that are no texts, merge keys, tags,
 * numbers and texts that JSON can't carry, aliases that lead nowhere, into themselves or to too much. One walk, linear
 * in the file; the depth is bounded by `parse-yaml.ts`.
 */
export function checkValues({ document }: ParsedYaml): {
  readonly problems: readonly TextProblem[];
  readonly aliases: Aliases;
} {
  const problems: TextProblem[] = [];
  const aliases = new Map<Alias, Node>();
  const anchors = new Map<string, Anchored>();

  const tell = (node: Node, [code, message, hint]: Finding) => {
    const [from = 0, to = from] = node.range ?? [];
    problems.push({ from, to, code, message, hint });
  };

  /** What a node unfolds to. */
  const visit = (node: unknown): number => {
    if (isAlias(node)) return visitAlias(node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return 0;
    const anchored: Anchored = { node, size: undefined };
    if (node.anchor) anchors.set(node.anchor, anchored);
    const tag = judgeTag(node);
    if (tag) tell(node, tag);
    const inside = isScalar(node) ? visitScalar(node) : isMap(node) ? visitMap(node) : sum(node.items, visit);
    anchored.size = VALUE_WEIGHT + inside;
    return anchored.size;
  };

  const visitAlias = (alias: Alias): number => {
    const anchored = anchors.get(alias.source);
    const finding = judgeAlias(alias.source, anchored);
    if (finding) tell(alias, finding);
    if (!anchored || finding) return 0;
    aliases.set(alias, anchored.node);
    return anchored.size ?? 0;
  };

  const visitScalar = (scalar: Scalar): number => {
    const finding = judgeScalar(scalar);
    if (finding) tell(scalar, finding);
    return typeof scalar.value === 'string' ? scalar.value.length : 0;
  };

  const visitMap = (map: YAMLMap): number => {
    const seen = new Set<string>();
    return sum(map.items, ({ key, value }: Pair) => {
      const finding = judgeKey(key, seen);
      if (finding) tell(isNode(key) ? key : map, finding);
      return (finding ? 0 : visit(key)) + visit(value);
    });
  };

  const size = visit(document.contents);
  const [first] = aliases.keys();
  if (size > UNFOLDED_LIMIT && first) tell(first, TOO_MUCH);
  return { problems, aliases };
}

type Finding = readonly [code: DiagnosticCode, message: string, hint: string];

const TOO_MUCH: Finding = [
  'E_YAML_ALIAS',
  'the aliases of this file unfold to more than 2 MiB',
  'write repeated parts once, or keep them in a $file',
];

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function judgeTag({ tag }: Node): Finding | undefined {
  if (tag === undefined || PLAIN_TAGS.has(tag)) return undefined;
  const name = tag.replace('tag:yaml.org,2002:', '!!');
  return ['E_YAML_TAG', `the tag ${clip(name)} means nothing in a campaign`, 'write the value without a tag'];
}

function judgeAlias(name: string, anchored: Anchored | undefined): Finding | undefined {
  if (!anchored) {
    return [
      'E_YAML_ALIAS',
      `no anchor &${clip(name)} stands before this alias`,
      'set the anchor first, or write the value',
    ];
  }
  if (anchored.size !== undefined) return undefined;
  return ['E_YAML_ALIAS', `the alias *${clip(name)} leads into itself`, 'write the value out'];
}

function judgeScalar({ value, source }: Scalar): Finding | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
    return [
      'E_NUMBER',
      `${clip(source ?? String(value))} can't be sent as a number`,
      'write a number of at most 15 digits, or quote it to make it a text',
    ];
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return ['E_TEXT', 'the text holds a NUL character', 'take \\0 out'];
  if (!/\p{Surrogate}/u.test(value)) return undefined;
  return [
    'E_TEXT',
    'the text holds half a character (a lone surrogate)',
    'write the whole character in place of \\u…',
  ];
}

/** What keeps a key from naming a field; a good one is noted in `seen`. */
function judgeKey(key: unknown, seen: Set<string>): Finding | undefined {
  if (!isScalar(key) || typeof key.value !== 'string') {
    const text = isScalar(key) ? (key.source ?? '') : '';
    return text === ''
      ? ['E_YAML_KEY', 'a key is missing here, or is no text', 'write name: value']
      : ['E_YAML_KEY', `the key ${clip(text)} is no text`, `quote it: "${clip(text)}"`];
  }
  const name = key.value;
  if (name === '<<' && key.type === 'PLAIN') {
    return [
      'E_YAML_MERGE',
      'merge keys (<<) are not part of YAML 1.2',
      'write the fields out; an alias may stand for a whole value',
    ];
  }
  if (name === '__proto__') return ['E_YAML_KEY', '"__proto__" names no field', 'take it out'];
  if (seen.has(name))
    return ['E_DUPLICATE_KEY', `the key ${clip(name)} stands twice in one map`, 'keep one of the two'];
  seen.add(name);
  return undefined;
}
