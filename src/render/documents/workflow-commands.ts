import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';

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
