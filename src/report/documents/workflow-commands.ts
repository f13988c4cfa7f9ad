import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { withSection } from './diagnostics-document.ts';

/** Workflow commands: GitHub shows each at the line of the file. */
export function workflowCommands(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => {
      const at = `file=${property(one.file)},line=${one.line},col=${one.column},title=${property(one.code)}`;
      return `::${severityOf(one)} ${at}::${escapeData(`${one.message} — ${withSection(one)}`)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
