import { messageFor } from '../messages/catalog/row.ts';
import { fetchThrough } from '../remote/dispatcher.ts';
import { GitHubApi } from './github/api.ts';
import { CodeHostFailure } from './github/resources.ts';
import { stepFailure, STEP_FAILURES } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import { failureOf } from '../app/process/user-failure.ts';
import { requireUsableProxy } from '../app/service.ts';
import type { Host, Session, Interaction } from '../app/process/session.ts';
import { gitWithoutSecrets, Secrets } from '../app/secrets.ts';
import { applyStep } from './apply-step.ts';
import { driftStep } from './drift-step.ts';
import { conclusionOf, failed, type Conclusion, succeeded } from './conclusion.ts';
import { type ActionContext, reportDiagnostics, openStepContext, withGitCredential } from './context.ts';
import { readInputs, type ActionInputs } from './inputs.ts';
import { postFailedPlan } from './failed-plan.ts';
import { planStep } from './plan-step.ts';
import { testSendStep } from './test-send-step.ts';
import { readGitHubEnvironment, type GitHubEnvironment } from './trigger.ts';
import { LOG_LAYOUT, WorkflowLog, type Step } from './workflow-log.ts';
import { describeNotice } from '../messages/run-messages.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { progressLine } from '../render/text/progress-text.ts';
import { severityOf } from '../model/diagnostic.ts';
import { validateFiles } from '../app/validate.ts';

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
  let job: ActionContext | undefined;
  try {
    const inputs = readInputs(step.getInput);
    const github = readGitHubEnvironment(session);
    const environment = await withGitCredential(session, inputs, github);
    const api = apiFor(session, inputs.token, github);
    job = { session: { ...session, environment }, inputs, github, api, log };
    return await STEPS[inputs.command](job);
  } catch (error) {
    return await concludeFailure(log, error, job).catch((other: unknown) => concludeFailure(log, other));
  }
}

function apiFor(
  { clock, environment, secrets }: Session,
  token: string,
  { apiUrl: baseUrl, repository }: GitHubEnvironment,
): GitHubApi | undefined {
  if (token === '') return undefined;
  const redact = (text: string) => secrets.redact(text);
  requireUsableProxy(environment, baseUrl);
  const fetch = fetchThrough(baseUrl, environment);
  return new GitHubApi({ baseUrl, repository, token, clock, fetch, redact });
}

const STEPS: Readonly<Record<ActionInputs['command'], (job: ActionContext) => Promise<Conclusion>>> = {
  plan: planStep,
  apply: applyStep,
  drift: driftStep,
  validate: validateStep,
  'test-send': testSendStep,
};

/** A failure that a user can fix is also reported on the pull request, a bug only in the log. */
async function concludeFailure(log: WorkflowLog, error: unknown, job?: ActionContext): Promise<Conclusion> {
  if (error instanceof CodeHostFailure) return log.endEarly(conclusionOf(error));
  const failure = failureOf(error);
  if (!failure) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.print(`${plainTextOnGitHub(stepFailure({ code: 'bug' }))}\n${trace}\n`);
    return log.endEarly(failed('failed', 'internal', { code: 'bug' }));
  }
  const conclusion = conclusionOf(failure);
  const { diagnostics } = failure;
  if (!job || !conclusion.why) return log.endEarly(conclusion);
  const why: StepFailure = diagnostics.length > 0 ? { code: 'invalid-files' } : conclusion.why;
  if (diagnostics.length > 0) await reportDiagnostics(job, stepFailure(why), diagnostics);
  else await log.endEarly(conclusion);
  const address = await postFailedPlan(job, { why, diagnostics });
  return address === undefined ? conclusion : { ...conclusion, outputs: { 'comment-url': address } };
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

/** Checks the campaign files offline. */
async function validateStep(job: ActionContext): Promise<Conclusion> {
  const { inputs, log } = job;
  const { workspace } = inputs;
  const context = await openStepContext(job);
  const asked = { files: [], ...(workspace !== undefined && { workspace }) };
  const { diagnostics, files, workspaces } = await validateFiles(context, asked);
  log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
  const errors = diagnostics.filter((one) => severityOf(one) === 'error').length;
  const why: StepFailure = {
    code: 'files-checked',
    files,
    workspaces: workspaces.map(({ name }) => name),
    errors,
    warnings: diagnostics.length - errors,
  };
  const checked = messageFor(STEP_FAILURES, why).why;
  log.print(plainTextOnGitHub(checked));
  await reportDiagnostics(job, checked, diagnostics);
  return errors > 0 ? failed('invalid', 'invalid-files', why) : succeeded('valid');
}
