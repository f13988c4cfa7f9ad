import { describeApprovable } from '../messages/action-messages/comment-phrases.ts';
import { describePlanNotice, planNotice } from '../messages/catalog/plan-notices.ts';
import type { PlanNotice, PlanObstacle } from '../model/action-reasons.ts';
import type { Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { planSummary, type SummaryOptions } from '../render/markdown/plan-comment.ts';
import type { MarkdownOptions } from '../render/markdown/plan-markdown.ts';
import type { Context, InWorkspace } from '../app/context.ts';
import type { ActionContext } from './context.ts';
import { postPlanStatus, type PlanCommitStatus } from './commit-status.ts';
import { driftNotice } from './drift-notice.ts';
import { runsAfterMerge, workflowTextIn } from './follow-up-runs.ts';
import { addressAt, workflowAt } from './links.ts';
import { missingKey } from './missing-key.ts';
import { postPlan } from './post-plan.ts';
import type { PlanBasis } from './pull-basis.ts';
import { reviewPlace } from './review-place.ts';
import { runFootnotes } from './run-footnotes.ts';
import { supersededComment } from './superseded-comment.ts';
import type { Trigger } from './trigger.ts';

/** A plan to report, and what it was made from. */
export interface PlanReport extends InWorkspace {
  readonly plan: Plan;
  readonly state: State;
  readonly basis: PlanBasis;
}

/** What a comment needs besides the plan. */
type ReportOptions = Omit<SummaryOptions, 'limit'>;

/** Writes the job summary, the comment and the commit status; returns the address of the comment. */
export async function reportPlan(job: ActionContext, report: PlanReport): Promise<string | undefined> {
  const { github, log, inputs } = job;
  const { trigger } = github;
  const shown = asShown(report, trigger);
  const obstacle = reviewObstacle(job, report, trigger);
  if (obstacle?.code === 'no-key' && obstacle.settings !== null) log.warn(planNotice(obstacle));
  const superseded =
    trigger.kind === 'pull-request' && inputs.comment !== 'never'
      ? await supersededComment(job, trigger)
      : undefined;
  if (superseded !== undefined) log.note(planNotice(superseded));
  const notices = [...noticesOf(report, obstacle, superseded), ...(await driftNotice(job, report.plan))];
  const options = optionsFor(job, { ...report, plan: shown }, notices);
  await log.summarize(planSummary(shown, { ...options, limit: SUMMARY_LIMIT }));
  if (trigger.kind === 'branch' || superseded !== undefined) return undefined;
  const isForComment = trigger.kind === 'pull-request' && inputs.comment !== 'never';
  const url = isForComment
    ? await comment(job, { ...report, plan: shown }, { trigger, obstacle, options })
    : undefined;
  await setStatus(job, report, { trigger, obstacle, url });
  return url;
}

/** The test merge that is checked out means nothing to a reader, so the newest commit of the pull request is named. */
function asShown({ plan, basis }: PlanReport, trigger: Trigger): Plan {
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  return isOfHead ? { ...plan, commit: trigger.head } : plan;
}

function noticesOf(
  { basis }: PlanReport,
  obstacle: PlanObstacle | undefined,
  superseded: PlanNotice | undefined,
): readonly PlanNotice[] {
  return [
    ...basis.notices,
    ...(basis.keyWithheld ? [basis.keyWithheld] : []),
    ...(obstacle && obstacle !== basis.keyWithheld ? [obstacle] : []),
    ...(superseded ? [superseded] : []),
  ];
}

function optionsFor(
  job: ActionContext,
  { context, plan }: PlanReport,
  notices: readonly PlanNotice[],
): ReportOptions {
  const { trigger, page } = job.github;
  return {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(job, plan.commit ?? 'HEAD'),
    notices: notices.map(planNotice),
    note: job.inputs.commentNote,
    ...(trigger.kind !== 'branch' && {
      allowed: allowedRuns(job, context, { plan, branch: trigger.base.ref }),
    }),
    footnotes: runFootnotes(job, context.clock.now()),
    ...(page !== null && { wholeAt: page }),
  };
}

async function comment(
  job: ActionContext,
  { context, workspace, plan, state, basis }: PlanReport,
  {
    trigger,
    obstacle,
    options,
  }: {
    readonly trigger: Extract<Trigger, { kind: 'pull-request' }>;
    readonly obstacle: PlanObstacle | undefined;
    readonly options: ReportOptions;
  },
): Promise<string | undefined> {
  const base = trigger.base.ref;
  const place = await reviewPlace(job, context, { workspace: workspace.name, base });
  const hasNotices = [...basis.notices, basis.keyWithheld, obstacle].some((one) => one !== undefined);
  const pullPlan = {
    plan,
    place: { ...place, pull: trigger.number },
    head: trigger.head,
    hasNotices: hasNotices || closesApproval(plan, state, base),
    isSigned: obstacle === undefined && job.inputs.reviewKey !== '' && !plan.offline,
  };
  return postPlan(job, pullPlan, options);
}

async function setStatus(
  job: ActionContext,
  { workspace, plan: { campaigns } }: PlanReport,
  {
    trigger,
    obstacle,
    url,
  }: {
    readonly trigger: Exclude<Trigger, { kind: 'branch' }>;
    readonly obstacle: PlanObstacle | undefined;
    readonly url: string | undefined;
  },
): Promise<void> {
  const hasSteps = campaigns.some(({ steps }) => steps.length > 0);
  const isUnwritten = trigger.kind === 'pull-request' && hasSteps && url === undefined;
  const missing: PlanObstacle | undefined = isUnwritten
    ? { code: 'no-comment', why: job.inputs.comment === 'never' ? 'off' : 'not-written' }
    : undefined;
  if (missing) job.log.warn(planNotice(missing));
  await postPlanStatus(job, workspace.name, {
    head: trigger.head,
    ...commitStatusFor(obstacle ?? missing, { hasSteps }),
    url: url ?? job.github.page,
  });
}

/** Why a plan can't be approved; undefined if it can, if it touches nothing, or if there is no review. */
function reviewObstacle(
  { inputs, github }: ActionContext,
  { plan, basis, workspace }: PlanReport,
  trigger: Trigger,
): PlanObstacle | undefined {
  if (trigger.kind === 'branch') return undefined;
  if (basis.checkout === 'of-something-else') return { code: 'not-newest-commit' };
  if (plan.campaigns.length === 0) return undefined;
  if (basis.keyWithheld) return basis.keyWithheld;
  if (inputs.apiKey === '') return missingKey(github, { trigger, workspace });
  return inputs.reviewKey === '' ? { code: 'no-review-key' } : undefined;
}

/** Whether a campaign of this plan has an approved step that is still open: the comment replaces that approval. */
function closesApproval({ campaigns }: Plan, { approvals }: State, base: string): boolean {
  const keys = new Set(campaigns.map(({ key }) => key));
  return approvals.some(
    (one) => one.base === base && one.steps.some(({ key, end }) => end === undefined && keys.has(key)),
  );
}

/** A change of the target alone has nothing to approve, and could not be merged if the status is required. */
function commitStatusFor(
  obstacle: PlanObstacle | undefined,
  { hasSteps }: { readonly hasSteps: boolean },
): Pick<PlanCommitStatus, 'state' | 'description'> {
  if (obstacle === undefined) return { state: 'success', description: describeApprovable('whole') };
  return isOfTarget(obstacle) && !hasSteps
    ? { state: 'success', description: describeApprovable('target-only') }
    : { state: 'failure', description: describePlanNotice(obstacle).why };
}

function isOfTarget({ code }: PlanObstacle): boolean {
  return code === 'other-target';
}

/** How to allow what this plan refuses, once it is merged. */
function allowedRuns(
  job: ActionContext,
  context: Context,
  about: { readonly plan: Plan; readonly branch: string },
): MarkdownOptions['allowed'] {
  const runs = runsAfterMerge({ ...job, workflowText: workflowTextIn(context) }, about);
  return { runs, workflowAt: workflowAt(job) };
}

/** The subject of the plan's sentences. */
export function subjectOf({ kind }: Trigger): string {
  return kind === 'branch' ? 'Applying this' : 'Merging this';
}

const PROPOSALS = {
  'pull-request': { proposal: 'this pull request' },
  'merge-group': { proposal: 'this merge' },
  branch: {},
} as const satisfies Record<Trigger['kind'], object>;
