import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import type { JsonValue } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import type { ParsedYaml, YamlFault } from './parse-yaml.ts';

/** How many aliases one anchor may have, those inside its aliases included: each takes time, whatever it expands to. */
const ALIASES_AT_MOST = 10_000;
/** The limit for everything that aliases expand to, in characters of JSON: less than one request holds. */
const EXPANDED_LIMIT = 2 * 1024 * 1024;

/** Tags that state what YAML would infer anyway. */
const PLAIN_TAGS = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** What is wrong, without its place. */
type Fault = YamlFault extends infer One ? (One extends YamlFault ? Omit<One, 'from' | 'to'> : never) : never;

const TAG: Fault = { code: 'YAML', params: { why: 'unsupported', what: 'a tag' } };
const KEY: Fault = { code: 'YAML', params: { why: 'key' } };

/**
 * The value of a file, and what YAML allows but a campaign can't contain: duplicate keys, keys that aren't text, merge
 * keys, tags, numbers and texts that JSON can't represent, and aliases that are undefined, recursive or too large.
 */
export function readValues({ document, lines }: ParsedYaml): { value: JsonValue; faults: YamlFault[] } {
  const faults: YamlFault[] = [];
  let alias: Alias | undefined;
  const report = ({ range }: Node, fault: Fault) => {
    const [from = 0, to = from] = range ?? [];
    faults.push({ from, to, ...fault });
    return visit.SKIP;
  };
  // What is inside something wrong, or beside a wrong key, mostly has the same cause.
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) alias ??= node;
      const isTagged = node.tag !== undefined && !PLAIN_TAGS.includes(node.tag);
      const fault = isTagged ? TAG : isScalar(node) ? judgeScalar(node) : undefined;
      if (fault) return report(node, fault);
      const seen = new Map<string, number>();
      for (const pair of isMap(node) ? node.items : []) {
        const isLost = isMap(node) && node.flow === true && isText(pair);
        const wrong = isLost ? KEY : judgeKey(pair, seen, (at) => lines.linePos(at).line);
        if (wrong) return report(isNode(pair.key) ? pair.key : node, wrong);
      }
      return undefined;
    },
  });
  if (faults.length > 0) return { value: null, faults };
  const value = expanded(document);
  if (value === undefined && alias)
    report(alias, {
      code: 'YAML',
      params: { why: 'unsupported', what: 'an alias without a small value above it' },
    });
  return { value: value ?? null, faults };
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

export function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
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
): Fault | undefined {
  if (!isScalar(key) || typeof key.value !== 'string' || key.value === '__proto__') return KEY;
  const { value: name, type, range } = key;
  if (name === '<<' && type === 'PLAIN')
    return { code: 'YAML', params: { why: 'unsupported', what: 'a merge key (<<)' } };
  const first = seen.get(name);
  if (first !== undefined) return { code: 'DUPLICATE_KEY', params: { name, line: lineAt(first) } };
  seen.set(name, range?.[0] ?? 0);
  return undefined;
}
