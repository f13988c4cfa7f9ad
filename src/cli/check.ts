import { checkDrafts } from '../app/check.ts';
import { openWorkspace } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { diagnosticsDocument } from '../render/documents/diagnostics-document.ts';
import { checkSummary } from '../render/text/diagnostics-text.ts';
import type { CommandSession, KeysOptions } from './session.ts';
import { showDiagnostics } from './terminal/terminal.ts';

/** Shows what would keep drafts from being published. Writes nothing. */
export async function check(options: KeysOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const checked = await checkDrafts(target, options.only ?? []);
  const { diagnostics, unread } = checked;
  if (options.json) terminal.out(diagnosticsDocument(diagnostics));
  else showDiagnostics(terminal, diagnostics, { root: target.context.repository.root, stream: 'out' });
  const summary = checkSummary(checked, target.workspace.name);
  if (options.json) terminal.err(summary);
  else terminal.out(summary);
  if (unread.length > 0) return EXIT.FAILED;
  return diagnostics.length > 0 ? EXIT.CHANGES : EXIT.DONE;
}
