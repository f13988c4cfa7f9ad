import {
  isScalar,
  Scalar,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

// How values are written where nobody wrote them before: one entry a line, texts of several lines as blocks, short lists
// and maps in one line.

/** No line is broken: in double quotes the library loses blanks at the end of one. */
const STYLE = {
  lineWidth: 0,
  blockQuote: 'literal',
  doubleQuotedMinMultiLineLength: Infinity,
  singleQuote: true,
} as const;

/**
 * What the library writes as it is, although it must not stand in a file: control characters that are not part of YAML
 * (1.2, 5.1), a byte order mark, and those that turn the direction of the text around them, so that a reviewer reads something else than
 * what is sent.
 */
const UNESCAPED = /[\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Such a text stands in double quotes, where everything can be escaped. */
function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code}` : `\\x${code}`;
}

/**
 * Gives every node the style in which a person would write it. `above` names the fields of the campaign that the
 * document's root stands below; scalars that have a style already keep it.
 */
export function inPlainStyle(document: Document, above: readonly string[] = []): void {
  visit(document, {
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

/** The document as text that every reader of YAML 1.2 takes, laid out as the formatter does it. */
export function yamlText(document: Document): string {
  visit(document, {
    Map: (_, node) => {
      padInside(node, ' ');
    },
    Seq: (_, node) => {
      padInside(node, '');
    },
  });
  return document.toString(STYLE).replace(UNESCAPED, escaped);
}

/** The library puts the same between brackets and braces and what is in them; the formatter has blanks in braces only. */
function padInside(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const plain = node.toString.bind(node);
  node.toString = (context, ...rest) => plain(context && { ...context, flowCollectionPadding }, ...rest);
}

/** Whether there is a way to write a text in YAML: NUL and half characters are refused where it is read. */
export function canBeText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Whether a text ends in empty lines, which a block has only with `+` in its header. */
export function endsInEmptyLines(text: string): boolean {
  return /\n\n$/.test(text);
}

/** What isn't shown as it is: control characters, line ends other than a line feed, and turned directions. */
const UNSHOWN =
  /[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a text is to be written with escapes, which only double quotes have. */
export function hasUnshown(text: string): boolean {
  return UNSHOWN.test(text);
}

function styleScalar(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string' || node.type !== undefined) return;
  if (isBlockText(value)) node.type = Scalar.BLOCK_LITERAL;
  else if (value.includes('\n') || hasUnshown(value)) node.type = Scalar.QUOTE_DOUBLE;
}

/** Whether a text is one that a block shows as it is. */
export function isBlockText(value: string): boolean {
  return value.includes('\n') && value.trim() !== '' && !/^\s/.test(value) && !hasUnshown(value);
}

/** As long as what stands in one line may be, in characters, and how many members of a map. */
const LIST_CHARS = 70;
const MAP_CHARS = 60;
const MAP_MEMBERS = 3;
/** A component and what stands right in it have lines of their own. */
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

/** A word or a number as it stands in a line; undefined for all that is no such thing. */
function shortText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  if (typeof value === 'string') return /[\n{}[\],]/.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
