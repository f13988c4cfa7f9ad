/** An annotation that GitHub shows next to a line of a file, or at the top of the run. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly column?: number;
}

/** A line of the log that the runner treats as a command. */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The runner knows these commands, and prints other lines unchanged. */
const KNOWN = [
  ...['add-mask', 'add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error', 'group', 'notice'],
  ...['remove-matcher', 'save-state', 'set-env', 'set-output', 'stop-commands', 'warning'],
];

/**
 * All commands in a log, parsed like the runner does: `::name key=value::text`, and `##[name]text` anywhere in a line.
 */
export function workflowCommands(log: string): WorkflowCommand[] {
  const commands: WorkflowCommand[] = [];
  let resumeAt: string | undefined;
  for (const line of log.split(/\r?\n/)) {
    const command = newForm(line, resumeAt) ?? oldForm(line);
    if (!command) continue;
    if (resumeAt !== undefined) {
      if (command.name === resumeAt) resumeAt = undefined;
      continue;
    }
    if (command.name === 'stop-commands') resumeAt = command.message;
    else commands.push(command);
  }
  return commands;
}

/** The annotations among the commands. */
export function annotationsOf(commands: readonly WorkflowCommand[]): Annotation[] {
  return commands.flatMap(({ name, properties, message }) => {
    if (name !== 'error' && name !== 'warning' && name !== 'notice') return [];
    const { title, file, line, endLine, col } = properties;
    return [
      {
        ...{ level: name, message },
        ...(title !== undefined && { title }),
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line: Number(line) }),
        ...(endLine !== undefined && { endLine: Number(endLine) }),
        ...(col !== undefined && { column: Number(col) }),
      },
    ];
  });
}

function newForm(line: string, resumeAt: string | undefined): WorkflowCommand | undefined {
  const [, name = '', rest = '', message = ''] = /^\s*::([^\s:]+)\s*(.*?)::(.*)$/.exec(line) ?? [];
  if (!KNOWN.includes(name) && (name === '' || name !== resumeAt)) return undefined;
  return { name, properties: properties(rest, ','), message: unescaped(message) };
}

function oldForm(line: string): WorkflowCommand | undefined {
  const [, name = '', rest = '', message = ''] = /##\[(\S+?)(?: (.*?))?\](.*)$/.exec(line) ?? [];
  return KNOWN.includes(name) ? { name, properties: properties(rest, ';'), message } : undefined;
}

function properties(text: string, separator: string): Record<string, string> {
  const pairs = text.split(separator).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), unescapedProperty(pair.slice(at + 1))] as const];
  });
  return Object.fromEntries(pairs);
}

function unescapedProperty(text: string): string {
  return unescaped(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
