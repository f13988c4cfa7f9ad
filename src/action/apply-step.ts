import { emptyResult, type Result } from '../model/result.ts';
import { CodeHostFailure } from './github/resources.ts';
import { unusable, type Trigger } from './trigger.ts';
import { EXIT } from '../model/exit.ts';
import { REFUSALS } from '../messages/catalog/refusals.ts';
import { messageFor, messageOnGitHub } from '../messages/catalog/row.ts';
import { resultText } from '../render/text/report-texts.ts';
import { applyFiles, type Done, EVERYTHING } from '../app/apply.ts';
import type { Context, InWorkspace } from '../app/context.ts';
import { failureOf, UserFailure } from '../app/process/user-failure.ts';
import { onSignals } from '../app/process/session.ts';
import { applyConclusion, conclusionOf, messageOf, type Conclusion } from './conclusion.ts';
import { openStep, type ActionContext, addressAt, runFootnotes, reportDiagnostics } from './context.ts';
import { pullReviewer } from './pull-reviewer.ts';
import { ReviewReport } from './review-report.ts';
import { LOG_LAYOUT } from './workflow-log.ts';
import { UNREVIEWED_WORKFLOW_FILE } from '../model/starter.ts';
import { COMMENT } from '../messages/comment-messages.ts';
import { stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import type { CampaignId } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import { dashboardAddress } from '../model/workspace.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT } from '../render/markdown/blocks.ts';
import { resultComment, type ApplyReport } from '../render/markdown/result-comment.ts';
import { headline } from '../render/rows/result-rows.ts';
import { postStatus, postComments, tagLength, type StickyName } from './sticky-comment.ts';

/** Applies what merged pull requests showed, and reports the result on them. */
export async function applyStep(job: ActionContext): Promise<Conclusion> {
  const branch = branchOf(job.github.trigger);
  const target = await openStep(job);
  // The history says who changed what.
  await target.context.history.deepen();
  const report = new ReviewReport(await ownFiles(job, target.context));
  const attempt = { ...target, branch, report };
  const { conclusion, done } = await applied(job, attempt);
  const { name } = target.workspace;
  const result = done?.result ?? emptyResult(name, { refused: undefined, endedEarly: 'failed' });
  const address = await postResult(job, { ...attempt, conclusion, result, plan: done?.plan });
  return address === undefined
    ? conclusion
    : { ...conclusion, outputs: { ...conclusion.outputs, 'comment-url': address } };
}

interface Attempt extends InWorkspace {
  readonly branch: string;
  readonly report: ReviewReport;
}

/** Applies. A failure that a user can fix becomes a conclusion, too, so that it is reported everywhere. */
async function applied(
  job: ActionContext,
  { context, workspace, branch, report }: Attempt,
): Promise<{ readonly conclusion: Conclusion; readonly done: Done | undefined }> {
  const { inputs, log } = job;
  const { only, maxWaitMs: maxWait } = inputs;
  const allow = [...inputs.allow, ...(inputs.allowsOtherBranch ? (['branch'] as const) : [])];
  const options = { only, allow, maxWait, yes: true };
  const signals = onSignals(context);
  try {
    const done = await applyFiles(options, {
      context,
      workspace,
      signals,
      branch,
      reviewer: (asked) =>
        inputs.reviewed === 'ignore'
          ? Promise.resolve(EVERYTHING)
          : pullReviewer({ ...job, branch, report }, asked),
    });
    log.print(resultText(done.result, { ...LOG_LAYOUT, plan: done.plan }));
    context.interaction.warn(done.warnings, context.repository.root);
    if (done.why) log.print(messageOnGitHub(messageFor(REFUSALS, done.why)));
    log.annotate({ diagnostics: [], plan: done.plan, result: done.result });
    return { conclusion: applyConclusion(job, done, report), done };
  } catch (error) {
    if (error instanceof CodeHostFailure) return { conclusion: conclusionOf(error), done: undefined };
    const failure = failureOf(error);
    if (!failure) throw error;
    const conclusion = conclusionOf(failure);
    log.print(messageOf(conclusion));
    return { conclusion, done: undefined };
  }
}

/** The files that were just merged: `all` if one of them affects every plan. */
async function ownFiles(
  { github: { trigger } }: ActionContext,
  { folder, history }: Context,
): Promise<ReadonlySet<string> | 'all'> {
  const files =
    trigger.kind === 'branch' ? await history.changedSince(trigger.before) : await history.changesOf('HEAD');
  return files.has(folder.configurationFile) ? 'all' : files;
}

/** The branch that campaigns are applied from: merged changes count as reviewed. */
function branchOf(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'branch':
      // Nothing is merged into a tag.
      if (trigger.isTag) throw unusable({ why: 'tag' });
      return trigger.branch;
    case 'pull-request':
      if (trigger.merged) return trigger.base.ref;
      throw new UserFailure(EXIT.USAGE, { code: 'not-merged', pull: trigger.number });
    case 'merge-group':
      throw unusable({ why: 'merge-queue' });
  }
}

