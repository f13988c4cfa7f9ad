import type { CST } from 'yaml';
import { clip } from '../../model/show.ts';
import { READ_BY_PEOPLE } from '../rules/content-texts.ts';
import { isFieldName } from '../schema/field-names.ts';
import type { ParserStop } from './error-lines.ts';
import type { TextProblem } from './text-problem.ts';
import { tokensIn } from './tokens-in.ts';

// `{ type: atleast count: 1 }`: without the comma, the value seems to go on up to the next colon.

/** A comment, a text in quotes, which may be a name, a bracket, a comma, or a word. */
const PIECE = /#.*|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(\s*:)?|[{}[\],]|[^\s,{}[\]]+/g;

/** A value that has ended, or its words so far. */
interface Value {
  readonly start: number;
  /** Its last word, bracket or text in quotes. */
  readonly last: string;
  readonly end: number;
  /** It ends with a bracket or a quote, so nothing but a comma can follow. */
  readonly isClosed: boolean;
}

/** Two entries in brackets without a comma between them, where the parser stopped at one of them. */
export function missingComma(
  tokens: readonly CST.Token[],
  { text, at }: ParserStop,
): TextProblem | undefined {
  const around = bracketsAround(tokens, at);
  if (!around) return undefined;
  let value: Value | undefined;
  let field = '';
  for (const { 0: piece, 1: quoted, 2: colon, index } of text.slice(around.from, around.to).matchAll(PIECE)) {
    if (piece.startsWith('#')) continue;
    const start = around.from + index;
    const end = start + piece.length;
    const isName = quoted === undefined ? /.:$/.test(piece) : colon !== undefined;
    const isNext = isName || quoted !== undefined || /^[{[]/.test(piece);
    const name = piece.replace(/\s*:$/, '');
    if (value && isNext && (value.isClosed || (isName && isFieldName(name))))
      return value.start <= at && at <= end ? inWords(value, { name, field }) : undefined;
    if (isName) field = name;
    const isClosed = quoted !== undefined || /^[}\]]/.test(piece);
    if (isName || /^[{[,]/.test(piece)) value = undefined;
    else value = { start: isClosed ? start : (value?.start ?? start), last: piece, end, isClosed };
  }
  return undefined;
}

function inWords(
  { last, start, end, isClosed }: Value,
  { name, field }: { readonly name: string; readonly field: string },
): TextProblem {
  const before = clip(name);
  const isText = !isClosed && (READ_BY_PEOPLE.includes(field) || end - start > last.length);
  return {
    from: end - last.length,
    to: end,
    code: 'E_YAML',
    message: `a comma is missing after ${clip(last)}`,
    hint: last.endsWith(';')
      ? `write a comma before ${before}, in place of the semicolon`
      : `write a comma before ${before}${isText ? `; or, if it belongs to the text of ${clip(field)}, put the whole text in quotes` : ''}`,
  };
}

/** The outermost brackets around an offset. */
function bracketsAround(
  tokens: readonly CST.Token[],
  at: number,
): { readonly from: number; readonly to: number } | undefined {
  let outermost: { from: number; to: number } | undefined;
  for (const token of tokensIn(tokens)) {
    if (token.type !== 'flow-collection' || token.offset >= (outermost?.from ?? at)) continue;
    const close = token.end.find(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end');
    if (close && close.offset >= at) outermost = { from: token.offset, to: close.offset };
  }
  return outermost;
}
