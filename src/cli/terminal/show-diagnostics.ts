import { lineReader } from '../../app/read-lines.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsText } from '../../render/text/diagnostics-text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes diagnostics: with the line of the file below each on a terminal, one line each for scripts. Paths begin at
 * `root`, the top of the work tree.
 */
export function showDiagnostics(
  terminal: Pick<Terminal, 'paint' | 'framed' | 'err'>,
  diagnostics: readonly Diagnostic[],
  root: string,
): void {
  const frames = terminal.framed && { lineOf: lineReader(root) };
  terminal.err(diagnosticsText(diagnostics, { paint: terminal.paint, ...frames }));
}
