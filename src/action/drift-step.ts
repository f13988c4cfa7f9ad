import { plainText, plainTextOnGitHub } from '../messages/phrase.ts';
import { stepFailure } from '../messages/action-messages/step-failures.ts';
import type { DriftReport } from '../model/drift.ts';
import type { Workspace } from '../model/workspace.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { driftIssue, type DriftIssueOptions } from '../render/markdown/drift-issue.ts';
import { driftText } from '../render/text/drift-text.ts';
import { issueHead, upsertDriftIssue } from './drift-issue.ts';
import { chooseWorkspace, type Context, type InWorkspace } from '../app/context.ts';
import { findDriftOf } from '../app/drift.ts';
import { succeeded, failed, withoutKey, type Conclusion, type Outputs } from './conclusion.ts';
import { addressAt, openStepContext, postToGitHub, workflowAt, type ActionContext } from './context.ts';
import { invalidSummary } from './invalid-files.ts';
import { planBasis } from './pull-basis.ts';
import { LOG_LAYOUT } from './workflow-log.ts';
import { EXIT } from '../model/exit.ts';
import type { PullReport } from '../model/pull.ts';
import { pullRequestText } from '../render/markdown/pull-request.ts';
import {
  preparePull,
  type PreparedPull,
  pullBranch,
  pushPull,
  withdrawPull,
} from '../app/pulling/prepare-pull.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { driftPullTitle } from '../messages/action-messages/comment-phrases.ts';
import { stepNotice } from '../messages/action-messages/step-notices.ts';

/** Checks whether live campaigns were changed manually, and maintains one issue about it. */
export async function driftStep(step: ActionContext): Promise<Conclusion> {
  const { inputs, github, log } = step;
  const context = await openStepContext(step);
  const workspace = chooseWorkspace(context, inputs.workspace);
  const refusal = await refusalToRead(step, context, workspace);
  if (refusal) return log.endEarly(refusal);
  const { report, diagnostics } = await findDriftOf(context, workspace, { only: inputs.only });
  log.print(plainText(driftText(report, LOG_LAYOUT)));
  const hasInvalidFiles = report.files === 'with-errors';
  if (hasInvalidFiles) log.annotate(annotationsOf({ diagnostics }));
  // Names the branch and not the commit, so that the same drift has the same text whatever was merged in between.
  const branch = github.trigger.kind === 'branch' ? github.trigger.branch : github.trigger.base.ref;
  const { workflowFile } = github;
  const options = {
    addressOf: addressAt(step, branch),
    footnotes: [],
    ...(workflowFile !== undefined && { workflowPage: workflowAt(step)(workflowFile) }),
  };
  await log.summarize(driftIssue(report, { ...options, limit: SUMMARY_LIMIT }).body);
  if (hasInvalidFiles) await log.summarize(invalidSummary(step, stepFailure(INVALID), diagnostics));
  const outputs = {
    drifted: report.drifted.length,
    'comment-url': (await upsertIssue(step, report, options)) ?? '',
  };
  if (inputs.pullRequest === 'yes') await proposeFor(step, { context, workspace, report });
  return driftConclusion(step, report, outputs);
}

/** Only a run of a whole branch with readable files can write the pull request. */
async function proposeFor(
  step: ActionContext,
  { context, workspace, report }: InWorkspace & { readonly report: DriftReport },
): Promise<void> {
  const { trigger } = step.github;
  const isWhole = step.inputs.only.length === 0 && report.files === 'read' && report.unknown.length === 0;
  if (trigger.kind === 'branch' && isWhole)
    await proposePull(step, { context, workspace, base: trigger.branch });
}

/** Why the service must not be queried, or can't be. */
async function refusalToRead(
  { inputs, github }: ActionContext,
  context: Context,
  workspace: Workspace,
): Promise<Conclusion | undefined> {
  if (inputs.apiKey === '') return withoutKey(workspace);
  // A proposal must not decide where secrets are sent.
  const { elsewhere } = await planBasis({ context, workspace, named: inputs.workspace }, github.trigger);
  if (elsewhere === undefined) return undefined;
  return failed('failed', 'usage', { why: { code: 'drift-of-other-target', workspace: workspace.name } });
}

