import { hasErrors } from '../model/diagnostic.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { diagnosticsSummary, diagnosticsText } from '../render/text/diagnostics-text.ts';
import { counted } from '../model/show.ts';
import { chooseWorkspace } from '../app/context.ts';
import { loadFor } from '../app/reading/load-files.ts';
import { knownHere } from '../app/reading/known-campaigns.ts';
import { succeeded, failed, type Conclusion } from './conclusion.ts';
import { openStepContext, type ActionContext } from './context.ts';
import { invalidSummary } from './invalid-files.ts';
import { suggestCorrections } from './suggest-corrections.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Checks the campaign files offline. */
export async function validateStep(step: ActionContext): Promise<Conclusion> {
  const { inputs, log } = step;
  const context = await openStepContext(step);
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
  log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
  log.annotate(annotationsOf({ diagnostics }));
  const found = diagnostics.length === 0 ? 'no problems found' : diagnosticsSummary(diagnostics);
  const message = `${counted(fileCount, 'campaign file')} checked for ${targets.map(({ name }) => name).join(', ')}: ${found}.`;
  log.print(message);
  await log.summarize(invalidSummary(step, message, diagnostics));
  await suggestCorrections(step, context, diagnostics);
  return hasErrors(diagnostics) ? failed('invalid', 'invalid-files', { message }) : succeeded('clean', {});
}
