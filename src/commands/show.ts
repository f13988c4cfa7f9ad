import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnosticsText } from '../report/diagnostics-text.ts';
import type { Context } from './context.ts';

/** Writes diagnostics: with the line of the file below each where a person looks on, one line each for scripts. */
export function showDiagnostics(
  { terminal, repository }: Pick<Context, 'terminal' | 'repository'>,
  diagnostics: readonly Diagnostic[],
): void {
  const frames = terminal.interactive && { lineOf: lineReader(repository.root) };
  terminal.err(diagnosticsText(diagnostics, { paint: terminal.paint, ...frames }));
}

function lineReader(root: string): (file: string, line: number) => string | undefined {
  const texts = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = texts.get(file) ?? readFileSync(join(root, file), 'utf8').split('\n');
    texts.set(file, lines);
    return lines[line - 1];
  };
}
