import { join } from 'node:path';
import { readText, type SizeLimit } from '../../files/read-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsText } from '../../report/text/diagnostics-text.ts';
import type { Context } from '../context.ts';

/** Writes diagnostics: with the line of the file below each where a person looks on, one line each for scripts. */
export function showDiagnostics(
  { terminal, repository }: Pick<Context, 'terminal' | 'repository'>,
  diagnostics: readonly Diagnostic[],
): void {
  const frames = terminal.interactive && { lineOf: lineReader(repository.root) };
  terminal.err(diagnosticsText(diagnostics, { paint: terminal.paint, ...frames }));
}

/** None of what is no text file. */
function linesOf(path: string): readonly string[] {
  const answer = readText(path, SHOWN);
  return answer.kind === 'text' ? answer.text.split(/\r?\n/) : [];
}

/** Files of any size that we read are shown. */
const SHOWN: SizeLimit = { bytes: 2 * 1024 * 1024, hint: '' };

function lineReader(root: string): (file: string, line: number) => string | undefined {
  const texts = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = texts.get(file) ?? linesOf(join(root, file));
    texts.set(file, lines);
    return lines[line - 1];
  };
}
