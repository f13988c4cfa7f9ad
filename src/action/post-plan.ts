import { messageFor } from '../messages/catalog/row.ts';
import type { InWorkspace } from '../app/context.ts';
import { COMMENT } from '../messages/comment-messages.ts';
import { PLAN_NOTICES, planNotice } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import type { PlanNotice, PlanObstacle } from '../model/action-reasons.ts';
import type { Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT } from '../render/markdown/blocks.ts';
import {
  hasContent,
  planComments,
  planSummary,
  reviewFootnote,
  type SummaryOptions,
} from '../render/markdown/plan-comment.ts';
import { commentParts, readMarker, type MarkerContents, markerLength, signPlan } from '../review/marker.ts';
import { CodeHostFailure, type CommitStatus } from './github/resources.ts';
import { addressAt, runFootnotes, type ActionContext } from './context.ts';
import type { ActionInputs } from './inputs.ts';
import { findDriftIssue } from './drift-step.ts';
import type { PlanBasis } from './pull-basis.ts';
import {
  reviewPlace,
  signerFor,
  postComments,
  postStatus,
  postToCodeHost,
  tagLength,
  type StickyComment,
  type StickyName,
} from './sticky-comment.ts';
import type { PullRequest, Trigger } from './trigger.ts';

/** A plan to report, and what it was made from. */
export interface PlanReport extends InWorkspace {
  readonly plan: Plan;
  readonly state: State;
  readonly basis: PlanBasis;
  /** Whether there is a page of it, for a later step to upload. */
  readonly hasPage: boolean;
}

type Options = Omit<SummaryOptions, 'limit'>;

/** Writes the job summary, the comment and the commit status; returns the address of the comment. */
export async function reportPlan(job: ActionContext, report: PlanReport): Promise<string | undefined> {
  const { github, log, inputs } = job;
  const { trigger, page } = github;
  const { basis, workspace, hasPage } = report;
  const pull = trigger.kind === 'pull-request' && inputs.comment !== 'never' ? trigger : undefined;
  // The test merge that is checked out means nothing to a reader, so the newest commit of the pull request is named.
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  const plan = isOfHead ? { ...report.plan, commit: trigger.head } : report.plan;
  const obstacle = reviewObstacle(job, report, trigger);
  if (obstacle?.code === 'no-key' && obstacle.settings !== null) log.warn(planNotice(obstacle));
  const newer = pull && (await superseded(job, pull));
  if (newer) log.note(planNotice(newer));
  const warnings = [...new Set([...basis.notices, basis.keyWithheld, obstacle])];
  const notices = [...warnings, newer, await driftNotice(job, plan)].filter((one) => one !== undefined);
  const options: Options = {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(job, plan.commit ?? 'HEAD'),
    notices: notices.map(planNotice),
    note: inputs.commentNote,
    footnotes: runFootnotes(job),
    ...(page !== null && { wholeAt: page, ...(hasPage && { reportAt: `${page}#artifacts` }) }),
  };
  await log.summarize(planSummary(plan, { ...options, limit: SUMMARY_LIMIT }));
  if (trigger.kind === 'branch' || newer) return undefined;
  const isSigned = obstacle === undefined && inputs.reviewKey !== '' && !plan.offline;
  const hasNotices = warnings.some((one) => one !== undefined);
  const url = pull && (await postPlan(job, { ...report, plan }, { pull, isSigned, hasNotices, options }));
  await postStatus(job, trigger.head, {
    ...statusOf(job, report, { obstacle, isUnwritten: url === undefined }),
    context: `campaigns/${workspace.name}/plan`,
    url: url ?? page,
  });
  return url;
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

/** Room for differences in size: the API counts line endings and escapes differently. */
const SPARE = 500;

/** How a plan is shown on its pull request: signed if it may be approved, and with what else there is to say. */
interface Shown {
  readonly pull: PullRequest;
  readonly isSigned: boolean;
  readonly hasNotices: boolean;
  readonly options: Options;
}

/** Writes the comments that show a plan on its pull request; returns the address of the first one. */
async function postPlan(
  job: ActionContext,
  { context, plan, state }: PlanReport,
  { pull: { number, head, base }, isSigned, hasNotices, options }: Shown,
): Promise<string | undefined> {
  const { inputs, session } = job;
  const where = await reviewPlace(job, context, { workspace: plan.workspace, base: base.ref });
  const name: StickyName = { purpose: 'plan', ...where };
  const review = isSigned ? reviewFootnote(plan) : undefined;
  const footnotes = [...options.footnotes, review].filter((one) => one !== undefined);
  const parts = planComments(plan, { ...options, footnotes, limit: COMMENT_LIMIT }, (campaigns) =>
    limitWithout(COMMENT_LIMIT, tagLength(name) + SPARE + (isSigned ? markerLength(campaigns) : 0)),
  ).map((part) => ({ ...part, text: session.secrets.redact(part.text) }));
  // After the tag comes the marker, or an empty line if the plan can't be approved; then the visible text.
  const signing = { place: { ...where, pull: number }, head, signer: signerFor(inputs.reviewKey) };
  const bodies = isSigned
    ? signPlan(plan, parts, signing).map(({ marker, text }) => `${marker}\n${text}`)
    : parts.map(({ text }) => `\n${text}`);
  const isNeeded =
    inputs.comment === 'always' || hasContent(plan) || hasNotices || closesApproval(plan, state, base.ref);
  return postComments(job, { what: 'plan', pull: number, name }, async (found) =>
    found.length === 0 && !isNeeded
      ? undefined
      : { bodies, replaced: await commentsToEdit(job, found, { plan, head, isSigned }) },
  );
}

/** Whether a campaign of this plan has an approved step that is still open: the comment replaces that approval. */
function closesApproval({ campaigns }: Plan, { approvals }: State, base: string): boolean {
  const keys = new Set(campaigns.map(({ key }) => key));
  return approvals.some(
    (one) => one.base === base && one.steps.some(({ key, end }) => end === undefined && keys.has(key)),
  );
}

/**
 * The comments that a plan may replace. A comment that may have been reviewed at this same commit is collapsed as
 * outdated instead, so that an approval of it is visibly older than the current plan.
 */
async function commentsToEdit(
  job: ActionContext,
  found: readonly StickyComment[],
  { plan, head, isSigned }: { readonly plan: Plan; readonly head: string; readonly isSigned: boolean },
): Promise<readonly StickyComment[]> {
  const newest = found.findLast(({ part }) => part === 1);
  const shown = newest && signedContents(job, newest);
  const isOtherPlan = isSigned && shown?.head === head && shown.plan !== plan.fingerprint;
  const current = found.filter((one) => {
    const marker = one.id === newest?.id ? undefined : signedContents(job, one);
    return marker === undefined || marker.plan === (shown?.plan ?? plan.fingerprint);
  });
  if (!isOtherPlan) return current;
  for (const one of current)
    await postToCodeHost(job, { what: 'old-plan' }, (api) => api.minimizeComment(one));
  return [];
}

/** What a comment that is signed with this review key can approve. */
export function signedContents(
  { inputs }: Pick<ActionContext, 'inputs'>,
  { body }: StickyComment,
): MarkerContents | undefined {
  if (inputs.reviewKey === '') return undefined;
  const contents = readMarker(commentParts(body).marker, signerFor(inputs.reviewKey));
  return typeof contents === 'string' ? undefined : contents;
}

/**
 * Why this run must not replace the comment on its pull request: the comment is what was reviewed, or it is for a newer
 * commit. Undefined if the run is current, or if the code host doesn't say.
 */
export async function superseded(
  { api }: Pick<ActionContext, 'api'>,
  { number, head, merged }: PullRequest,
): Promise<Extract<PlanNotice, { code: 'comment-superseded' }> | undefined> {
  const now = merged ? ({ fate: 'merged', head } as const) : await unlessRefused(api?.pull(number));
  if (!now || (now.fate === 'open' && now.head === head)) return undefined;
  return { code: 'comment-superseded', pull: number };
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
  const issue = await unlessRefused(findDriftIssue(api, plan.workspace));
  return issue && { code: 'drift-elsewhere', workspace: plan.workspace, issue: issue.url };
}

/** The answer of the code host; undefined if it gives none. */
async function unlessRefused<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    return undefined;
  }
}

