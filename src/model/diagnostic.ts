import type { FilePlace } from './campaign.ts';
import type { Correction, RuleCode } from './findings.ts';
import { byCodeUnit } from './json.ts';

/** A rule with the severity of breaking it: `E_` codes are errors, `W_` codes are warnings. */
export type DiagnosticCode = `${'E' | 'W'}_${RuleCode}`;

export function ruleOf(code: DiagnosticCode): RuleCode {
  return code.slice(2) as RuleCode;
}

export interface Diagnostic extends FilePlace {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  /** How many columns are underlined. The default is 1. */
  readonly width?: number;
  /** The live campaign has the value, and the file doesn't change it: which never fails a check. */
  readonly isKept?: true;
  readonly fix?: Correction;
}

export type Severity = 'error' | 'warning';

export function severityOf({ code }: Pick<Diagnostic, 'code'>): Severity {
  return code.startsWith('E_') ? 'error' : 'warning';
}

export function hasErrors(diagnostics: readonly Pick<Diagnostic, 'code'>[]): boolean {
  return diagnostics.some((diagnostic) => severityOf(diagnostic) === 'error');
}

/** Whether a check fails because of these. With `warnings: 'fail'`, so does a warning, unless live has the value anyway. */
export function failsCheck(
  diagnostics: readonly Pick<Diagnostic, 'code' | 'isKept'>[],
  { warnings }: { readonly warnings: 'pass' | 'fail' },
): boolean {
  return hasErrors(diagnostics) || (warnings === 'fail' && diagnostics.some(({ isKept }) => !isKept));
}

/** By file, position and code, without duplicates: also without a warning that is an error in another workspace. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const kept = new Map<string, Diagnostic>();
  for (const one of diagnostics) {
    const identity = `${place(one)} ${ruleOf(one.code)} ${one.message}`;
    const other = kept.get(identity);
    if (!other || severityOf(other) === 'warning') kept.set(identity, one);
  }
  return [...kept.values()].sort(
    (a, b) =>
      byCodeUnit(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      byCodeUnit(a.code, b.code) ||
      byCodeUnit(a.message, b.message),
  );
}

/** `file:line:col`, as editors and scripts expect it. */
export function place({ file, line, column }: FilePlace): string {
  return `${file}:${line}:${column}`;
}