interface ResultReport extends Attempt {
  readonly conclusion: Conclusion;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/** Posts the result of an apply: in the job summary, on the pull requests that it is about, and on the commit. */
async function postResult(job: ActionContext, about: ResultReport): Promise<string | undefined> {
  const { inputs, github, log } = job;
  const { context, workspace, branch, report: review, conclusion, result, plan } = about;
  const name: StickyName = { purpose: 'result', workspace: result.workspace, folder: context.folder.path };
  const head = context.repository.head ?? branch;
  const report: ApplyReport = {
    result,
    plan,
    reviewed: inputs.reviewed,
    outcome: conclusion.outcome,
    own: review.ownCampaigns(),
    reviewedIn: [...review.approving].sort((left, right) => left - right),
    unreviewedWorkflow: UNREVIEWED_WORKFLOW_FILE,
  };
  const options = {
    addressOf: addressAt(job, head),
    dashboardOf: (id: CampaignId) => dashboardAddress(workspace, id),
    footnotes: runFootnotes(job),
    notices: [
      ...(plan === undefined && conclusion.why ? [stepFailure(conclusion.why)] : []),
      ...review.unverified.map((pull) => stepNotice({ code: 'approval-not-verified', pull })),
    ],
  };
  await log.summarize(resultComment(report, { ...options, limit: SUMMARY_LIMIT }));
  if (conclusion.diagnostics) await reportDiagnostics(job, COMMENT.errorsBelow, conclusion.diagnostics);
  await postStatus(job, head, {
    state: conclusion.failureReason === undefined ? 'success' : 'failure',
    context: `campaigns/${result.workspace}`,
    description: headline(report),
    url: github.page,
  });
  const body = resultComment(report, {
    ...options,
    limit: limitWithout(COMMENT_LIMIT, tagLength(name)),
    ...(github.page !== null && { wholeAt: github.page }),
  });
  return inputs.comment === 'never' || conclusion.outcome === 'superseded'
    ? undefined
    : postOnPulls(job, { pulls: review.pulls, name }, job.session.secrets.redact(body));
}

/** The maximum number of pull requests on which one run posts its result; the job summary always has it. */
const PULLS_AT_MOST = 20;

/** Returns the address on the newest one. */
async function postOnPulls(
  job: ActionContext,
  { pulls, name }: { readonly pulls: ReadonlySet<number>; readonly name: StickyName },
  body: string,
): Promise<string | undefined> {
  let address: string | undefined;
  const newest = [...pulls].sort((left, right) => right - left).slice(0, PULLS_AT_MOST);
  for (const pull of newest.reverse()) {
    const bodies = [body];
    const url = await postComments(job, { what: 'result', pull, name }, (replaced) => ({ bodies, replaced }));
    address = url ?? address;
  }
  return address;
}
