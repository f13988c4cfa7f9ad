import { jsonText } from '../../model/json.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';

/** `{"format": "campaign-diagnostics/1", …}`, for scripts. */
export function diagnosticsDocument(diagnostics: readonly Diagnostic[]): string {
  return jsonText(describeDiagnostics(diagnostics));
}

export type DiagnosticsDocument = ReturnType<typeof describeDiagnostics>;

/** The document of diagnostics as a value. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]) {
  return {
    format: 'campaign-diagnostics/1' as const,
    diagnostics: diagnostics.map((one) => ({
      file: one.file,
      line: one.line,
      column: one.column,
      code: one.code,
      severity: severityOf(one),
      message: one.message,
      hint: one.hint,
    })),
  };
}
