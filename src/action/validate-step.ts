import { describeStepFailure } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import { severityOf } from '../model/diagnostic.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { chooseWorkspace } from '../app/context.ts';
import { knownHere, loadFor } from '../app/reading/load-files.ts';
import { succeeded, failed, type Conclusion } from './conclusion.ts';
import { openStepContext, type ActionContext } from './context.ts';
import { reportDiagnostics } from './invalid-files.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Checks the campaign files offline. */
export async function validateStep(job: ActionContext): Promise<Conclusion> {
  const { inputs, log } = job;
  const context = await openStepContext(job);
  const targets =
    inputs.workspace === undefined
      ? [...context.configuration.workspaces.values()]
      : [chooseWorkspace(context, inputs.workspace)];
  const { diagnostics, inputs: read } = loadFor(context, {
    workspacesToLoad: targets,
    ...(await knownHere(context, targets)),
    now: context.clock.now(),
  });
  log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
  const errors = diagnostics.filter((one) => severityOf(one) === 'error').length;
  const why: StepFailure = {
    code: 'files-checked',
    files: read.files.length,
    workspaces: targets.map(({ name }) => name),
    errors,
    warnings: diagnostics.length - errors,
  };
  const checked = describeStepFailure(why).why;
  log.print(plainTextOnGitHub(checked));
  await reportDiagnostics(job, checked, diagnostics);
  return errors > 0 ? failed('invalid', 'invalid-files', why) : succeeded('valid');
}
