import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { withSection } from './diagnostics-document.ts';

/** A line that GitHub's runner treats as a command: `error`, `warning` and `notice` are shown at a line of a file. */
export interface WorkflowCommand {
  readonly name: 'error' | 'warning' | 'notice';
  /** In this order: `file`, `line`, `col`, `title`. Those that are undefined are left out. */
  readonly properties: Readonly<Record<string, string | number | undefined>>;
  readonly message: string;
}

/** The command as a line of the log, with its line break. Its text can neither end the line nor begin another command. */
export function workflowCommand({ name, properties, message }: WorkflowCommand): string {
  const pairs = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name}${pairs.length > 0 ? ` ${pairs.join(',')}` : ''}::${escapeData(message)}\n`;
}

/** Diagnostics as workflow commands, one line each. */
export function workflowCommands(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => {
      const properties = { file: one.file, line: one.line, col: one.column, title: one.code };
      const message = `${one.message} — ${withSection(one)}`;
      return workflowCommand({ name: severityOf(one), properties, message });
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
