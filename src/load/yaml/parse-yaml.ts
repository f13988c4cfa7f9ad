import { Composer, Lexer, LineCounter, Parser, type CST, type Document, type ErrorCode } from 'yaml';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { conflictMarker, UNRESOLVED_CONFLICT } from '../merge-conflict.ts';
import { misindented } from './indentation.ts';
import { referenceIn } from '../reference-spelling.ts';

/** A campaign file above this size is refused unread: long bodies belong in a `$file`. */
const SIZE_LIMIT_BYTES = 1024 * 1024;
/** Words, spaces and punctuation of one file; a long campaign has some thousands. This limits time and memory. */
const LEXEME_LIMIT = 50_000;
/** Nesting depth of maps and lists. The composer recurses, and near the end of the stack Node itself gives up. */
export const DEPTH_LIMIT = 200;

/** A problem with a text, between two offsets. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

export interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/**
 * Parses one YAML 1.2 document, or returns the first thing that keeps the text from being one. Linear in the text;
 * throws nothing.
 */
export function parseYaml(text: string): ParsedYaml | (TextProblem & { readonly lines: LineCounter }) {
  const wrong = notText(text) ?? tooLong(text);
  if (wrong) return { ...wrong, lines: linesOf(text.slice(0, wrong.from)) };
  const lines = linesOf('');
  const tokens = tokensOf(text, lines);
  if (!Array.isArray(tokens)) return { ...tokens, lines };
  const deep = tooDeep(tokens);
  if (deep) return { ...deep, lines };
  const [document, second] = compose(tokens, text);
  if (!document) return { ...problem(0, 'E_EMPTY', 'the file is empty', 'write a campaign'), lines };
  const found = syntaxError(document, text) ?? secondDocument(second) ?? otherVersion(document);
  return found ? { ...found, lines } : { document, lines };
}

function problem(at: number, code: DiagnosticCode, message: string, hint: string): TextProblem {
  return { from: at, to: at + 1, code, message, hint };
}

/**
 * YAML 1.2, 5.1: control characters are not part of the language. A single carriage return is a line break (5.4), but the
 * parser treats it as a space, so the file would not mean what it shows.
 */
function notText(text: string): TextProblem | undefined {
  const at = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|\r(?!\n)/);
  if (at === -1) return undefined;
  if (text[at] === '\r') {
    return problem(
      at,
      'E_FILE_ENCODING',
      'there is a carriage return without a line feed here',
      'save the file with LF or CRLF line endings',
    );
  }
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return problem(
    at,
    'E_FILE_ENCODING',
    `there is a control character (U+${code}) here, so this is not plain text`,
    'save the file as UTF-8 text, or remove the character',
  );
}

function tooLong(text: string): TextProblem | undefined {
  return text.length <= SIZE_LIMIT_BYTES ? undefined : problem(0, 'E_FILE_SIZE', ...TOO_LARGE);
}

const TOO_LARGE = [
  'the file is larger than 1 MiB',
  'move long bodies into files of their own: { $file: ./body.html }',
] as const;

/** The offsets at which lines begin; the parser counts the others as it meets them. */
function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

function tokensOf(text: string, lines: LineCounter): CST.Token[] | TextProblem {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > LEXEME_LIMIT) {
      return problem(
        parser.offset,
        'E_FILE_SIZE',
        'the file contains too many values for one campaign; it was read up to here',
        'use a saved segment instead of a long list',
      );
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function tooDeep(tokens: readonly CST.Token[]): TextProblem | undefined {
  const open: { readonly token: CST.Token | null | undefined; readonly depth: number }[] = tokens.map(
    (token) => ({ token, depth: 0 }),
  );
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (!token) continue;
    if (depth > DEPTH_LIMIT) {
      return problem(
        token.offset,
        'E_YAML_DEPTH',
        `maps and lists are nested more than ${DEPTH_LIMIT} levels deep`,
        'close the brackets above, or check the indentation',
      );
    }
    if ('items' in token) {
      for (const { key, value } of token.items) {
        open.push({ token: key, depth: depth + 1 }, { token: value, depth: depth + 1 });
      }
    } else if (token.type === 'document') {
      open.push({ token: token.value, depth });
    }
  }
  return undefined;
}

/** The first two documents. Keys are compared by `check-values.ts`: the composer's own way takes quadratic time. */
function compose(tokens: readonly CST.Token[], text: string): Document.Parsed[] {
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, true, text.length)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

/** What the parser's reasons mean, and what to do; all others are passed through unchanged. */
const SYNTAX: Partial<Readonly<Record<ErrorCode, readonly [message: string, hint: string]>>> = {
  TAB_AS_INDENT: ['there is a tab where spaces are required', 'indent with two spaces per level'],
  BAD_INDENT: [
    'this line is not indented like its neighbors',
    'indent it like the lines that it belongs with',
  ],
  MISSING_CHAR: ['a quote, a bracket or a comma is missing here', 'look above for one that is never closed'],
  BLOCK_AS_IMPLICIT_KEY: [
    'there is a second ": " on this line',
    'put the text in quotes, and a space after each dash of a list',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'this line does not have the form name: value',
    'put a space after the colon, or begin the text with |',
  ],
  BAD_SCALAR_START: ["text can't begin like this", 'put it in quotes'],
  BAD_ALIAS: ['* and & mark repeated parts', 'put the text in quotes; for a list, put - before each entry'],
  BAD_DQ_ESCAPE: ['a backslash in double quotes must be written twice', 'write \\\\, or use single quotes'],
};

