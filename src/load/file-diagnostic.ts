import { fileFaultWords } from '../messages/file-fault-messages.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFault } from '../model/file-fault.ts';

/** The diagnostic of a whole file that can't be read or written. */
export function fileDiagnostic(file: string, fault: FileFault): Diagnostic {
  return { file, line: 1, column: 1, code: fault.code, ...fileFaultWords(fault) };
}
