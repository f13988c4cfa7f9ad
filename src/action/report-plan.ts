import type { InWorkspace } from '../app/context.ts';
import { describeApprovable } from '../messages/action-messages/comment-phrases.ts';
import { describePlanNotice, planNotice } from '../messages/catalog/plan-notices.ts';
import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import type { PlanNotice, PlanObstacle } from '../model/action-reasons.ts';
import type { Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { planSummary, type SummaryOptions } from '../render/markdown/plan-comment.ts';
import { CodeHostFailure, type CommitStatus } from './code-host.ts';
import { type ActionContext, addressAt, runFootnotes } from './context.ts';
import { findDriftIssue } from './drift-step.ts';
import { postPlan, superseded } from './post-plan.ts';
import { postStatus } from './sticky-comment.ts';
import type { PlanBasis } from './pull-basis.ts';
import { reviewPlace } from './review-place.ts';
import type { PullRequest, Trigger } from './trigger.ts';

/** A plan to report, and what it was made from. */
export interface PlanReport extends InWorkspace {
  readonly plan: Plan;
  readonly state: State;
  readonly basis: PlanBasis;
}

/** Writes the job summary, the comment and the commit status; returns the address of the comment. */
export async function reportPlan(job: ActionContext, report: PlanReport): Promise<string | undefined> {
  const { github, log, inputs } = job;
  const { trigger } = github;
  const pull = trigger.kind === 'pull-request' && inputs.comment !== 'never' ? trigger : undefined;
  const plan = asShown(report, trigger);
  const obstacle = reviewObstacle(job, report, trigger);
  if (obstacle?.code === 'no-key' && obstacle.settings !== null) log.warn(planNotice(obstacle));
  const newer = pull && (await superseded(job, pull));
  if (newer) log.note(planNotice(newer));
  const warnings = [...new Set([...report.basis.notices, report.basis.keyWithheld, obstacle])];
  const notices = [...warnings, newer, await driftNotice(job, plan)].filter((one) => one !== undefined);
  const options = optionsFor(job, plan, notices);
  await log.summarize(planSummary(plan, { ...options, limit: SUMMARY_LIMIT }));
  if (trigger.kind === 'branch' || newer) return undefined;
  const hasNotices = warnings.some((one) => one !== undefined);
  const about = { pull, hasNotices, isSigned: obstacle === undefined, options };
  const url = pull && (await comment(job, { ...report, plan }, { ...about, pull }));
  await postStatus(job, trigger.head, {
    ...statusOf(job, report, { obstacle, isUnwritten: url === undefined }),
    context: `campaigns/${plan.workspace}/plan`,
    url: url ?? github.page,
  });
  return url;
}

/** The test merge that is checked out means nothing to a reader, so the newest commit of the pull request is named. */
function asShown({ plan, basis }: PlanReport, trigger: Trigger): Plan {
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  return isOfHead ? { ...plan, commit: trigger.head } : plan;
}

function optionsFor(
  job: ActionContext,
  plan: Plan,
  notices: readonly PlanNotice[],
): Omit<SummaryOptions, 'limit'> {
  const { trigger, page } = job.github;
  return {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(job, plan.commit ?? 'HEAD'),
    notices: notices.map(planNotice),
    note: job.inputs.commentNote,
    footnotes: runFootnotes(job),
    ...(page !== null && { wholeAt: page }),
  };
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

async function comment(
  job: ActionContext,
  { context, plan, state }: PlanReport,
  about: {
    readonly pull: PullRequest;
    readonly hasNotices: boolean;
    readonly isSigned: boolean;
    readonly options: Omit<SummaryOptions, 'limit'>;
  },
): Promise<string | undefined> {
  const { number, head, base } = about.pull;
  const place = await reviewPlace(job, context, { workspace: plan.workspace, base: base.ref });
  const pullPlan = {
    plan,
    place: { ...place, pull: number },
    head,
    hasNotices: about.hasNotices || closesApproval(plan, state, base.ref),
    isSigned: about.isSigned && job.inputs.reviewKey !== '' && !plan.offline,
  };
  return postPlan(job, pullPlan, about.options);
}

/** Whether a campaign of this plan has an approved step that is still open: the comment replaces that approval. */
function closesApproval({ campaigns }: Plan, { approvals }: State, base: string): boolean {
  const keys = new Set(campaigns.map(({ key }) => key));
  return approvals.some(
    (one) => one.base === base && one.steps.some(({ key, end }) => end === undefined && keys.has(key)),
  );
}

/** Why a plan can't be approved; undefined if it can, if it touches nothing, or if there is no review. */
function reviewObstacle(
  { inputs, github: { repository, serverUrl } }: ActionContext,
  { plan, basis, workspace }: PlanReport,
  trigger: Trigger,
): PlanObstacle | undefined {
  if (trigger.kind === 'branch') return undefined;
  if (basis.checkout === 'of-something-else') return { code: 'not-newest-commit' };
  if (plan.campaigns.length === 0) return undefined;
  if (basis.keyWithheld) return basis.keyWithheld;
  if (inputs.apiKey === '') {
    // A pull request from a fork gets no secrets, on purpose; anywhere else the secret was forgotten.
    const isFork = trigger.kind === 'pull-request' && trigger.headRepository !== repository;
    const settings = isFork ? null : `${serverUrl}/${repository}/settings/secrets/actions`;
    return { code: 'no-key', secret: workspace.apiKeyEnv, settings };
  }
  return inputs.reviewKey === '' ? { code: 'no-review-key' } : undefined;
}

/** One line about drift outside this pull request. The token may lack permission to read issues, which a plan doesn't need. */
async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<PlanNotice | undefined> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return undefined;
  const issue = await findDriftIssue(api, plan.workspace).catch((error: unknown) => {
    if (!(error instanceof CodeHostFailure)) throw error;
    return undefined;
  });
  return issue && { code: 'drift-elsewhere', workspace: plan.workspace, issue: issue.url };
}

/** A change of the target alone has nothing to approve, and could not be merged if the status is required. */
function statusOf(
  { inputs, github, log }: ActionContext,
  { plan }: PlanReport,
  { obstacle, isUnwritten }: { readonly obstacle: PlanObstacle | undefined; readonly isUnwritten: boolean },
): Pick<CommitStatus, 'state' | 'description'> {
  const hasSteps = plan.campaigns.some(({ steps }) => steps.length > 0);
  const status = (state: CommitStatus['state'], words: Phrase) => ({
    state,
    description: plainTextOnGitHub(words),
  });
  const missing: PlanObstacle | undefined =
    github.trigger.kind === 'pull-request' && hasSteps && isUnwritten
      ? { code: 'no-comment', why: inputs.comment === 'never' ? 'off' : 'not-written' }
      : undefined;
  if (missing) log.warn(planNotice(missing));
  const why = obstacle ?? missing;
  if (why === undefined) return status('success', describeApprovable('whole'));
  return why.code === 'other-target' && !hasSteps
    ? status('success', describeApprovable('target-only'))
    : status('failure', describePlanNotice(why).why);
}