/** How much of the parser's reason a message shows, in characters. */
const WHY_CHARS = 120;

/** Only the first error, because most others follow from it. */
function syntaxError({ errors: [error] }: Document.Parsed, text: string): TextProblem | undefined {
  if (!error) return undefined;
  const conflict = conflictMarker(text);
  if (conflict) return problem(conflict.at, ...UNRESOLVED_CONFLICT);
  const [from, to] = error.pos;
  // Some messages repeat text from the file, however long it is.
  const [why = ''] = error.message.split('\n');
  const misplaced = INDENTATION.includes(error.code) ? indentationProblem(text, from) : undefined;
  if (misplaced) return misplaced;
  const [message, hint] = quoteInside(error.code, text, from) ??
    likelyMistake(text, from) ??
    openBracket(text, from) ??
    SYNTAX[error.code] ?? [
      `this is not valid YAML:  ${why.slice(0, WHY_CHARS).replace(/(?:[.:]|\p{Surrogate})$/u, '')}`,
      'check the indentation, the quotes and the colons around here',
    ];
  return { from, to, code: 'E_YAML_SYNTAX', message, hint };
}

/** The parser's codes for a line that begins at the wrong column. */
const INDENTATION: readonly ErrorCode[] = [
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
  'MISSING_CHAR',
  'UNEXPECTED_TOKEN',
];

/** A line that is indented differently from its neighbors, if it is at or next to an offset. */
function indentationProblem(text: string, at: number): TextProblem | undefined {
  const found = misindented(text);
  if (!found) return undefined;
  const { line, spaces, neighbors } = found;
  const reported = text.slice(0, at).split('\n').length;
  if (Math.abs(reported - line) > 1) return undefined;
  const from = text.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0) + spaces;
  const count = (many: number) => (many === 1 ? '1 space' : `${many} spaces`);
  const message = `line ${line} is indented by ${count(spaces)}, its neighbors by ${neighbors}`;
  const hint = neighbors === 0 ? 'start it at the left margin' : `indent it by ${count(neighbors)}`;
  return { ...problem(from, 'E_YAML_SYNTAX', message, hint), to: from + 1 };
}

/** An apostrophe or a quote inside a quoted text ends it, and the rest of the line follows. */
function quoteInside(
  code: ErrorCode,
  text: string,
  at: number,
): readonly [message: string, hint: string] | undefined {
  if (code !== 'UNEXPECTED_TOKEN') return undefined;
  const before = text[at - 1];
  if (before === "'")
    return ["the quoted text ends at this '", 'put the whole text in double quotes: "It\'s here"'];
  if (before === '"') return ['the quoted text ends at this "', 'write \\" for each quote inside the text'];
  return undefined;
}

/** The most common mistakes that make a file invalid YAML, by the line around an offset. */
function likelyMistake(text: string, at: number): readonly [message: string, hint: string] | undefined {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(begin, end === -1 ? undefined : end).slice(0, LINE_CHARS);
  const reference = /^[^"'#]*\$(?:file|var)\b/i.test(line) ? referenceIn(line) : undefined;
  if (reference !== undefined) {
    return ['a reference needs exactly one pair of braces around it', `write ${reference}`];
  }
  if (/^[^"'#]*(?:^|[:,[{-]\s+)\{\{/.test(line)) {
    return ['text that begins with {{ needs quotes', 'write "{{ … }}", including the quotes'];
  }
  if (/^\s*(?:- )?[a-z_]+:[^\s]/.test(line))
    return ['a space is missing after the colon', 'write name: value'];
  return undefined;
}

/** A bracket that the line before an offset opens but doesn't close; the parser notices it only at the next key. */
function openBracket(text: string, at: number): readonly [message: string, hint: string] | undefined {
  const before = text.slice(Math.max(0, at - LINE_CHARS), at).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(/"[^"]*"|'[^']*'/g, '');
  const open = [...line.matchAll(/[{[]/g)].length - [...line.matchAll(/[}\]]/g)].length;
  const [bracket] = /[{[]/.exec(line) ?? [];
  if (open <= 0 || bracket === undefined) return undefined;
  const number = text.slice(0, at).trimEnd().split('\n').length;
  return [
    `the ${bracket} on line ${number} is never closed`,
    `write ${bracket === '{' ? '}' : ']'} where its content ends`,
  ];
}

/** How much of a line is searched, in characters. */
const LINE_CHARS = 500;

function secondDocument(second: Document.Parsed | undefined): TextProblem | undefined {
  if (!second) return undefined;
  return problem(
    second.range[0],
    'E_YAML_DOCUMENTS',
    'a second document begins here',
    'write one campaign per file, without --- between its parts',
  );
}

function otherVersion({ directives }: Document.Parsed): TextProblem | undefined {
  const { explicit, version } = directives.yaml;
  if (explicit !== true || version === '1.2') return undefined;
  return problem(
    0,
    'E_YAML_VERSION',
    `YAML ${version} reads words like no and on differently`,
    'remove the %YAML line; files are read as YAML 1.2',
  );
}
