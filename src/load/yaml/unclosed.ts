import type { CST } from 'yaml';
import { lineAt, valueOn, type ParserStop } from './error-lines.ts';
import { putInQuotes, quotedYaml } from './quoted.ts';
import { problemAt, type TextProblem } from './text-problem.ts';
import { tokensIn } from './tokens-in.ts';

// A quote or a bracket that is never closed takes in what follows it, up to the end of the file. The parser complains
// there, but the mistake is where it opens.

/** The quote that opens the text at whose end the parser stopped. */
export function unclosedQuote(tokens: readonly CST.Token[], place: ParserStop): TextProblem | undefined {
  if (place.code !== 'MISSING_CHAR' && place.code !== 'MULTILINE_IMPLICIT_KEY') return undefined;
  for (const token of tokensIn(tokens)) {
    if (token.type !== 'single-quoted-scalar' && token.type !== 'double-quoted-scalar') continue;
    const { offset, source } = token;
    const [mark = ''] = source;
    const isClosed = source.length > 1 && source.endsWith(mark);
    if (isClosed || (offset + source.length !== place.at && offset !== place.at)) continue;
    const message = `the text begins with ${mark} but the quote is never closed`;
    return problemAt(offset, 'E_YAML', message, howToClose(mark, { ...place, at: offset }));
  }
  return undefined;
}

/** The longest text that is shown, in characters. */
const SHOWN_CHARS = 200;

/** Shows the text if it is one line. An apostrophe at its beginning may be meant, and nobody should get a stray one. */
function howToClose(mark: string, { text, at }: Pick<ParserStop, 'text' | 'at'>): string {
  const close = `write ${mark} where the text ends`;
  const value = valueOn(lineAt({ text, at }));
  const isKey = text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === '';
  if (isKey || !value?.startsWith(mark) || value.length > SHOWN_CHARS || goesOn(text, at)) return close;
  if (/^'(?:t(?:is|was|il)|em|cause|round|n|\d0s)\b/i.test(value)) {
    const written = quotedYaml(value);
    return `put the whole text in ${written.startsWith('"') ? 'double quotes' : 'quotes'}: ${written}`;
  }
  // A curly quote at the end was meant to be the closing one.
  return `${close}: ${value.replace(/[“”„‘’]$/, '')}${mark}`;
}

/** Whether the next line with content is deeper than the line at an offset. */
function goesOn(text: string, at: number): boolean {
  const end = text.indexOf('\n', at);
  const [, deep = ''] =
    end === -1 ? [] : (/^(?:\s*\n)?( *)\S/.exec(text.slice(end + 1, end + 1 + SHOWN_CHARS)) ?? []);
  return deep.length > lineAt({ text, at }).search(/\S/);
}

/** The parser's codes for what follows an unclosed bracket. */
const AFTER_BRACKET: readonly ParserStop['code'][] = [
  'BAD_INDENT',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
];

/** The last bracket before the place where the parser stopped that is never closed. */
export function unclosedBracket(
  tokens: readonly CST.Token[],
  { code, text, at }: ParserStop,
): TextProblem | undefined {
  if (!AFTER_BRACKET.includes(code)) return undefined;
  let found: CST.FlowCollection | undefined;
  for (const token of tokensIn(tokens)) {
    if (token.type !== 'flow-collection' || token.offset >= at || isClosed(token)) continue;
    if (token.offset > (found?.offset ?? -1)) found = token;
  }
  if (!found) return undefined;
  const { offset, start } = found;
  const hidden = hiddenEntry(text, offset, start.source === '{' ? '}' : ']');
  if (hidden) return hidden;
  const line = text.slice(0, offset).split('\n').length;
  return problemAt(
    offset,
    'E_YAML',
    `the ${start.source} on line ${line} is never closed`,
    `write ${start.source === '{' ? '}' : ']'} where its content ends`,
  );
}

/** `[#promo]`: the text after `#` is a comment, with the closing bracket in it. */
function hiddenEntry(text: string, offset: number, close: string): TextProblem | undefined {
  const end = text.indexOf('\n', offset);
  const rest = text.slice(offset, end === -1 ? undefined : end);
  const [, before, comment = ''] = /^([^#"']*?[[{,\s])(#[^\s,[\]{}][^,[\]{}]*)/.exec(rest) ?? [];
  if (before === undefined || !rest.slice(before.length).includes(close)) return undefined;
  return problemAt(
    offset + before.length,
    'E_YAML',
    `# begins a comment here, so the ${close} after it is part of the comment`,
    putInQuotes(comment.trimEnd()),
  );
}

function isClosed({ start, end }: CST.FlowCollection): boolean {
  const closing = start.source === '{' ? 'flow-map-end' : 'flow-seq-end';
  return end.some(({ type }) => type === closing);
}
