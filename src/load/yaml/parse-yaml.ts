import { Composer, Lexer, LineCounter, Parser, type CST, type Document, type ErrorCode } from 'yaml';
import type { Fact, FileFault, RuleParams } from '../../model/findings.ts';

/** Something that is wrong with a YAML text, between two offsets. */
export type YamlFault = Fact & { readonly from: number; readonly to: number };

/** A campaign file above this size is refused unread: long bodies belong in a `$file`. */
const SIZE_LIMIT_MEBIBYTES = 1;
/** Words, spaces and punctuation of one file; a long campaign has some thousands. This limits time and memory. */
const LEXEME_LIMIT = 50_000;
/** Nesting depth of maps and lists. The composer recurses, and near the end of the stack Node itself gives up. */
const DEPTH_LIMIT = 200;

export interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/**
 * Parses one YAML 1.2 document, or returns the first thing that keeps the text from being one. Linear in the text;
 * throws nothing.
 */
export function parseYaml(text: string): ParsedYaml | (YamlFault & { readonly lines: LineCounter }) {
  const wrong = notText(text) ?? tooLong(text);
  if (wrong) return { ...wrong, lines: linesOf(text.slice(0, wrong.from)) };
  const lines = linesOf('');
  const tokens = tokensOf(text, lines);
  if (!Array.isArray(tokens)) return { ...tokens, lines };
  const [document, second] = compose(tokens, text);
  const found = document
    ? (syntaxError(document, text) ?? unsupported(document, second))
    : yamlFault(0, 0, { why: 'empty' });
  if (found) return { ...found, lines };
  return { document: document as Document.Parsed, lines };
}

/**
 * YAML 1.2, 5.1: control characters are not part of the language. A single carriage return is a line break (5.4), but the
 * parser treats it as a space, so the file would not mean what it shows.
 */
function notText(text: string): YamlFault | undefined {
  const at = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|\r(?!\n)/);
  if (at === -1) return undefined;
  return fileFault(at, { why: 'not-text' });
}

function tooLong(text: string): YamlFault | undefined {
  const mebibytes = SIZE_LIMIT_MEBIBYTES;
  if (text.length <= mebibytes * 1024 * 1024) return undefined;
  return fileFault(0, { why: 'too-large', mebibytes });
}

function fileFault(at: number, fault: FileFault): YamlFault {
  return { from: at, to: at + 1, code: 'FILE', params: { fault } };
}

/** The offsets at which lines begin; the parser counts the others as it meets them. */
export function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

function tokensOf(text: string, lines: LineCounter): CST.Token[] | YamlFault {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let count = 0;
  let deep: CST.Token | undefined;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > LEXEME_LIMIT) return fileFault(parser.offset, { why: 'too-many-values' });
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The document is below everything else.
    const top = parser.stack.at(-1);
    if (parser.stack.length > DEPTH_LIMIT + 2 && top && 'items' in top) deep ??= top;
  }
  for (const token of parser.end()) tokens.push(token);
  if (!deep) return tokens;
  const what = `a value over ${DEPTH_LIMIT} levels deep`;
  return yamlFault(deep.offset, deep.offset + 1, { why: 'unsupported', what });
}

/** The first two documents. Keys are compared in `source.ts`: the composer's own way takes quadratic time. */
function compose(tokens: readonly CST.Token[], text: string): Document.Parsed[] {
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, text.length)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

/** What the parser's codes are about, unless they are about syntax. */
const UNSUPPORTED: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'such an alias',
  BAD_DIRECTIVE: 'another version of YAML',
  BAD_PROP_ORDER: 'such a tag',
  MULTIPLE_DOCS: 'a second document',
  MULTIPLE_TAGS: 'a tag',
  TAG_RESOLVE_FAILED: 'a tag',
};

/** How much of the parser's reason a message shows, in characters. Some repeat text from the file, however long it is. */
const SAID_CHARS = 120;

/** Only the first error, where the parser stopped, because most others follow from it. */
function syntaxError({ errors: [error] }: Document.Parsed, text: string): YamlFault | undefined {
  if (!error) return undefined;
  const conflict = conflictMarker(text);
  if (conflict) {
    const { text: marker, at } = conflict;
    return { from: at, to: at + marker.length, code: 'MERGE_CONFLICT', params: {} };
  }
  const [from, to] = error.pos;
  const what = UNSUPPORTED[error.code];
  if (what !== undefined) return yamlFault(from, to, { why: 'unsupported', what });
  const [said = ''] = error.message.split('\n');
  const short = said.slice(0, SAID_CHARS).replace(/(?:[.:]|\p{Surrogate})$/u, '');
  return yamlFault(from, to, { why: 'syntax', said: short });
}

function unsupported({ directives }: Document.Parsed, second: Document.Parsed | undefined) {
  const [at] = second?.range ?? [0];
  const { explicit, version } = directives.yaml;
  if (!second && (explicit !== true || version === '1.2')) return undefined;
  const what = second ? 'a second document' : 'another version of YAML';
  return yamlFault(at, at + 1, { why: 'unsupported', what });
}

function yamlFault(from: number, to: number, params: RuleParams['YAML']): YamlFault {
  return { from, to, code: 'YAML', params };
}

// Git writes both sides of a merge conflict into a file, between markers. A campaign file with them isn't valid YAML.
// But a text file with them is still a valid text, and would be sent with both sides and the markers.

/** The first marker of an unresolved conflict; undefined in a text that only has a line of seven such characters. */
export function conflictMarker(text: string): { readonly text: string; readonly at: number } | undefined {
  const begin = /^<{7}(?= |\r?$)/m.exec(text);
  return begin && /^>{7}(?= |\r?$)/m.test(text) ? { text: begin[0], at: begin.index } : undefined;
}
