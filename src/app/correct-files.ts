import { commentsIn } from '../edit/style.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { splitMark } from '../model/byte-order-mark.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import { isJsonObject, isList, sameJson, type JsonValue } from '../model/json.ts';
import { wholeText } from '../files/read-text.ts';
import type { FilesContext } from './context.ts';
import { writeAll } from './rewrite.ts';

/**
 * Writes the corrections that are certain, each in its place: everything around it stays as it is. A place whose text
 * differs from the diagnostic is left alone, and so is a file that would then say anything else. Returns the mistakes
 * that were corrected.
 */
export function correctFiles(
  context: Pick<FilesContext, 'folder' | 'repository'>,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const files = context.folder.files().flatMap(({ file }) => {
    const own = diagnostics.filter((one) => one.file === file && one.fix);
    const before = own.length === 0 ? undefined : wholeText(context.repository.root, file);
    if (before === undefined) return [];
    const { text, corrected } = correctText(before, own);
    return corrected.length === 0 ? [] : [{ change: { path: file, text, before }, corrected }];
  });
  writeAll(
    context,
    files.map(({ change }) => change),
  );
  return files.flatMap(({ corrected }) => corrected);
}

/** From the last place to the first, so that no correction moves another. */
function correctText(
  text: string,
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly corrected: readonly Diagnostic[] } {
  const [mark, plain] = splitMark(text);
  const starts = [0, ...[...plain.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let written = plain;
  const corrected: Diagnostic[] = [];
  const places = new Map(diagnostics.map((one) => [`${one.line}:${one.column}`, one]));
  for (const one of [...places.values()].sort((a, b) => b.line - a.line || b.column - a.column)) {
    const at = (starts[one.line - 1] ?? plain.length) + one.column - 1;
    const next = one.fix && correctedAt(written, at, one.fix);
    if (next === undefined) continue;
    written = next;
    corrected.unshift(one);
  }
  const fixes = corrected.flatMap(({ fix }) => fix ?? []);
  return saysOnly(fixes, plain, written) ? { text: mark + written, corrected } : { text, corrected: [] };
}

function correctedAt(text: string, at: number, { was, put }: Correction): string | undefined {
  const start = /["']/.test(text[at] ?? '') ? at + 1 : at;
  if (!text.startsWith(was, start)) return undefined;
  return text.slice(0, start) + put + text.slice(start + was.length);
}

/** Whether a text has the comments and the words of another one, except that each correction was made once. */
function saysOnly(fixes: readonly Correction[], before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => parseSource('', text));
  if (!was || !is || !isSource(was) || !isSource(is)) return false;
  const [words, others] = [wordsIn(was.value), wordsIn(is.value)];
  const made = words.flatMap((one, at) => (one === others[at] ? [] : [JSON.stringify([one, others[at]])]));
  const wanted = fixes.map(({ was: one, put }) => JSON.stringify([one, put]));
  const isComplete = words.length === others.length && sameJson(made.sort(), wanted.sort());
  return isComplete && sameJson(commentsIn(before), commentsIn(after));
}

/** The names and values in a file, in order. */
function wordsIn(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value.flatMap(wordsIn);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => [name, ...wordsIn(member)])
    : [value];
}