/** A change of the target alone has nothing to approve, and could not be merged if the status is required. */
function statusOf(
  { github, inputs, log }: ActionContext,
  { plan }: PlanReport,
  { obstacle, isUnwritten }: { readonly obstacle: PlanObstacle | undefined; readonly isUnwritten: boolean },
): Pick<CommitStatus, 'state' | 'description'> {
  const hasSteps = plan.campaigns.some(({ steps }) => steps.length > 0);
  const status = (state: CommitStatus['state'], words: Phrase) => ({
    state,
    description: plainTextOnGitHub(words),
  });
  const missing: PlanObstacle | undefined =
    github.trigger.kind === 'pull-request' && hasSteps && isUnwritten ? { code: 'no-comment' } : undefined;
  if (missing) log.warn(planNotice(missing));
  const why = obstacle ?? missing;
  if (why === undefined) {
    const left = leftByMerging(plan, inputs.failOn);
    return left.length === 0 ? status('success', COMMENT.approvable) : status('failure', left);
  }
  return why.code === 'other-target' && !hasSteps
    ? status('success', COMMENT.targetOnly)
    : status('failure', messageFor(PLAN_NOTICES, why).why);
}

/** What merging would not do, in words; empty if it does all that the pull request changes, now or when quota allows. */
function leftByMerging({ campaigns, guard }: Plan, failOn: ActionInputs['failOn']): Phrase {
  const unread = campaigns.filter(({ verdict }) => verdict === 'unknown').length;
  if (unread > 0) return COMMENT.notRead(unread);
  // What drifted elsewhere in a campaign was not changed here.
  const blocked = campaigns.filter(({ held }) => held.some(({ reason }) => reason !== 'drift'));
  const changed = campaigns.filter((one) => one.steps.length > 0 || blocked.includes(one));
  if (blocked.length > 0) return COMMENT.blocked(blocked.length, changed.length);
  if (guard) return COMMENT.guarded;
  const drifted = campaigns.filter(({ held }) => held.length > 0).length;
  return failOn === 'none' || drifted === 0 ? [] : COMMENT.drifted(drifted);
}
