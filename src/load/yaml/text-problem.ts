import type { DiagnosticCode } from '../../model/diagnostic.ts';

/** A problem with a text, between two offsets. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

/** A problem with the character at an offset. */
export function problemAt(at: number, code: DiagnosticCode, message: string, hint: string): TextProblem {
  return { from: at, to: at + 1, code, message, hint };
}
