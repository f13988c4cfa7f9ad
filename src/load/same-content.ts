import { Lexer } from 'yaml';
import type { Position } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

/** What rewriting a file would lose: a value or a comment. Empty if both texts mean the same. */
export function losses(before: Source, beforeText: string, afterText: string): readonly Diagnostic[] {
  const { file } = before;
  const after = parseSource(file, afterText);
  const value = isSource(after) ? after.value : undefined;
  if (!sameJson(before.value, value)) {
    const name = changedEntry(before.value, value);
    return [
      {
        file,
        ...(name === undefined ? before.at([]) : before.keyAt([name])),
        code: 'E_FORMAT',
        message: `formatting would change what ${clip(name ?? 'the file')} says, so the file is left as it is`,
        hint: 'write it in a simpler form, or put "# prettier-ignore" on the line above it',
      },
    ];
  }
  return lostComments(commentsIn(beforeText), commentsIn(afterText)).map(({ text, offset }) => ({
    file,
    ...positionOf(beforeText, offset),
    code: 'E_FORMAT',
    message: `formatting would lose the comment "${clip(text)}", so the file is left as it is`,
    hint: 'put it on its own line, above what it describes',
  }));
}

/** A file that has no stable layout. */
export function notFormatted(source: Source): Diagnostic {
  return {
    file: source.file,
    ...source.at([]),
    code: 'E_FORMAT',
    message: "this file can't be formatted, so it is left as it is",
    hint: 'write it in a simpler form: comments on their own lines, one entry per line',
  };
}

function changedEntry(before: JsonValue, after: JsonValue | undefined): string | undefined {
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  return Object.keys(before).find((name) => !sameJson(before[name], after[name]));
}

interface Comment {
  /** With its "#", without trailing spaces. */
  readonly text: string;
  readonly offset: number;
}

/** The lexer's mark that the next token is a scalar, which may also begin with "#". */
const SCALAR_FOLLOWS = '\u001f';
/**
 * Marks that don't correspond to text in the file: a scalar, the beginning of a document, the early end of a flow
 * collection.
 */
const MARKS: readonly string[] = [SCALAR_FOLLOWS, '\u0002', '\u0018'];

function commentsIn(text: string): Comment[] {
  const comments: Comment[] = [];
  let [offset, scalar] = [0, false];
  for (const token of new Lexer().lex(text)) {
    if (!scalar && MARKS.includes(token)) {
      scalar = token === SCALAR_FOLLOWS;
      continue;
    }
    if (!scalar && token.startsWith('#')) comments.push({ text: token.trimEnd(), offset });
    scalar = false;
    offset += token.length;
  }
  return comments;
}

/** The comments of `before` that are missing in `after`, or occur there less often. */
function lostComments(before: readonly Comment[], after: readonly Comment[]): Comment[] {
  const left = new Map<string, number>();
  for (const { text } of after) left.set(text, (left.get(text) ?? 0) + 1);
  return before.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function positionOf(text: string, offset: number): Position {
  const above = text.slice(0, offset).split('\n');
  return { line: above.length, column: (above.at(-1) ?? '').length + 1 };
}
