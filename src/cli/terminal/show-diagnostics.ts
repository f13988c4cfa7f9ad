import { lineReader } from '../../app/read-lines.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsText } from '../../render/text/diagnostics-text.ts';
import type { Terminal } from './terminal.ts';

/** Where diagnostics are written; paths begin at `root`, the top of the work tree. */
interface Place {
  readonly root: string;
  /** Standard output where they are what was asked for, else standard error. */
  readonly stream: 'out' | 'err';
}

/** Writes diagnostics: with the line of the file below each on a terminal, one line each for scripts. */
export function showDiagnostics(
  terminal: Pick<Terminal, 'paint' | 'framed' | 'out' | 'err'>,
  diagnostics: readonly Diagnostic[],
  { root, stream }: Place,
): void {
  const frames = terminal.framed[stream] && { lineOf: lineReader(root) };
  terminal[stream](diagnosticsText(diagnostics, { paint: terminal.paint, ...frames }));
}
