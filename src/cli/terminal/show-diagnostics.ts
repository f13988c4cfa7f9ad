import { lineReader } from '../../app/reading/read-lines.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsText } from '../../render/text/diagnostics-text.ts';
import type { Terminal } from './terminal.ts';

/** Where diagnostics are written; paths are relative to `root`, the top of the work tree. */
interface Place {
  readonly root: string;
  /** Standard output if the diagnostics are the result, otherwise standard error. */
  readonly stream: 'out' | 'err';
}

/** Writes diagnostics: on a terminal, each with its line of the file; for scripts, one line each. */
export function showDiagnostics(
  terminal: Pick<Terminal, 'paint' | 'isTerminal' | 'widthOf' | 'out' | 'err'>,
  diagnostics: readonly Diagnostic[],
  { root, stream }: Place,
): void {
  const { paint, isTerminal, widthOf } = terminal;
  const frames = isTerminal[stream] && widthOf ? { lineOf: lineReader(root), widthOf } : undefined;
  terminal[stream](diagnosticsText(diagnostics, { paint, frames }));
}
