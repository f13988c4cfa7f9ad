import { Document, isCollection, isPair, isScalar, Scalar, visit } from 'yaml';
import type { JsonValue } from '../../model/json.ts';
import { endsInEmptyLines, hasUnshown, inPlainStyle, isBlockText, yamlText } from './yaml-style.ts';

/** A value to be inserted into a file, its lines without their common indentation. */
export type RenderedValue =
  /** It begins on the line of its key or dash. For a block text, this is the header, and `lines` are the text. */
  | { readonly kind: 'inline'; readonly first: string; readonly lines: readonly string[] }
  /** A map or list of lines of its own. */
  | { readonly kind: 'block'; readonly lines: readonly string[] };

/** Where a value is inserted. */
export interface RenderPlace {
  /** The fields of the campaign above it, including its own. */
  readonly names: readonly string[];
  /** How the replaced value was written; omitted if there was none. */
  readonly style?: Scalar.Type | undefined;
  /**
   * Whether empty lines at its end were part of that value; if not, the lines after it must not become part of this
   * one.
   */
  readonly keepsEmptyLines?: boolean;
}

/** A value in block style, as a person would write it. */
export function renderInBlock(
  value: JsonValue,
  { names, style, keepsEmptyLines = false }: RenderPlace,
): RenderedValue {
  const document = new Document([value], { aliasDuplicateObjects: false });
  const node: unknown = isCollection(document.contents) ? document.contents.items[0] : undefined;
  if (isScalar(node)) keepStyle(node, style);
  if (!keepsEmptyLines) quoteEmptyLines(document);
  inPlainStyle(document, names);
  if (isCollection(document.contents)) document.contents.flow = false;
  const text = yamlText(document).slice(2).replace(/\n$/, '');
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.map((line) => line.replace(/^ {2}/, ''));
  return isCollection(node) && node.flow !== true
    ? { kind: 'block', lines: [first, ...lines] }
    : { kind: 'inline', first, lines };
}

/** A text in quotes is one piece, whatever follows it, and not a header with lines below it. */
export function joinQuoted(rendered: RenderedValue, lineBreak: string): RenderedValue {
  if (rendered.kind !== 'inline' || !rendered.first.startsWith('"')) return rendered;
  return { kind: 'inline', first: [rendered.first, ...rendered.lines].join(lineBreak), lines: [] };
}

function quoteEmptyLines(document: Document): void {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && endsInEmptyLines(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
}

/** A value between brackets or braces, on one line. */
export function renderInFlow(value: JsonValue, style?: Scalar.Type): string {
  const document = new Document([value], { aliasDuplicateObjects: false });
  const { contents } = document;
  if (!isCollection(contents)) return JSON.stringify(value);
  contents.flow = true;
  const [node] = contents.items;
  if (isScalar(node)) keepStyle(node, isBlock(style) ? undefined : style);
  forFlow(document);
  return yamlText(document).trim().slice(1, -1).trim();
}

/** A key as written in a map. */
export function renderKey(name: string): string {
  return renderInFlow(name);
}

/** Quoted texts stay quoted, and a multi-line text keeps its kind of block. */
function keepStyle(node: Scalar, style: Scalar.Type | undefined): void {
  const { value } = node;
  if (typeof value !== 'string' || style === undefined || style === Scalar.PLAIN) return;
  if (isBlock(style)) {
    if (isBlockText(value)) node.type = style;
  } else if (!value.includes('\n') && !hasUnshown(value)) node.type = style;
}

function isBlock(style: Scalar.Type | undefined): boolean {
  return style === Scalar.BLOCK_LITERAL || style === Scalar.BLOCK_FOLDED;
}

/** A value in brackets never takes more than one line. */
function forFlow(document: Document): void {
  const walk = (node: unknown): void => {
    if (isScalar(node)) {
      if (typeof node.value === 'string' && (node.value.includes('\n') || hasUnshown(node.value)))
        node.type = Scalar.QUOTE_DOUBLE;
    } else if (isCollection(node)) {
      node.flow = true;
      for (const item of node.items) {
        if (isPair(item)) {
          walk(item.key);
          walk(item.value);
        } else walk(item);
      }
    }
  };
  walk(document.contents);
}
