import { Composer, Lexer, LineCounter, Parser, type CST, type Document } from 'yaml';
import { syntaxError } from './syntax-error.ts';
import { problemAt, type TextProblem } from './text-problem.ts';

/** A campaign file above this size is refused unread: long bodies belong in a `$file`. */
const SIZE_LIMIT_BYTES = 1024 * 1024;
/** Words, spaces and punctuation of one file; a long campaign has some thousands. This limits time and memory. */
const LEXEME_LIMIT = 50_000;
/** Nesting depth of maps and lists. The composer recurses, and near the end of the stack Node itself gives up. */
export const DEPTH_LIMIT = 200;

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
  if (!document) return { ...problemAt(0, 'E_YAML', 'the file is empty', 'write a campaign'), lines };
  const found = syntaxError(document, { text, tokens }) ?? secondDocument(second) ?? otherVersion(document);
  return found ? { ...found, lines } : { document, lines };
}

/**
 * YAML 1.2, 5.1: control characters are not part of the language. A single carriage return is a line break (5.4), but the
 * parser treats it as a space, so the file would not mean what it shows.
 */
function notText(text: string): TextProblem | undefined {
  const at = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|\r(?!\n)/);
  if (at === -1) return undefined;
  if (text[at] === '\r') {
    return problemAt(
      at,
      'E_FILE',
      'there is a carriage return without a line feed here',
      'save the file with LF or CRLF line endings',
    );
  }
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return problemAt(
    at,
    'E_FILE',
    `there is a control character (U+${code}) here, so this is not plain text`,
    'save the file as UTF-8 text, or remove the character',
  );
}

function tooLong(text: string): TextProblem | undefined {
  return text.length <= SIZE_LIMIT_BYTES ? undefined : problemAt(0, 'E_FILE', ...TOO_LARGE);
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
      return problemAt(
        parser.offset,
        'E_FILE',
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
      return problemAt(
        token.offset,
        'E_YAML',
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

function secondDocument(second: Document.Parsed | undefined): TextProblem | undefined {
  if (!second) return undefined;
  return problemAt(
    second.range[0],
    'E_YAML',
    'a second document begins here',
    'write one campaign per file, without --- between its parts',
  );
}

function otherVersion({ directives }: Document.Parsed): TextProblem | undefined {
  const { explicit, version } = directives.yaml;
  if (explicit !== true || version === '1.2') return undefined;
  return problemAt(
    0,
    'E_YAML',
    `YAML ${version} reads words like no and on differently`,
    'remove the %YAML line; files are read as YAML 1.2',
  );
}