/** Writes the issue, or closes it if there is no drift; returns its address. */
async function upsertIssue(
  step: ActionContext,
  report: DriftReport,
  options: Omit<DriftIssueOptions, 'limit'>,
): Promise<string | undefined> {
  // A partial check says nothing about the other campaigns.
  if (step.inputs.only.length > 0) return undefined;
  const drifted = { workspace: report.workspace, keys: report.drifted.map(({ key }) => key) };
  const text = driftIssue(report, {
    ...options,
    limit: limitWithout(COMMENT_LIMIT, issueHead(drifted).length),
  });
  const issue = { title: text.title, body: step.session.secrets.redact(text.body) };
  const kept = await postToGitHub(step, { code: 'drift-issue' }, (api) =>
    upsertDriftIssue(api, drifted, isClean(report) && report.unreviewed.length === 0 ? undefined : issue),
  );
  return kept?.url;
}

function isClean({ drifted, unknown }: DriftReport): boolean {
  return drifted.length === 0 && unknown.length === 0;
}

function driftConclusion({ inputs }: ActionContext, report: DriftReport, outputs: Outputs): Conclusion {
  const { unknown, files } = report;
  if (files === 'with-errors') return failed('invalid', 'invalid-files', { why: INVALID, outputs });
  if (unknown.length > 0)
    return failed('failed', 'unreachable', {
      why: { code: 'campaigns-unread', count: unknown.length },
      outputs,
    });
  const outcome = isClean(report) ? 'clean' : 'drifted';
  if (inputs.failOn === 'drift' && outcome === 'drifted')
    return failed(outcome, 'drift', { why: { code: 'fail-on-drift' }, outputs });
  return succeeded(outcome, outputs);
}

const INVALID = { code: 'drift-without-files' } as const;

/**
 * The job is the author of the commit. It has no address that the service would accept, so the service's own history
 * names the actor.
 */
const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

interface Target extends InWorkspace {
  /** The branch that campaigns are applied from. */
  readonly base: string;
}

/**
 * Maintains one pull request that writes the drift of a workspace into the files: opened with the first drift, updated
 * in place, closed when there is nothing to pull. If any of that fails, the drift has already been reported.
 */
async function proposePull(step: ActionContext, target: Target): Promise<void> {
  const prepared = await prepareFor(step, target);
  if (!prepared) return;
  if (prepared.report.pulled.length === 0) return closePull(step, target);
  const title = titleOf(prepared.report);
  const pushed = await pushPull(prepared, target, { title, author: AUTHOR });
  switch (pushed.kind) {
    case 'pushed':
    case 'unchanged':
      return upsertPull(step, target, prepared.report);
    case 'edited':
      step.log.warn(stepNotice({ code: 'drift-pull-edited' }));
      return;
    case 'failed':
      step.log.warn(stepNotice({ code: 'drift-pull-not-pushed', said: pushed.said }));
      return;
    case 'unborn':
      return;
  }
}

/** Undefined if the files or the service can't be read, which is reported with the drift. */
async function prepareFor(step: ActionContext, target: Target): Promise<PreparedPull | undefined> {
  try {
    return await preparePull({}, target);
  } catch (error) {
    if (!(error instanceof UserFailure) || error.exit === EXIT.USAGE) throw error;
    step.log.warn(stepNotice({ code: 'drift-pull-not-prepared', cause: error.cause }));
    return undefined;
  }
}

async function upsertPull(
  step: ActionContext,
  { workspace, base }: Target,
  report: PullReport,
): Promise<void> {
  const head = pullBranch(workspace);
  const text = pullRequestText(report, { addressOf: addressAt(step, base), limit: COMMENT_LIMIT });
  const wanted = { title: titleOf(report), body: step.session.secrets.redact(text).trim() };
  await postToGitHub(step, { code: 'drift-pull' }, async (api) => {
    const found = await api.openPullOf(head);
    if (!found) await api.createPull({ ...wanted, head, base });
    else if (found.title !== wanted.title || found.body.trim() !== wanted.body)
      await api.updatePull(found.number, wanted);
  });
}

function titleOf({ workspace }: PullReport): string {
  return plainTextOnGitHub(driftPullTitle(workspace));
}

/** Closes the open pull request; a branch with commits from other authors stays. */
async function closePull(step: ActionContext, target: Target): Promise<void> {
  const closed = await postToGitHub(step, { code: 'drift-pull-closed' }, async (api) => {
    const found = await api.openPullOf(pullBranch(target.workspace));
    if (found) await api.updatePull(found.number, { state: 'closed' });
    return found !== undefined;
  });
  if (closed === true) await withdrawPull(target, AUTHOR);
}
