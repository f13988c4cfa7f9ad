import { severityOf, type Diagnostic } from '../model/diagnostic.ts';

/**
 * Without the warnings that repeat an error at the same place: a campaign may be new in one workspace, where something
 * is an error, and managed in another one, where the same is a warning.
 */
export function withoutMilder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = new Set(diagnostics.filter((one) => severityOf(one) === 'error').map(identityOf));
  return diagnostics.filter((one) => severityOf(one) === 'error' || !errors.has(identityOf(one)));
}

function identityOf({ file, line, column, code, message }: Diagnostic): string {
  return JSON.stringify([file, line, column, code.slice(2), message]);
}
