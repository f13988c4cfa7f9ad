import { jsonText } from '../../model/json.ts';
import type { DiagnosticsDocument } from '../../model/documents.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';

/** `{"format": "campaign-diagnostics/1", …}`, for scripts. */
export function diagnosticsDocument(diagnostics: readonly Diagnostic[]): string {
  return jsonText(describeDiagnostics(diagnostics));
}

/** The document of diagnostics as a value. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]): DiagnosticsDocument {
  return {
    format: 'campaign-diagnostics/1',
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
