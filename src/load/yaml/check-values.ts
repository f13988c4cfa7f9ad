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
  type YAMLSeq,
} from 'yaml';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { textCutBefore } from './cut-text.ts';
import { emptyAbove, hintForDuplicate, repeatsCampaign, repeatsMap } from './duplicate-key.ts';
import { includedFile, referenceIn } from '../reference-spelling.ts';
import { DEPTH_LIMIT, type ParsedYaml } from './parse-yaml.ts';
import { LINE_CHARS } from './error-lines.ts';
import { foreignOperator, putInQuotes } from './quoted.ts';
import type { TextProblem } from './text-problem.ts';
import { wrongBlankIn } from './wrong-blank.ts';
import { clip } from '../../model/show.ts';

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

/**
 * Finds what YAML allows but a campaign can't contain: duplicate keys, keys that aren't text, merge keys, tags, numbers
 * and texts that JSON can't represent, and aliases that are undefined, recursive, too deep or too large. One pass,
 * linear in the file; `parse-yaml.ts` bounds the depth without aliases.
 */
export function checkValues(
  { document }: ParsedYaml,
  text: string,
): {
  readonly problems: readonly TextProblem[];
  readonly aliases: Aliases;
} {
  const problems: TextProblem[] = [];
  const aliases = new Map<Alias, Node>();
  const anchors = new Map<string, Anchored>();
  let tooDeep: Alias | undefined;

  const report = (node: Node, [code, message, hint, at]: Finding) => {
    const [start = 0, to = start] = node.range ?? [];
    const from = at ?? start;
    problems.push({ from, to, code, message, hint });
  };

  const visit = (node: unknown, above: number): Extent => {
    if (isAlias(node)) return visitAlias(node, above);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return NOTHING;
    const anchored: Anchored = { node, extent: undefined };
    if (node.anchor) anchors.set(node.anchor, anchored);
    const tag = judgeTag(node, text);
    if (tag) report(node, tag);
    anchored.extent = isScalar(node) ? visitScalar(node) : visitCollection(node, above + 1);
    return anchored.extent;
  };

  const visitAlias = (alias: Alias, above: number): Extent => {
    const anchored = anchors.get(alias.source);
    const finding = judgeAlias(alias.source, anchored);
    if (finding) report(alias, finding);
    if (!anchored?.extent || finding) return NOTHING;
    if (above + anchored.extent.depth > DEPTH_LIMIT) {
      // Aliases of aliases would each report it again.
      tooDeep ??= alias;
      return NOTHING;
    }
    aliases.set(alias, anchored.node);
    return anchored.extent;
  };

  const visitScalar = (scalar: Scalar): Extent => {
    const finding = judgeScalar(scalar);
    if (finding) report(scalar, finding);
    const chars = typeof scalar.value === 'string' ? scalar.value.length : 0;
    return { size: VALUE_WEIGHT + chars, depth: 0 };
  };

  const visitCollection = (node: YAMLMap | YAMLSeq, above: number): Extent => {
    const parts = isMap(node) ? visitMap(node, above) : node.items.map((item) => visit(item, above));
    return parts.reduce(
      (whole, part) => ({ size: whole.size + part.size, depth: Math.max(whole.depth, part.depth + 1) }),
      { size: VALUE_WEIGHT, depth: 1 },
    );
  };

  const visitMap = (map: YAMLMap, above: number): Extent[] => {
    const seen = new Set<string>();
    let isNextEntry = false;
    return map.items.flatMap((pair: Pair) => {
      const { key, value } = pair;
      const cut = textCutBefore(map, pair, text);
      if (cut) report(cut.node, ['E_YAML', ...cut.words]);
      const doubled = judgeBraces(map, pair, text);
      const finding = doubled ?? (isAfterBraces(key, text) ? undefined : judgeKey(key, seen));
      // The other fields of an entry without its dash are not mistakes of their own.
      const isConsequence = isNextEntry && finding?.[0] === 'E_DUPLICATE_KEY';
      isNextEntry ||= finding?.[0] === 'E_DUPLICATE_KEY' && repeatsMap(map, key);
      if (finding && !isConsequence)
        report(isNode(key) && !doubled ? key : map, withHint(finding, { map, key, isNextEntry }));
      return [
        finding ? NOTHING : visit(key, above),
        finding?.[0] === 'E_YAML' ? NOTHING : visit(value, above),
      ];
    });
  };

  const { size } = visit(document.contents, 0);
  if (tooDeep) report(tooDeep, TOO_DEEP);
  const [first] = aliases.keys();
  if (size > UNFOLDED_LIMIT && first) report(first, TOO_MUCH);
  return { problems, aliases };
}

