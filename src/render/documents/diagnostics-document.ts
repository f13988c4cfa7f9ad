import { FILES } from '../../messages/catalog/files.ts';
import { ruleOf, severityOf, type Diagnostic, type DiagnosticCode } from '../../model/diagnostic.ts';
import { jsonText, byCodeUnit } from '../../model/json.ts';

/** `{"format": "campaign-diagnostics/1", …}`, for scripts. */
export function diagnosticsDocument(diagnostics: readonly Diagnostic[]): string {
  return jsonText(describeDiagnostics(diagnostics));
}

export type DiagnosticsDocument = ReturnType<typeof describeDiagnostics>;

/** The document of diagnostics as a value. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]) {
  return {
    format: 'campaign-diagnostics/1' as const,
    diagnostics: diagnostics.map((one) => {
      const { file, line, column, code, message, hint } = one;
      return { file, line, column, code, severity: severityOf(one), message, hint };
    }),
  };
}

/**
 * Diagnostics as lines of a log, which GitHub's runner shows at their lines of the files. A file's text can neither end
 * such a line nor begin another command.
 */
export function workflowCommands(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => {
      const properties = { file: one.file, line: one.line, col: one.column, title: one.code };
      const pairs = Object.entries(properties).map(
        ([key, value]) => `${key}=${escapeProperty(String(value))}`,
      );
      return `::${severityOf(one)} ${pairs.join(',')}::${escapeData(`${one.message} — ${one.hint}`)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Diagnostics as SARIF 2.1.0, which code scanning and editors read. `version` is the program's own. */
export function sarifDocument(
  diagnostics: readonly Diagnostic[],
  { version }: { readonly version: string },
): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(byCodeUnit);
  return jsonText({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'campaign-reconciler', version, rules: codes.map(ruleFor) } },
        columnKind: 'utf16CodeUnits',
        results: resultsOf(diagnostics, codes),
      },
    ],
  });
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function ruleFor(code: DiagnosticCode) {
  return {
    id: code,
    shortDescription: { text: FILES[ruleOf(code)].needs },
    defaultConfiguration: { level: severityOf({ code }) },
  };
}

function resultsOf(diagnostics: readonly Diagnostic[], codes: readonly DiagnosticCode[]) {
  const seen = new Map<string, number>();
  return diagnostics.map((one) => {
    const finding = `${one.code}:${one.file}:${one.message}`;
    const count = (seen.get(finding) ?? 0) + 1;
    seen.set(finding, count);
    return {
      ruleId: one.code,
      ruleIndex: codes.indexOf(one.code),
      level: severityOf(one),
      message: { text: plainText(`${one.message} — ${one.hint}`) },
      locations: [{ physicalLocation: { artifactLocation: artifact(one.file), region: region(one) } }],
      // The line is left out, so that a finding keeps its identity when lines above it are added or removed.
      partialFingerprints: { 'finding/v1': count === 1 ? finding : `${finding}:${count}` },
    };
  });
}

/** SARIF reads `{0}` as a placeholder and `[text](place)` as a link (3.11.5, 3.11.6), so both are escaped. */
function plainText(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&').replaceAll('](', '\\](');
}

/** A path from the repository's root as a relative URI reference (RFC 3986). */
function artifact(file: string) {
  const uri = file
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return { uri, uriBaseId: '%SRCROOT%' };
}

/** Columns count from 1; the end is the column after the last character. */
function region({ line, column, width }: Diagnostic) {
  return {
    startLine: line,
    startColumn: column,
    ...(width !== undefined && { endColumn: column + Math.max(1, width) }),
  };
}
