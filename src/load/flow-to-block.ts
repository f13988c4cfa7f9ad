import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  visit,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { parseYaml } from './yaml/parse-yaml.ts';

// A map in braces reads well on one line but badly on several, where a block has the same lines without the marks. The
// text of keys and values is kept as written; the layout is corrected afterwards.

/**
 * The YAML with each outermost map or list in brackets that spans several lines written as a block. A collection
 * with comments, an anchor or a tag stays as it is. A text that can't be read is returned unchanged.
 */
export function inBlocks(text: string): string {
  const parsed = parseYaml(text);
  if ('code' in parsed) return text;
  const long: Flow[] = [];
  visit(parsed.document, {
    Collection: (_, node) => {
      if (!isLongFlow(node, text)) return undefined;
      long.push(node);
      // Nested collections are rewritten here and checked when they are laid out.
      return visit.SKIP;
    },
  });
  return long.toReversed().reduce((whole, node) => withBlock(whole, node), text);
}

type Flow = YAMLMap | YAMLSeq;

function isLongFlow(node: unknown, text: string): node is Flow {
  if (!isCollection(node) || !(isMap(node) || isSeq(node)) || node.flow !== true) return false;
  const written = sourceOf(node, text);
  return (
    written.includes('\n') &&
    /^[[{]/.test(written) &&
    node.items.length > 0 &&
    !/(?:^|\s)#/.test(written) &&
    !hasProperties(node) &&
    node.items.every((item) => !isPair(item) || isScalar(item.key) || isAlias(item.key))
  );
}

/**
 * Whether a node has an anchor or a tag, on itself or inside it: these are not part of the text that a node's range
 * covers.
 */
function hasProperties(node: Flow): boolean {
  let found = false;
  visit(node, {
    Node: (_, one) => {
      found ||= !isAlias(one) && (one.anchor !== undefined || one.tag !== undefined);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

function withBlock(text: string, node: Flow): string {
  const [from = 0, to = from] = node.range ?? [];
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const before = text.slice(lineStart, from);
  const isFirstOnLine = /^[ -]*$/.test(before);
  const indent = isFirstOnLine ? before.length : (/^ */.exec(before)?.[0].length ?? 0);
  const column = ' '.repeat(isFirstOnLine ? indent : indent + 2 * depthOf(before));
  const lines = node.items.map((item) => entryOf(item, text)).join(`\n${column}`);
  const start = isFirstOnLine ? text.slice(0, from) : `${text.slice(0, from).trimEnd()}\n${column}`;
  return start + lines + text.slice(to);
}

/**
 * How many levels deeper than its line a value begins: one, and one more for each list whose first entry is on that
 * line.
 */
function depthOf(before: string): number {
  return 1 + (/^ *((?:- +)*)/.exec(before)?.[1]?.match(/-/g)?.length ?? 0);
}

/** A pair of a map or an item of a list, as written. */
function entryOf(item: unknown, text: string): string {
  if (!isPair(item)) return `- ${isNode(item) ? sourceOf(item, text) : ''}`;
  const [key, value] = [item.key, item.value].map((one) => (isNode(one) ? sourceOf(one, text) : ''));
  return `${key ?? ''}: ${value ?? ''}`.trimEnd();
}

function sourceOf(node: Node, text: string): string {
  const [from = 0, to = from] = node.range ?? [];
  return text.slice(from, to);
}