/** `at` is the offset, if it isn't that of the node. */
type Finding = readonly [code: DiagnosticCode, message: string, hint: string, at?: number];

const TOO_MUCH: Finding = [
  'E_YAML',
  'the aliases in this file expand to more than 2 MiB',
  'write repeated parts once, or keep them in a $file',
];

const TOO_DEEP: Finding = [
  'E_YAML',
  `with its aliases expanded, maps and lists are nested more than ${DEPTH_LIMIT} levels deep`,
  'write the value out with fewer levels',
];

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function judgeTag(node: Node, text: string): Finding | undefined {
  const { tag } = node;
  if (tag === undefined || PLAIN_TAGS.has(tag)) return undefined;
  const exclaimed = exclamation(node, text);
  if (exclaimed) return exclaimed;
  return withoutMeaning(tag.replace('tag:yaml.org,2002:', '!!'), 'write the value without a tag');
}

function withoutMeaning(tag: string, hint: string): readonly [DiagnosticCode, string, string] {
  return ['E_YAML', `the tag ${clip(tag)} has no meaning in a campaign`, hint];
}

/** `!Last chance!`, which is a tag and a text to the parser, or `!include sale.html`. */
function exclamation({ tag = '', range }: Node, text: string): Finding | undefined {
  const [from = 0, to = from] = range ?? [];
  const at = tag.startsWith('!') ? text.lastIndexOf(tag, from) : -1;
  const file = at === -1 ? undefined : includedFile(text.slice(at, Math.min(to, at + LINE_CHARS)));
  if (file !== undefined) return [...withoutMeaning(tag, `write { $file: ${clip(file)} }`), at];
  const isOneText = /^ *$/.test(text.slice(at + tag.length, from)) && !/["'[{|>]/.test(text[from] ?? '');
  if (at === -1 || !isOneText || /^ *:/.test(text.slice(to, to + 2))) return undefined;
  const written = text.slice(at, to).trim();
  const words = foreignOperator(written) ?? ['text that begins with ! needs quotes', putInQuotes(written)];
  return ['E_YAML', ...words, at];
}

function judgeAlias(name: string, anchored: Anchored | undefined): Finding | undefined {
  if (!anchored) {
    return [
      'E_YAML',
      `there is no anchor &${clip(name)} before this alias`,
      'define the anchor first, or write the value',
    ];
  }
  if (anchored.extent) return undefined;
  return ['E_YAML', `the alias *${clip(name)} refers to itself`, 'write the value out'];
}

function judgeScalar({ value, source }: Scalar): Finding | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return undefined;
    const written = clip(source ?? String(value));
    // Nothing is counted with so many digits: it is an ID, which would be another one with fewer.
    const isId = /^\w+$/.test(written);
    const hint = isId
      ? `quote it: "${written}"`
      : 'write a number of at most 15 digits, or quote it to make it text';
    return ['E_RANGE', `${written} can't be sent as a number`, hint];
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return ['E_TEXT', 'the text contains a NUL character', 'remove \\0'];
  if (!/\p{Surrogate}/u.test(value)) return undefined;
  return [
    'E_TEXT',
    'the text contains half a character (a lone surrogate)',
    'write the whole character in place of \\u…',
  ];
}

