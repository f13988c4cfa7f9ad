import { hasErrors } from '../model/diagnostic.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { diagnosticsSummary } from '../render/text/diagnostics-text.ts';
import { counted } from '../render/text-layout.ts';
import { chooseWorkspace } from '../app/context.ts';
import { loadFor } from '../app/reading/load-files.ts';
import { showDiagnostics } from '../cli/terminal/show-diagnostics.ts';
import { knownHere } from '../app/reading/known-campaigns.ts';
import { green, red, type Ending } from './conclusion.ts';
import { openActionContext, type ActionGround } from './context.ts';
import { invalidSummary } from './invalid-files.ts';

/** Checks the campaign files without asking anybody. */
export async function validateStep(ground: ActionGround): Promise<Ending> {
  const { inputs, log } = ground;
  const context = await openActionContext(ground);
  const targets =
    inputs.workspace === undefined
      ? [...context.configuration.workspaces.values()]
      : [chooseWorkspace(context, inputs.workspace)];
  const { diagnostics, fileCount } = loadFor(context, {
    targets,
    ...(await knownHere(context, targets)),
    strict: false,
    now: context.clock.now(),
  });
  showDiagnostics(log.terminal, diagnostics, context.repository.root);
  log.annotate(annotationsOf({ diagnostics }));
  const found = diagnostics.length === 0 ? 'no problems found' : diagnosticsSummary(diagnostics);
  const message = `${counted(fileCount, 'campaign file')} checked for ${targets.map(({ name }) => name).join(', ')}: ${found}.`;
  log.terminal.out(message);
  await log.summarize(invalidSummary(ground, message, diagnostics));
  return hasErrors(diagnostics) ? red('invalid', 'invalid-files', { message }) : green('clean', {});
}
