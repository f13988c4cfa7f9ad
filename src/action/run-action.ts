import { interactionOn } from '../cli/terminal/interaction.ts';
import { GitHubApi } from './github/api.ts';
import { GitHubFailure } from './github/failure.ts';
import { EXIT } from '../model/exit.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { fetchThrough } from '../remote/dispatcher.ts';
import { failureOf } from '../app/failure-of.ts';
import type { Host } from '../app/host.ts';
import type { Session } from '../app/session.ts';
import { gitWithoutSecrets } from '../app/secrets/git-without-secrets.ts';
import { Secrets } from '../app/secrets/secrets.ts';
import { UserFailure } from '../app/user-failure.ts';
import { applyStep } from './apply-step.ts';
import { driftStep } from './drift-step.ts';
import { endingOf, red, type Ending } from './conclusion.ts';
import type { ActionGround } from './context.ts';
import { withGitCredential } from './git-credential.ts';
import { inputsIn, readInputs } from './inputs.ts';
import { postFailedPlan } from './failed-plan.ts';
import { invalidSummary } from './invalid-files.ts';
import { planStep } from './plan-step.ts';
import { readSurroundings } from './github-environment.ts';
import { validateStep } from './validate-step.ts';
import { WorkflowLog } from './workflow-log.ts';

/** Does what a step of a workflow asks for; returns the exit code of the step. */
export async function runAction(host: Host): Promise<number> {
  const secrets = new Secrets();
  const log = new WorkflowLog(host, secrets);
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  const ending = await endingOfStep(
    { ...host, runGit, secrets, interaction: interactionOn(log.terminal, host.clock) },
    log,
  );
  log.conclude(ending);
  return ending.failureReason === undefined ? 0 : 1;
}

/** Whatever happens is an ending; nothing is thrown. */
async function endingOfStep(session: Session, log: WorkflowLog): Promise<Ending> {
  const { environment, secrets } = session;
  const input = inputsIn(environment);
  // Before anything can be said that has one of them in it.
  for (const name of ['api-key', 'review-key', 'github-token'] as const) secrets.hide(input(name));
  try {
    const inputs = readInputs(input);
    const around = readSurroundings(session);
    const { token } = inputs;
    const api =
      token === ''
        ? undefined
        : new GitHubApi({
            ...{ baseUrl: around.apiUrl, repository: around.repository, token, clock: session.clock },
            fetch: fetchThrough(around.apiUrl, environment),
            redact: (text) => secrets.redact(text),
          });
    const withToken = await withGitCredential(session, inputs, around);
    return await step({ session: { ...session, environment: withToken }, inputs, around, api, log });
  } catch (error) {
    return await told(log, error);
  }
}

async function step(ground: ActionGround): Promise<Ending> {
  const { inputs, log } = ground;
  try {
    switch (inputs.command) {
      case 'plan':
        return await planStep(ground);
      case 'apply':
        if (ground.around.refType === 'tag') throw OF_A_TAG;
        return await applyStep(ground);
      case 'drift':
        return await driftStep(ground);
      case 'validate':
        return await validateStep(ground);
    }
  } catch (error) {
    const failure = error instanceof UserFailure ? error : failureOf(error);
    if (!failure) throw error;
    const { diagnostics } = failure;
    if (diagnostics.length > 0) {
      log.annotate(annotationsOf({ diagnostics }));
      await log.summarize(invalidSummary(ground, INVALID, diagnostics));
    }
    const message = diagnostics.length > 0 ? INVALID : failure.message;
    const address = await postFailedPlan(ground, { message, diagnostics });
    if (diagnostics.length === 0) throw error;
    const ending = endingOf(failure);
    return address === undefined ? ending : { ...ending, outputs: { 'comment-url': address } };
  }
}

const INVALID =
  'The campaign files have errors, so nothing was planned, and merging this would apply nothing.';

const OF_A_TAG = new UserFailure(
  EXIT.USAGE,
  'This runs on a tag, and what was reviewed was merged into a branch: nothing is applied.',
  { hint: 'Run apply on push to the branch that pull requests are merged into.' },
);

async function told(log: WorkflowLog, error: unknown): Promise<Ending> {
  const failure = error instanceof GitHubFailure ? error : failureOf(error);
  if (failure) return log.endEarly(endingOf(failure));
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.terminal.err(
    `This is a bug in campaign-reconciler; please report it with the lines below.\n${trace}\n`,
  );
  const message = 'This is a bug in campaign-reconciler; please report it with the end of the log.';
  return log.endEarly(red('failed', 'internal', { message }));
}
