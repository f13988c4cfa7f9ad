import { hasErrors } from '../../model/diagnostic.ts';
import { annotationsOf } from '../../report/documents/annotations.ts';
import { diagnosticsSummary } from '../../report/text/diagnostics-text.ts';
import { counted } from '../../report/text-layout.ts';
import { chooseWorkspace } from '../context.ts';
import { loadFor } from '../reading/load.ts';
import { showDiagnostics } from '../telling/show.ts';
import { knownHere } from '../reading/known-campaigns.ts';
import { green, red, type Ending } from './ending.ts';
import { openActionContext, type ActionGround } from './ground.ts';
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
  showDiagnostics(context, diagnostics);
  log.annotate(annotationsOf({ diagnostics }));
  const found = diagnostics.length === 0 ? 'all fine' : diagnosticsSummary(diagnostics);
  const message = `${counted(fileCount, 'campaign file')} checked for ${targets.map(({ name }) => name).join(', ')}: ${found}.`;
  log.terminal.out(message);
  await log.summarize(invalidSummary(ground, message, diagnostics));
  return hasErrors(diagnostics) ? red('invalid', 'invalid-files', { message }) : green('clean', {});
}