/**
 * `{{ user.name }}` without quotes, or `{{ $file: x }}`: a map in braces whose only key is such a map. Two braces begin
 * a map inside a map, but a template expression was meant.
 */
function judgeBraces(map: YAMLMap, { key, value }: Pair, text: string): Finding | undefined {
  const isNothing = value === null || (isScalar(value) && value.value === null);
  if (map.flow !== true || !isMap(key) || key.flow !== true || !isNothing) return undefined;
  const reference = referenceIn(key.toString());
  const [from = 0, to = from] = map.range ?? [];
  return reference === undefined
    ? [
        'E_YAML',
        'text that begins with {{ needs quotes',
        quoteExpression(text.slice(from, to) + restOf(text, to)),
      ]
    : ['E_YAML', 'a reference has only one pair of braces', `write ${reference}`];
}

/** `{{ connector }}` alone is hardly an expression: those have a dot, as in `user.first_name`. */
function quoteExpression(text: string): string {
  const [, variable] = /^\{\{\s*(\w+)\s*\}\}$/.exec(text) ?? [];
  if (variable === undefined) return putInQuotes(text);
  return `write { $var: ${clip(variable)} } for a variable of workspaces.yaml, or "${clip(text)}" for an expression`;
}

/** What follows an expression on its line, as in `{{ user.name }}: hello`, up to a comment. */
function restOf(text: string, from: number): string {
  const [rest = ''] = /^:(?:[ \t].*)?/.exec(text.slice(from, from + LINE_CHARS)) ?? [];
  return rest.replace(/\s+#.*$/, '').trimEnd();
}

/** `{{ user.name }}: hello` is reported at its braces; the parser sees an entry without a key after them. */
function isAfterBraces(key: unknown, text: string): boolean {
  const [from = 0] = isNode(key) ? (key.range ?? []) : [];
  return isScalar(key) && key.source === '' && text.slice(Math.max(0, from - 2), from) === '}}';
}

/** A key that occurs again may begin another map, which has lost its dash or its name. */
function withHint(
  finding: Finding,
  { map, key, isNextEntry }: { readonly map: YAMLMap; readonly key: unknown; readonly isNextEntry: boolean },
): Finding {
  const [code, message, hint] = finding;
  if (code !== 'E_DUPLICATE_KEY' || !isScalar(key)) return finding;
  if (repeatsCampaign(map)) return [code, 'a second campaign begins here', 'move it into a file of its own'];
  const above = emptyAbove(map, key);
  if (above !== undefined)
    return [code, message, `if this belongs to ${clip(above)}, remove 2 spaces before ${clip(above)}`];
  return [code, message, hintForDuplicate(map, String(key.value), isNextEntry) ?? hint];
}

/** Why a key can't be the name of a field; a valid one is added to `seen`. */
function judgeKey(key: unknown, seen: Set<string>): Finding | undefined {
  if (!isScalar(key) || typeof key.value !== 'string') {
    const text = isScalar(key) ? (key.source ?? '') : '';
    return text === ''
      ? ['E_YAML', 'a key is missing here, or it is not text', 'write name: value']
      : ['E_YAML', `the key ${clip(text)} must be text`, `quote it: "${clip(text)}"`];
  }
  const name = key.value;
  const blank = key.type === 'PLAIN' ? wrongBlankIn(name) : undefined;
  if (blank) return ['E_YAML', ...blank.words];
  if (name === '<<' && key.type === 'PLAIN') {
    return [
      'E_YAML',
      'merge keys (<<) are not part of YAML 1.2',
      'write the fields out; an alias can replace only a whole value',
    ];
  }
  if (name === '__proto__') return ['E_YAML', '"__proto__" cannot be the name of a field', 'remove it'];
  if (seen.has(name))
    return ['E_DUPLICATE_KEY', `the key ${clip(name)} occurs twice in one map`, 'keep one of the two'];
  seen.add(name);
  return undefined;
}
