import { writeFiles } from '../files/write-files.ts';
import { commentsIn } from '../edit/comments.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import { sameJson } from '../model/json.ts';
import type { FilesContext } from './context.ts';

/**
 * Writes the corrections that are certain, each in its place: everything around it stays as it is. A place whose text
 * differs from the diagnostic is left alone. Returns the mistakes that were corrected.
 */
export function correctFiles(
  { folder, repository }: Pick<FilesContext, 'folder' | 'repository'>,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return folder.files().flatMap((found) => {
    const own = diagnostics.filter((one) => one.file === found.file && one.fix);
    if (own.length === 0 || !('text' in found)) return [];
    const { text, corrected } = correctText(found, own);
    const change = { path: found.file, text, before: found.text };
    return corrected.length > 0 && writeFiles(repository.root, [change]).kind === 'done' ? corrected : [];
  });
}

/** From the last place to the first, so that no correction moves another. */
function correctText(
  { file, text }: { readonly file: string; readonly text: string },
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly corrected: readonly Diagnostic[] } {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let written = text;
  const corrected: Diagnostic[] = [];
  const places = new Map(diagnostics.map((one) => [`${one.line}:${one.column}`, one]));
  for (const one of [...places.values()].sort((a, b) => b.line - a.line || b.column - a.column)) {
    const at = (starts[one.line - 1] ?? text.length) + one.column - 1;
    const next = one.fix && correctedAt(written, at, one.fix);
    if (next === undefined) continue;
    written = next;
    corrected.unshift(one);
  }
  // The corrected name may already exist next to it.
  const isSound = (one: string) => isSource(parseSource(file, one));
  const isKept = isSound(written) && sameJson(commentsIn(text), commentsIn(written));
  return isSound(text) && !isKept ? { text, corrected: [] } : { text: written, corrected };
}

function correctedAt(text: string, at: number, { was, put }: Correction): string | undefined {
  const start = /["']/.test(text[at] ?? '') ? at + 1 : at;
  if (!text.startsWith(was, start)) return undefined;
  return text.slice(0, start) + put + text.slice(start + was.length);
}
