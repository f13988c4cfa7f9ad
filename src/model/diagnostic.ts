import type { Position } from './campaign.ts';
import { byCodeUnit } from './json.ts';

/** What can be wrong with a user's files. `W_` codes are warnings and become `E_` under `--strict`. */
export type DiagnosticCode = `E_${string}` | `W_${string}`;

/** A correction that is certain: the text at the place of a diagnostic, in quotes or without, and what belongs there. */
export interface Correction {
  readonly was: string;
  readonly put: string;
}

/** One message about the user's files; line and column count from 1. */
export interface Diagnostic extends Position {
  readonly code: DiagnosticCode;
  /** From the root of the repository. */
  readonly file: string;
  /** What is wrong, with the value that was seen. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  /** The section of the service's specification that says so. */
  readonly section?: string;
  /** How many columns the frame underlines; 1 where left out. */
  readonly width?: number;
  /** Left out where a person has to decide. */
  readonly fix?: Correction;
}

export type Severity = 'error' | 'warning';

export function severityOf({ code }: Pick<Diagnostic, 'code'>): Severity {
  return code.startsWith('E_') ? 'error' : 'warning';
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => severityOf(diagnostic) === 'error');
}

/** Under `--strict` a warning is an error, code and all. */
export function strictly(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, code: diagnostic.code.replace(/^W_/, 'E_') as DiagnosticCode };
}

/** By file, then place, then code; each finding once. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const kept = new Map(diagnostics.map((one) => [`${place(one)} ${one.code} ${one.message}`, one]));
  return [...kept.values()].sort(
    (a, b) =>
      byCodeUnit(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      byCodeUnit(a.code, b.code) ||
      byCodeUnit(a.message, b.message),
  );
}

/** `file:line:col`, as editors and scripts read it. */
export function place({ file, line, column }: Position & { readonly file: string }): string {
  return `${file}:${line}:${column}`;
}
