import { fetchThrough } from '../app/opening/fetch-through.ts';
import { GitHubApi } from './github/api.ts';
import { CodeHostFailure } from './code-host.ts';
import { stepFailure } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import { failureOf } from '../app/process/failure-of.ts';
import type { Host } from '../app/process/host.ts';
import type { Session } from '../app/process/session.ts';
import { gitWithoutSecrets } from '../app/secrets/git-without-secrets.ts';
import { Secrets } from '../app/secrets/secrets.ts';
import { applyStep } from './apply-step.ts';
import { driftStep } from './drift-step.ts';
import { conclusionOf, failed, type Conclusion } from './conclusion.ts';
import type { ActionContext } from './context.ts';
import { withGitCredential } from './git-credential.ts';
import { readInputs } from './inputs.ts';
import { postFailedPlan } from './failed-plan.ts';
import { reportDiagnostics } from './invalid-files.ts';
import { planStep } from './plan-step.ts';
import { readGitHubEnvironment } from './github-environment.ts';
import { validateStep } from './validate-step.ts';
import { LOG_LAYOUT, WorkflowLog, type Step } from './workflow-log.ts';
import type { Interaction } from '../app/process/interaction.ts';
import { describeNotice } from '../messages/run-notices.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { progressLine } from '../render/text/progress-text.ts';

/** Runs a step of a workflow, and tells the runner how it ended. */
export async function runAction(host: Host, step: Step): Promise<void> {
  const secrets = new Secrets(step.setSecret);
  // Before any output can contain a secret. The proxy is used by git and for all requests.
  for (const name of ['api-key', 'review-key', 'github-token']) secrets.hide(step.getInput(name));
  for (const [name, value = ''] of Object.entries(host.environment))
    if (/^(?:https?|all)_proxy$/i.test(name) && URL.canParse(value)) secrets.hide(new URL(value).password);
  const log = new WorkflowLog(step, secrets);
  // A step that couldn't tell what it did does nothing.
  if (!log.startOutputs(host.environment)) return;
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  log.conclude(await concludeStep({ ...host, runGit, secrets, interaction: interactionIn(log) }, step, log));
}

/** Every result is a conclusion; nothing is thrown. */
async function concludeStep(session: Session, step: Step, log: WorkflowLog): Promise<Conclusion> {
  const { secrets } = session;
  try {
    const inputs = readInputs(step.getInput);
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
  const { inputs } = job;
  try {
    switch (inputs.command) {
      case 'plan':
        return await planStep(job);
      case 'apply':
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
    const hasErrors = diagnostics.length > 0;
    const why: StepFailure | undefined = hasErrors ? { code: 'invalid-files' } : conclusion.why;
    if (why && hasErrors) await reportDiagnostics(job, stepFailure(why), diagnostics);
    const address = why && (await postFailedPlan(job, { why, diagnostics }));
    if (!hasErrors) throw error;
    return address === undefined ? conclusion : { ...conclusion, outputs: { 'comment-url': address } };
  }
}

async function concludeFailure(log: WorkflowLog, error: unknown): Promise<Conclusion> {
  const failure = error instanceof CodeHostFailure ? error : failureOf(error);
  if (failure) return log.endEarly(conclusionOf(failure));
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.print(`${plainTextOnGitHub(stepFailure({ code: 'bug' }))}\n${trace}\n`);
  return log.endEarly(failed('failed', 'internal', { code: 'bug' }));
}

/** How a run reports to the log of a step, where questions can't be answered. */
function interactionIn(log: WorkflowLog): Interaction {
  const notice = (about: Parameters<Interaction['notice']>[0]) => {
    log.print(plainTextOnGitHub(describeNotice(about)));
  };
  return {
    interactive: false,
    warn: (diagnostics) => {
      log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
    },
    notice,
    progress: notice,
    onExchange: () => undefined,
    onProgress: (progress) => {
      const line = progressLine(progress);
      if (line !== undefined) log.print(line);
    },
    showPlan: () => Promise.resolve(),
    confirm: () => Promise.resolve(false),
  };
}
