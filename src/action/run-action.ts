import { fetchThrough } from '../app/opening/fetch-through.ts';
import { GitHubApi } from './github/api.ts';
import { CodeHostFailure } from './code-host.ts';
import { EXIT } from '../model/exit.ts';
import { stepFailure } from '../messages/action-messages/step-failures.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-codes/step-failure.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { failureOf } from '../app/process/failure-of.ts';
import type { Host } from '../app/process/host.ts';
import type { Session } from '../app/process/session.ts';
import { gitWithoutSecrets } from '../app/secrets/git-without-secrets.ts';
import { Secrets } from '../app/secrets/secrets.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { applyStep } from './apply-step.ts';
import { driftStep } from './drift-step.ts';
import { conclusionOf, failed, type Conclusion } from './conclusion.ts';
import type { ActionContext } from './context.ts';
import { withGitCredential } from './git-credential.ts';
import { inputsIn, readInputs } from './inputs.ts';
import { postFailedPlan } from './failed-plan.ts';
import { invalidSummary } from './invalid-files.ts';
import { planStep } from './plan-step.ts';
import { readGitHubEnvironment } from './github-environment.ts';
import { validateStep } from './validate-step.ts';
import { WorkflowLog, LOG_LAYOUT } from './workflow-log.ts';
import type { Interaction } from '../app/process/interaction.ts';
import { describeRefusal } from '../messages/catalog/refusals.ts';
import { describeNotice } from '../messages/run-notices.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { progressLine } from '../render/text/progress-text.ts';

/** Runs a step of a workflow; returns the exit code of the step. */
export async function runAction(host: Host): Promise<number> {
  const secrets = new Secrets();
  const log = new WorkflowLog(host, secrets);
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  const conclusion = await concludeStep({ ...host, runGit, secrets, interaction: interactionIn(log) }, log);
  log.conclude(conclusion);
  return conclusion.failureReason === undefined ? 0 : 1;
}

/** Every result is a conclusion; nothing is thrown. */
async function concludeStep(session: Session, log: WorkflowLog): Promise<Conclusion> {
  const { environment, secrets } = session;
  const input = inputsIn(environment);
  // Before any output can contain a secret.
  for (const name of ['api-key', 'review-key', 'github-token'] as const) secrets.hide(input(name));
  try {
    const inputs = readInputs(input);
    const github = readGitHubEnvironment(session);
    const { token } = inputs;
    const api =
      token === ''
        ? undefined
        : new GitHubApi({
            baseUrl: github.apiUrl,
            repository: github.repository,
            token,
            clock: session.clock,
            fetch: fetchThrough(github.apiUrl, session.environment),
            redact: (text) => secrets.redact(text),
          });
    const withToken = await withGitCredential(session, inputs, github);
    return await runCommand({ session: { ...session, environment: withToken }, inputs, github, api, log });
  } catch (error) {
    return await concludeFailure(log, error);
  }
}

async function runCommand(job: ActionContext): Promise<Conclusion> {
  const { inputs, log } = job;
  try {
    switch (inputs.command) {
      case 'plan':
        return await planStep(job);
      case 'apply':
        if (job.github.refType === 'tag')
          throw new UserFailure(EXIT.USAGE, { code: 'event-unusable', why: 'tag' });
        return await applyStep(job);
      case 'drift':
        return await driftStep(job);
      case 'validate':
        return await validateStep(job);
    }
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { diagnostics } = failure;
    const conclusion = conclusionOf(failure);
    const why: StepFailure | undefined =
      diagnostics.length > 0 ? { code: 'invalid-files', command: inputs.command } : conclusion.why;
    if (diagnostics.length > 0) {
      log.annotate(annotationsOf({ diagnostics }));
      await log.summarize(
        invalidSummary(job, stepFailure({ code: 'invalid-files', command: inputs.command }), diagnostics),
      );
    }
    const address = why && (await postFailedPlan(job, { why, diagnostics }));
    if (diagnostics.length === 0) throw error;
    return address === undefined ? conclusion : { ...conclusion, outputs: { 'comment-url': address } };
  }
}

async function concludeFailure(log: WorkflowLog, error: unknown): Promise<Conclusion> {
  const failure = error instanceof CodeHostFailure ? error : failureOf(error);
  if (failure) return log.endEarly(conclusionOf(failure));
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.print(`${plainTextOnGitHub(stepFailure({ code: 'bug', trace: 'below' }))}\n${trace}\n`);
  return log.endEarly(failed('failed', 'internal', { why: { code: 'bug', trace: 'in-log' } }));
}

/** How a run reports to the log of a step, where questions can't be answered. */
function interactionIn(log: WorkflowLog): Interaction {
  return {
    interactive: false,
    warn: (diagnostics) => {
      log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
    },
    notice: (notice) => {
      log.print(plainTextOnGitHub('code' in notice ? describeRefusal(notice).why : describeNotice(notice)));
    },
    progress: (notice) => {
      log.print(plainTextOnGitHub(describeNotice(notice)));
    },
    onExchange: () => undefined,
    onProgress: (progress) => {
      const line = progressLine(progress);
      if (line !== undefined) log.print(line);
    },
    showPlan: () => Promise.resolve(),
    confirm: () => Promise.resolve(false),
  };
}
