import type { Context } from '../app/context.ts';
import { UNREVIEWED_WORKFLOW_FILE } from '../model/starter.ts';
import { ERRORS_BELOW } from '../messages/comment-messages.ts';
import { stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import type { CampaignId } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { dashboardAddress } from '../model/workspace.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT } from '../render/markdown/blocks.ts';
import { resultComment, type ApplyReport } from '../render/markdown/result-comment.ts';
import { headline } from '../render/rows/result-sentence.ts';
import type { Conclusion } from './conclusion.ts';
import { type ActionContext, addressAt, runFootnotes, reportDiagnostics } from './context.ts';
import { postStatus, postComments, tagLength, type StickyName } from './sticky-comment.ts';
import type { ReviewReport } from './review-report.ts';

interface ResultReport {
  readonly context: Context;
  readonly branch: string;
  readonly report: ReviewReport;
  readonly conclusion: Conclusion;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/** Posts the result of an apply: in the job summary, on the pull requests that it is about, and on the commit. */
export async function postResult(job: ActionContext, about: ResultReport): Promise<string | undefined> {
  const { inputs, github, log } = job;
  const { context, branch, report: review, conclusion, result, plan } = about;
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
    ...(isUntried(job, conclusion) && { tried: 'nothing' }),
  };
  const workspace = context.configuration.workspaces.get(result.workspace);
  const options = {
    addressOf: addressAt(job, head),
    dashboardOf: (id: CampaignId) => workspace && dashboardAddress(workspace, id),
    footnotes: runFootnotes(job),
    notices: [
      ...(plan === undefined && conclusion.why ? [stepFailure(conclusion.why)] : []),
      ...review.unverified.map((pull) => stepNotice({ code: 'approval-not-verified', pull })),
    ],
  };
  await log.summarize(resultComment(report, { ...options, limit: SUMMARY_LIMIT }));
  if (conclusion.diagnostics) await reportDiagnostics(job, ERRORS_BELOW, conclusion.diagnostics);
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

/** The run ended before anything was sent, because of its inputs or because it was unknown what had been reviewed. */
function isUntried({ inputs }: ActionContext, { failureReason, outcome, isUntried }: Conclusion): boolean {
  if (isUntried) return true;
  if (failureReason === 'credential') return inputs.apiKey === '';
  return outcome === 'invalid' || failureReason === 'usage' || failureReason === 'github';
}
