import {
  CST,
  Document,
  isScalar,
  Lexer,
  Scalar,
  visit,
  type CollectionTag,
  type Node,
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
  verifyAliasOrder: false,
} as const;

/**
 * Characters that editors don't show: control characters, line breaks other than a line feed, and marks that reverse the
 * text around them, so that a reviewer would read something other than what is sent. They are written as escapes, which
 * only double quotes allow; the library writes some of them as they are.
 */
const UNSHOWN =
  /[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Whether a text needs escapes. */
export function hasUnshown(text: string): boolean {
  return text.search(UNSHOWN) !== -1;
}

/** Gives every node that has no style yet the one in which a person would write it. */
export function inPlainStyle(root: Document | Node): void {
  visit(root, {
    Scalar: (key, node) => {
      const { value, type } = node;
      if (typeof value !== 'string' || type !== undefined) return;
      if (key !== 'key' && isBlockText(value)) node.type = Scalar.BLOCK_LITERAL;
      else if (value.includes('\n') || hasUnshown(value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Map: (_, node) => {
      const [first] = node.items;
      if (first && isScalar(first.key) && /^\$(?:file|var)$/.test(String(first.key.value))) node.flow = true;
    },
    Seq: (_, node) => {
      if (node.flow === undefined && isShortList(node)) node.flow = true;
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
      if (!text.startsWith('"')) return text;
      return text.replace(UNSHOWN, (character) => {
        const code = character.charCodeAt(0).toString(16);
        return code.length > 2 ? `\\u${code}` : `\\x${code}`;
      });
    },
  };
}

/** The library writes the same padding inside brackets and braces; the formatter writes spaces only inside braces. */
function padInside(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const plain = node.toString.bind(node);
  node.toString = (context, ...rest) => plain(context && { ...context, flowCollectionPadding }, ...rest);
}

/** Whether a block can contain the text unchanged. Empty lines at its end would take in those below it. */
function isBlockText(value: string): boolean {
  return /\S\n?$/.test(value) && value.includes('\n') && !/^\s/.test(value) && !hasUnshown(value);
}

/** The maximum length of a list on one line, in characters. */
const LIST_CHARS = 70;

/** Whether a list holds only words and numbers that fit on a line. */
function isShortList({ items }: YAMLSeq): boolean {
  const shown = items.map((item) => (isScalar(item) ? String(item.value) : '\n'));
  return items.length > 0 && shown.join(', ').length <= LIST_CHARS && !/[\n{}[\],]/.test(shown.join(''));
}

/** Quoted texts stay quoted. */
export function keepQuotes(node: Scalar, type: Scalar.Type | undefined): void {
  const { value } = node;
  if (type !== Scalar.QUOTE_SINGLE && type !== Scalar.QUOTE_DOUBLE) return;
  if (typeof value === 'string' && !/\n/.test(value) && !hasUnshown(value)) node.type = type;
}

/** A map or list in brackets stays on its line up to this length. */
export const FLOW_CHARS = 100;

/** A value between brackets or braces, on one line. */
export function inFlow(value: JsonValue, style?: Scalar.Type): string {
  const document = new Document([value], { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== 'string') return;
      if (/\n/.test(node.value) || hasUnshown(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      else if (node.value === value) keepQuotes(node, style);
    },
    Collection: (_, node) => {
      node.flow = true;
    },
  });
  return yamlText(document).trim().slice(1, -1).trim();
}

/** Whether there are comments between the brackets of a map or list that was parsed with its tokens. */
export function hasCommentsInside(token: CST.Token | undefined): boolean {
  return token?.type === 'flow-collection' && commentsIn(CST.stringify({ ...token, end: [] })).length > 0;
}

/** Gives each entry of a map or list a line of its own, and so the entries inside it that have comments. */
export function inBlocks<Collection extends YAMLMap | YAMLSeq>(root: Collection): Collection {
  visit(root, {
    Collection: (_, node) => {
      if (node !== root && !hasCommentsInside(node.srcToken)) return;
      node.flow = false;
      node.commentBefore = [node.commentBefore ?? [], node.comment ?? []].flat().join('\n') || null;
      node.comment = null;
    },
  });
  return root;
}

/** The lexer's mark that the next token is a scalar, which may also begin with "#". */
const SCALAR_FOLLOWS = '\u001f';

/** The comments of a YAML text, each with its "#" and without spaces at its end, in a fixed order. */
export function commentsIn(text: string): string[] {
  const comments: string[] = [];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && token.startsWith('#')) comments.push(token.trimEnd());
    isScalar = !isScalar && token === SCALAR_FOLLOWS;
  }
  return comments.sort();
}
