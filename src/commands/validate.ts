import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { workflowCommands } from '../report/documents/workflow-commands.ts';
import { diagnosticsDocument } from '../report/documents/diagnostics-document.ts';
import { diagnosticsSummary } from '../report/text/diagnostics-text.ts';
import { sarifDocument } from '../report/documents/sarif-document.ts';
import { counted } from '../report/text-layout.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext } from './context.ts';
import { loadFor } from './reading/load.ts';
import { namedFiles } from './arguments/named-files.ts';
import { showDiagnostics } from './telling/show.ts';
import { UserFailure } from './telling/user-failure.ts';
import { knownHere } from './reading/known-campaigns.ts';
import type { Session } from './session.ts';

export interface ValidateOptions extends CommonOptions {
  readonly files: readonly string[];
  readonly strict?: boolean;
  readonly format?: 'text' | 'json' | 'github' | 'sarif';
  /** The program's own. */
  readonly version: string;
}

/** Checks campaign files offline: schema, rules, references; for every workspace unless one is named. */
export async function validate(options: ValidateOptions, session: Session): Promise<ExitCode> {
  const format = options.json ? 'json' : (options.format ?? 'text');
  const context = await openContext(options, session).catch((error: unknown) => {
    // What is wrong with the configuration is told in the format that was asked for, too.
    if (error instanceof UserFailure && error.diagnostics.length > 0 && format !== 'text') {
      session.terminal.out(written(error.diagnostics, format, options.version));
    }
    throw error;
  });
  const { terminal, configuration } = context;
  const targets = options.workspace
    ? [chooseWorkspace(context, options.workspace)]
    : [...configuration.workspaces.values()];
  // The configuration is always checked; hooks that name every changed file name it, too.
  const { folder, cwd } = context;
  const chosen = new Set(namedFiles(folder, { ...options, cwd }, [folder.configurationFile]));
  const { diagnostics, fileCount } = loadFor(context, {
    targets,
    ...(await knownHere(context, targets)),
    strict: options.strict ?? false,
    now: context.clock.now(),
    ...(chosen.size > 0 && { chosen }),
  });
  if (format === 'text') showDiagnostics(context, diagnostics);
  else terminal.out(written(diagnostics, format, options.version));
  const checked = counted(chosen.size || fileCount, 'campaign file');
  const names = targets.map(({ name }) => name).join(', ');
  if (format === 'text') {
    terminal.out(
      diagnostics.length === 0
        ? `${checked} checked for ${names}: all fine.\n`
        : `${checked} checked for ${names}: ${diagnosticsSummary(diagnostics)}.\n`,
    );
  }
  return hasErrors(diagnostics) ? EXIT.INVALID : EXIT.DONE;
}

/** Findings as one of the formats for machines. */
function written(
  diagnostics: readonly Diagnostic[],
  format: 'json' | 'github' | 'sarif',
  version: string,
): string {
  switch (format) {
    case 'json':
      return diagnosticsDocument(diagnostics);
    case 'github':
      return workflowCommands(diagnostics);
    case 'sarif':
      return sarifDocument(diagnostics, { version });
  }
}
