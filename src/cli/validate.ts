import packageJson from '../../package.json' with { type: 'json' };
import { type CommonOptions, openContext } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { validateFiles, type ValidateRequest } from '../app/validate.ts';
import { failsCheck, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { counted } from '../model/show.ts';
import {
  diagnosticsDocument,
  sarifDocument,
  workflowCommands,
} from '../render/documents/diagnostics-document.ts';
import { correctionLine, diagnosticsSummary } from '../render/text/diagnostics-text.ts';
import type { CommandSession } from './session.ts';
import { showDiagnostics } from './terminal/terminal.ts';

export interface ValidateOptions extends CommonOptions, Pick<ValidateRequest, 'files' | 'fix' | 'cache'> {
  readonly strict?: boolean;
  readonly format?: 'text' | 'json' | 'github' | 'sarif';
}

/** Checks campaign files offline: schema, rules, references; for every workspace unless one is named. */
export async function validate(options: ValidateOptions, session: CommandSession): Promise<ExitCode> {
  const format = options.json ? 'json' : (options.format ?? 'text');
  const { terminal, cwd } = session;
  const show = (diagnostics: readonly Diagnostic[], root: string) => {
    if (format === 'text') showDiagnostics(terminal, diagnostics, { root, stream: 'out' });
    else if (format === 'github') terminal.command(workflowCommands(diagnostics));
    else terminal.out(written(diagnostics, format));
  };
  const context = await openContext(options, session).catch((error: unknown) => {
    if (!(error instanceof UserFailure) || error.diagnostics.length === 0) throw error;
    // A mistake in the configuration is a finding, too.
    show(error.diagnostics, cwd);
    throw new UserFailure(error.exit, error.cause);
  });
  const { diagnostics, corrected, files, workspaces } = await validateFiles(context, options);
  for (const one of corrected) terminal.err(correctionLine(one));
  show(diagnostics, context.repository.root);
  if (format === 'text') {
    const what = files === 0 ? context.folder.configurationFile : counted(files, 'campaign file');
    const checked = `${what} checked for ${workspaces.map(({ name }) => name).join(', ')}`;
    const found = diagnostics.length === 0 ? 'no problems found' : diagnosticsSummary(diagnostics);
    terminal.out(`${checked}: ${found}.\n`);
  }
  const warnings = options.strict ? 'fail' : 'pass';
  return failsCheck(diagnostics, { warnings }) ? EXIT.INVALID : EXIT.DONE;
}

/** Findings as one of the formats for machines. */
function written(diagnostics: readonly Diagnostic[], format: 'json' | 'sarif'): string {
  if (format === 'json') return diagnosticsDocument(diagnostics);
  return sarifDocument(diagnostics, { version: packageJson.version });
}
