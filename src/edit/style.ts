import {
  Document,
  isScalar,
  Scalar,
  visit,
  type CollectionTag,
  type Node,
  type Pair,
  type ScalarTag,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { JsonValue } from '../model/json.ts';

// How new values are written: one entry per line, multi-line
// texts as blocks, short lists and maps on one line.

/** Lines are not broken, because the library loses spaces at the end of a line in double quotes. */
const STYLE = {
  lineWidth: 0,
  blockQuote: 'literal',
  doubleQuotedMinMultiLineLength: Infinity,
  singleQuote: true,
} as const;

/**
 * Characters that the library writes unescaped although a file must not contain them: control characters that are not
 * part of YAML (1.2, 5.1), a byte order mark, and characters that reverse the text around them, so that a reviewer
 * would read something other than what is sent.
 */
const UNESCAPED = /[\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Such a text is written in double quotes, where everything can be escaped. */
function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code}`;
}

/**
 * Gives every node the style in which a person would write it. `above` names the fields of the campaign above the
 * root; scalars that already have a style keep it.
 */
export function inPlainStyle(root: Document | Node, above: readonly string[] = []): void {
  visit(root, {
    Scalar: (key, node) => {
      if (key !== 'key') styleScalar(node);
      else if (typeof node.value === 'string' && hasUnshown(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Map: (_, node, ancestors) => {
      if (isShortMap(node, [...above, ...namesOf(ancestors)])) node.flow = true;
    },
    Seq: (_, node) => {
      if (isShortList(node)) node.flow = true;
    },
  });
}

/** The document as text for any YAML 1.2 parser, in the layout of the formatter. */
export function yamlText(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Map: (_, node) => {
      padInside(node, ' ');
    },
    Seq: (_, node) => {
      padInside(node, '');
    },
  });
  const { schema } = document;
  schema.tags = schema.tags.map(asWritten);
  return document.toString({ ...STYLE, ...options });
}

/** A tag whose texts in double quotes get all escapes, and whose numbers stay as they were written: `0x1F`, `1e3`. */
function asWritten(tag: CollectionTag | ScalarTag): CollectionTag | ScalarTag {
  const { stringify } = tag;
  if (!stringify || 'collection' in tag) return tag;
  return {
    ...tag,
    stringify: (item, ...rest) => {
      if (typeof item.value === 'number' && item.source !== undefined) return item.source;
      const text = stringify(item, ...rest);
      return text.startsWith('"') ? text.replace(UNESCAPED, escaped) : text;
    },
  };
}

/** The library writes the same padding inside brackets and braces; the formatter writes spaces only inside braces. */
function padInside(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const plain = node.toString.bind(node);
  node.toString = (context, ...rest) => plain(context && { ...context, flowCollectionPadding }, ...rest);
}

/** Whether a text can be written in YAML: NUL and half characters are refused when it is read. */
export function canBeText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Characters that editors don't show: control characters, line breaks other than a line feed, and direction marks. */
const UNSHOWN =
  /[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a text needs escapes, which only double quotes allow. */
export function hasUnshown(text: string): boolean {
  return UNSHOWN.test(text);
}

function styleScalar(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string' || node.type !== undefined) return;
  if (isBlockText(value)) node.type = Scalar.BLOCK_LITERAL;
  else if (value.includes('\n') || hasUnshown(value)) node.type = Scalar.QUOTE_DOUBLE;
}

/** Whether a block can contain the text unchanged. */
export function isBlockText(value: string): boolean {
  return value.includes('\n') && value.trim() !== '' && !/^\s/.test(value) && !hasUnshown(value);
}

/** The maximum length of a value on one line, in characters, and the maximum number of members of a map on one line. */
const LIST_CHARS = 70;
const MAP_CHARS = 60;
const MAP_MEMBERS = 3;
/** A component and its direct members have lines of their own. */
const DEPTH = 2;

function isShortList({ items }: YAMLSeq): boolean {
  const shown = items.map(shortText);
  return items.length > 0 && !shown.includes(undefined) && shown.join(', ').length <= LIST_CHARS;
}

function isShortMap({ items }: YAMLMap, above: readonly string[]): boolean {
  const [first] = items;
  if (first && isScalar(first.key) && /^\$(?:file|var)$/.test(String(first.key.value))) return true;
  const inContent = above.slice(0, 2).every((name, at) => name === CONTENT[at]);
  if (above.length <= DEPTH - 1 || items.length > MAP_MEMBERS || inContent) return false;
  const shown = items.map(({ value }) => shortText(value));
  const names = items.map(({ key }) => shortText(key));
  return ![...shown, ...names].includes(undefined) && [...shown, ...names].join(': ').length <= MAP_CHARS;
}

/** What is sent is read line by line. */
const CONTENT = ['campaign_content', 'content'];

function namesOf(ancestors: readonly (Document | Node | Pair)[]): string[] {
  return ancestors.flatMap((one) => ('key' in one && isScalar(one.key) ? [String(one.key.value)] : []));
}

/** A word or a number as it is written on a line; undefined for any other value. */
function shortText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  if (typeof value === 'string') return /[\n{}[\],]/.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A value between brackets or braces, on one line. */
export function inFlow(value: JsonValue, style?: Scalar.Type): string {
  const document = new Document([value], { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      const text = typeof node.value === 'string' ? node.value : '';
      if (/\n/.test(text) || hasUnshown(text)) node.type = Scalar.QUOTE_DOUBLE;
      else if (text === value && style !== undefined && !/BLOCK/.test(style)) node.type = style;
    },
    Collection: (_, node) => {
      node.flow = true;
    },
  });
  return yamlText(document).trim().slice(1, -1).trim();
}

/** Whether there are comments between the brackets of a map or list. */
export function hasComments(node: YAMLMap | YAMLSeq): boolean {
  return contains(node, (one) => one !== node && Boolean(one.comment ?? one.commentBefore));
}

/** Whether a node, or one inside it, passes a test. */
export function contains(root: Node, test: (node: Node) => boolean): boolean {
  let found = false;
  visit(root, {
    Node: (_, node) => {
      found ||= test(node);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}
