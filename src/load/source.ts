import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml';
import type { Position } from '../model/campaign.ts';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import type { JsonValue, Path } from '../model/json.ts';

/** A campaign file above this size is refused unread: long bodies belong in a `$file`. */
const SIZE_LIMIT_CHARS = 1024 * 1024;

/** A YAML file with the place of each of its values. */
export interface Source {
  readonly file: string;
  readonly value: JsonValue;
  /** Whether the file itself says something at `path`. */
  has(path: Path): boolean;
  /** Where the value at `path` stands; of a path that leads nowhere, its nearest ancestor. */
  at(path: Path): Span;
  /** Where the key of the member at `path` stands. */
  keyAt(path: Path): Span;
}

export interface Span extends Position {
  readonly width: number;
}

/** Text to values with positions, or what is wrong with the text. Nothing is thrown. */
export function parseSource(file: string, text: string): Source | readonly Diagnostic[] {
  const problem = (code: DiagnosticCode, message: string, hint: string): Diagnostic[] => [
    { file, line: 1, column: 1, code, message, hint },
  ];
  if (text.length > SIZE_LIMIT_CHARS) {
    return problem(
      'E_FILE_SIZE',
      'The file is larger than 1 MiB.',
      'Move long bodies into files of their own: { $file: ./body.html }.',
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    return document.errors.map((error) => ({
      file,
      ...spanOf(lines, error.pos),
      code: error.code === 'DUPLICATE_KEY' ? 'E_DUPLICATE_KEY' : 'E_YAML_SYNTAX',
      message:
        error.code === 'DUPLICATE_KEY'
          ? 'The same key stands twice in one map.'
          : `This is not YAML: ${firstLine(error.message)}.`,
      hint:
        error.code === 'DUPLICATE_KEY'
          ? 'Keep one of the two.'
          : 'Check the indentation, the quotes and the colons around here.',
    }));
  }
  const unfit = unfitNumbers(file, document, lines);
  if (unfit.length > 0) return unfit;
  try {
    const value = document.toJS({ maxAliasCount: 100 }) as JsonValue | undefined;
    return sourceOf(file, value ?? null, { document, lines });
  } catch (error) {
    return problem(
      'E_YAML_SYNTAX',
      `This YAML can't be read: ${firstLine(String(error))}.`,
      'Write repeated parts out instead of using aliases.',
    );
  }
}

/** Numbers that JSON can't carry to the service as they stand here: infinite, none at all, or too long. */
function unfitNumbers(file: string, document: Document.Parsed, lines: LineCounter): Diagnostic[] {
  const found: Diagnostic[] = [];
  visit(document, {
    Scalar: (_, node) => {
      const { value } = node;
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return;
      if (Number.isFinite(value) && !Number.isInteger(value)) return;
      found.push({
        file,
        ...spanOf(lines, node.range ?? [0, 0]),
        code: 'E_NUMBER',
        message: `${node.source ?? String(value)} can't be sent as a number`,
        hint: 'write a number of at most 15 digits, or quote it to make it a text',
      });
    },
  });
  return found;
}

export function isSource(parsed: Source | readonly Diagnostic[]): parsed is Source {
  return !Array.isArray(parsed);
}

interface Parsed {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

function sourceOf(file: string, value: JsonValue, { document, lines }: Parsed): Source {
  const nodeAt = (path: Path) => find(document, path);
  const span = (node: Node | undefined): Span => spanOf(lines, node?.range ?? [0, 0]);
  return {
    file,
    value,
    has: (path) => nodeAt(path).exact,
    at: (path) => span(nodeAt(path).value),
    keyAt: (path) => {
      const { key, value: node } = nodeAt(path);
      return span(key ?? node);
    },
  };
}

interface Found {
  readonly exact: boolean;
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

/** Follows `path` from the root as far as it goes. */
function find(document: Document.Parsed, path: Path): Found {
  let found: Found = { exact: true, key: undefined, value: document.contents ?? undefined };
  for (const step of path) {
    const next = child(document, found.value, step);
    if (!next) return { ...found, exact: false };
    found = next;
  }
  return found;
}

function child(
  document: Document.Parsed,
  parent: Node | undefined,
  step: string | number,
): Found | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { exact: true, key: undefined, value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  if (!pair) return undefined;
  const key = isNode(pair.key) ? pair.key : undefined;
  return { exact: true, key, value: isNode(pair.value) ? pair.value : key };
}

function spanOf(lines: LineCounter, range: readonly number[]): Span {
  const [start = 0, end = start] = range;
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  const width = to.line === from.line ? Math.max(1, to.col - from.col) : 1;
  return { line: Math.max(1, from.line), column: Math.max(1, from.col), width };
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
